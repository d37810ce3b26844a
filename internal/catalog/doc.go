// Package catalog reads a whole folder of code pages and checks what no
// single page can know.
//
// A catalog is all codes of one prefix. Its folder holds catalog.yaml, which
// says what the codes look like and where their pages are published;
// codes.lock, a line for every code ever shipped; and the pages themselves, at
// FAMILY/CODE.md. Load reads them with all cores, reports every problem of the
// run at once (sorted, each once, as file:line:column), and gives a Catalog
// whose Descriptors are what a registry, an export or an index is made from.
//
// The package knows nothing of generated Go: internal/catalog/registry makes
// that. It never imports package codes, since it must work when that package is
// missing or broken.
package catalog
