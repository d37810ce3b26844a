// Package page reads one Markdown page of a diagnostic code: YAML front matter,
// which is the only source of what the code is, and a body for people.
package page
