// Package links makes tables of the addresses of codes, redirects from old
// addresses to the present ones, and proves that addresses exist, in a folder or
// in a sitemap. It asks no server.
package links
