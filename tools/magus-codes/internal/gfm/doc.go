// Package gfm reads the Markdown of code pages as GitHub does: CommonMark and
// the GFM extensions, with heading anchors that follow GitHub's spelling, so
// that a link that works there works on the generated site, and the other way
// round. It renders nothing.
package gfm
