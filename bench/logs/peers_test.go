package logs

import (
	"io"
	"log/slog"

	v2 "charm.land/log/v2"
	charm "github.com/charmbracelet/log"
	"github.com/phuslu/log"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// noTime drops the time of a slog record.
func noTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func slogText(w io.Writer, l slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: l, ReplaceAttr: noTime}))
}

func slogJSON(w io.Writer, l slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: l}))
}

func zapConfig(timeKey string) zapcore.EncoderConfig {
	c := zap.NewProductionEncoderConfig()
	c.TimeKey = timeKey
	c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	return c
}

func zapConsole(w io.Writer, l zapcore.Level) *zap.Logger {
	return zap.New(zapcore.NewCore(zapcore.NewConsoleEncoder(zapConfig("")), zapcore.AddSync(w), l))
}

func zapJSON(w io.Writer, l zapcore.Level) *zap.Logger {
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zapConfig("time")), zapcore.AddSync(w), l))
}

func zeroConsole(w io.Writer) zerolog.Logger {
	return zerolog.New(zerolog.ConsoleWriter{Out: w, NoColor: true, PartsExclude: []string{zerolog.TimestampFieldName}})
}

func zeroJSON(w io.Writer, l zerolog.Level) zerolog.Logger {
	zerolog.TimeFieldFormat = "2006-01-02T15:04:05.999999999Z07:00"
	return zerolog.New(w).Level(l).With().Timestamp().Logger()
}

func phusluConsole(w io.Writer) *log.Logger {
	return &log.Logger{Level: log.InfoLevel, Writer: &log.ConsoleWriter{Writer: w}}
}

func phusluJSON(w io.Writer, l log.Level) *log.Logger {
	return &log.Logger{Level: l, TimeFormat: "2006-01-02T15:04:05.999999999Z07:00", Writer: log.IOWriter{Writer: w}}
}

func charmText(w io.Writer) *charm.Logger { return charm.New(w) }

func charm2Text(w io.Writer) *v2.Logger { return v2.New(w) }

func charmJSON(w io.Writer) *charm.Logger {
	return charm.NewWithOptions(w, charm.Options{Formatter: charm.JSONFormatter, ReportTimestamp: true})
}
