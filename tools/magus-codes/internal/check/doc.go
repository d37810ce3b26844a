// Package check tells all that is wrong with a catalog: what the generator
// refuses, and what it has no eyes for: fences that never close, links that lead
// nowhere, mentions of codes that do not exist, titles and messages that stand
// twice.
//
// Pages with faults of their own do not keep the others from being checked.
package check
