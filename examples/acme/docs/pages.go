// Package docs holds the pages of acme's codes.
package docs

import "embed"

// Pages holds codes/<family>/<CODE>.md for every code.
//
//go:embed codes/*/*.md
var Pages embed.FS
