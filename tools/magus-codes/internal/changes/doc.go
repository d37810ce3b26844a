// Package changes compares two versions of a catalog and says what a release
// with the difference is called: a patch, a minor or a major version.
//
// Major is what breaks callers of the generated package or readers of logs: a
// code or an event that is gone, fields that changed, a name that no alias
// keeps, a constructor of errors that went away with its level, another exit
// status. Minor is what they can notice and need not act on: a new code, event
// or family, a deprecation, a retirement that keeps its functions, another level. The
// rest, such as another wording, is a patch.
package changes
