package vet

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

var errDenied = errors.New("[MGS2001] denied") // want `code MGS2001 is written into a message`

func fits(ctx context.Context, names []string, err error) {
	diag.Emit(codes.MGS2008, slog.Any("vars", names))
	diag.EmitContext(ctx, codes.MGS2003, slog.Int("stripped_count", 1), slog.String("cmd", "sh"))
	_ = diag.New(codes.MGS2001, slog.String("path", "/x"))
	_ = diag.Wrap(err, codes.MGS2012, slog.String("var", "X"))
	_ = diag.Errorf(codes.MGS2001, "reading %s: %w", "/x", err)
	codes.EmitMGS2008Withheld(ctx, names)
}

func misfits(ctx context.Context, err error) {
	diag.Emit(codes.MGS2008, slog.String("variable", "X"))               // want `fields \[variable\] fit no event of MGS2008: want withheld \[vars\] or injected \[var\] or refused \[overrides\]`
	diag.EmitContext(ctx, codes.MGS2003, slog.String("cmd", "sh"))       // want `fields \[cmd\] fit no event of MGS2003: want \[cmd stripped_count\]`
	diag.Emit(codes.MGS2003)                                             // want `fields \[\] fit no event of MGS2003`
	_ = diag.Wrap(err, codes.MGS2012)                                    // want `fields \[\] fit no event of MGS2012: want \[var\]`
	diag.Emit(codes.MGS2008, slog.Any("var", 1), slog.String("var", "")) // want `field "var" stands twice`
}

func notKnown(c diag.Code, key string, attrs []slog.Attr) {
	diag.Emit(c, slog.String("x", "y"))
	diag.Emit(codes.MGS2008, slog.String(key, "y"))
	diag.Emit(codes.MGS2008, attrs...)
	fmt.Println(codes.Code(key))
	log.Print("[ACME1001] of another catalog")
	log.Print("[MGS9999] no code")
}

func gone() {
	diag.Emit(codes.MGS2009)               // want `MGS2009 is retired: its page says why`
	_ = diag.Errorf(codes.MGS2009, "x")    // want `MGS2009 is retired`
	diag.Emit(codes.Code("MGS9999"))       // want `"MGS9999" is no code of github.com/egladman/magus/codes`
	fmt.Println(codes.Code("MGS2001"))     // want `use the constant MGS2001`
	log.Printf("[MGS2008] x %d", 1)        // want `code MGS2008 is written into a message`
	slog.Warn("see [MGS2008] for more")    // want `code MGS2008 is written into a message`
	_ = fmt.Errorf("[MGS2007] x: %w", nil) // want `code MGS2007 is written into a message`
}
