// Package logs holds the benchmarks of diag beside its peers: the same record,
// made by each library in its own quickest way, into a writer that only
// counts. bench/run runs them and prints the outcome beside the bars.
package logs
