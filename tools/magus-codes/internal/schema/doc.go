// Package schema makes the JSON Schemas of what authors write and what the
// export prints, from the definitions that the parser and the exporter work
// with. Editors complete and check front matter and catalog.yaml by them.
package schema
