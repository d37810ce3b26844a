// Package version reads a catalog as it was: from a revision of the git
// repository around it, from an exported catalog.json, or from the folder as it
// stands.
package version
