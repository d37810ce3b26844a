package ghactions

import (
	"io"
	"log/slog"
	"os"

	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/internal/jsonrec"
)

// NewHandler returns a handler that writes each record to w, by one Write, as
// one workflow command. The options mean what they mean for diag.NewHandler,
// but Format, Color, ShowLevel and Time are not used, and each annotation
// shows the URL of its code unless Links is LinksNever. The runner reads
// commands from standard output and standard error alike.
func NewHandler(w io.Writer, o diag.Options) slog.Handler {
	return newHandler(w, o, os.Getenv)
}

func newHandler(w io.Writer, o diag.Options, getenv func(string) string) slog.Handler {
	s := sink{link: o.Links != diag.LinksNever, workspace: getenv("GITHUB_WORKSPACE")}
	o.Format, o.Time = diag.JSON, diag.TimeOff
	return diag.NewHandler(jsonrec.NewWriter(w, s.render), o)
}
