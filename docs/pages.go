// Package docs holds the pages of the catalog, so that a program can show
// the page of the version that it runs, without a network.
package docs

import "embed"

// Pages holds codes/<family>/<CODE>.md for every code.
//
//go:embed codes/*/*.md
var Pages embed.FS
