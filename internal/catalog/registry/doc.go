// Package registry writes the Go package that declares the codes of a catalog,
// and the command around it.
//
// Source is the text of that package. Sync brings a registry file and the
// catalog's lock up to date, or only tells what is stale; both the command's
// -check and a drift test are Sync with its write flag off. Main is the
// command codes/gen.
//
// The text is emitted as gofmt would leave it, since formatting costs more than
// everything else together when a catalog is huge. Tests hold it to that.
package registry
