package envguard

import (
	"context"
	"log/slog"
)

// The package codes is not generated yet: until it is, nothing is emitted.
func debugOn() bool { return false }

func emitWithheld(context.Context, []string)    {}
func emitInjected(context.Context, string)      {}
func emitRefused(context.Context, []string)     {}
func emitStripped(context.Context, string, int) {}

func refusedError(names []string) error {
	return &slogError{names}
}

type slogError struct{ names []string }

func (e *slogError) Error() string { return slog.AnyValue(e.names).String() }
