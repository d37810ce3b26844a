package vet

import (
	"log/slog"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

const (
	local = codes.MGS2003
	key   = "cmd"
)

type alias = codes.Code

func forms(l *slog.Logger, names []string, attr slog.Attr) {
	diag.Emit(local, slog.Attr{Key: key}, slog.Attr{Key: "stripped_count", Value: slog.IntValue(1)})
	diag.Emit(local, slog.Attr{Key: "x"})                           // want `fields \[x\] fit no event of MGS2003`
	diag.Emit(local, (slog.Attr{"x", slog.StringValue("y")}))       // want `fields \[x\] fit no event of MGS2003`
	diag.Emit(local, slog.Group("g", slog.String("cmd", "x")))      // want `fields \[g\] fit no event of MGS2003`
	diag.Emit(local, slog.GroupAttrs("g", slog.String("cmd", "x"))) // want `fields \[g\] fit no event of MGS2003`
	diag.Emit(local, slog.Group("", slog.String("cmd", "x"), slog.Int("stripped_count", 1)))
	diag.Emit(local, slog.Attr{Value: slog.GroupValue(attr)}, attr)
	diag.Emit(codes.MGS2008, slog.Attr{Key: "vars", Value: slog.AnyValue(names)})
	var made codes.Code = "MGS9999" // want `"MGS9999" is no code of github.com/egladman/magus/codes`
	diag.Emit(made)
	diag.Emit(alias("MGS9999")) // want `"MGS9999" is no code`
	if made == "MGS2001" || made == "" {
		l.Info("MGS2001 is known", "code", codes.MGS2001)
	}
	l.Info("[MGS2003] x")         // want `code MGS2003 is written into a message`
	l.Info("[PID42] [MGS2003] x") // want `code MGS2003 is written into a message`
	if made == "MGS2o01" {        // want `"MGS2o01" is no code`
		panic("[MGS2001] x") // want `code MGS2001 is written into a message`
	}
	panic(codes.MGS2001)
}

func generic[C diag.Code](c C, attrs ...slog.Attr) { diag.Emit(c, attrs...) }

func callsGeneric() { generic(codes.MGS2008, slog.String("var", "X")) }

// Second definitions of codes that have pages.
const (
	again      codes.Code = "MGS2001" // want `MGS2001 is defined by its page: use the constant MGS2001`
	same                  = codes.MGS2001
	unknown    codes.Code = "MGS9999" // want `"MGS9999" is no code`
	zero       codes.Code = ""
	plain                 = "MGS2001"
	plainTyped string     = "MGS2001"
)

var (
	byHand = diag.Descriptor{Code: "MGS2001", Title: "something else"} // want `MGS2001 is defined by its page, in github.com/egladman/magus/codes: take its Descriptor`
	list   = []*diag.Descriptor{
		{Code: "MGS2002"}, // want `MGS2002 is defined by its page`
		{Code: "ACME1001", Title: "of another catalog"},
		{},
	}
)
