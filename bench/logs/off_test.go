package logs

import (
	"io"
	"log/slog"
	"testing"

	charm "github.com/charmbracelet/log"
	"github.com/phuslu/log"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
)

// BenchmarkOff is a record whose level is off.
func BenchmarkOff(b *testing.B) {
	b.Run("diag-typed", func(b *testing.B) {
		c := use(b, diag.Options{Level: level(slog.LevelError)})
		for b.Loop() {
			emitTyped()
		}
		silent(b, c)
	})
	b.Run("diag-emit", func(b *testing.B) {
		c := use(b, diag.Options{Level: level(slog.LevelError)})
		for b.Loop() {
			emit()
		}
		silent(b, c)
	})
	b.Run("diag-enabled", func(b *testing.B) {
		use(b, diag.Options{Level: level(slog.LevelError)})
		n := 0
		for b.Loop() {
			if diag.Enabled(ctx, codes.MGS2003) {
				n++
			}
		}
		if n > 0 {
			b.Fatal("enabled")
		}
	})
	b.Run("diag-emit-overridden", func(b *testing.B) { // an override keeps the floor low
		c := use(b, diag.Options{Level: level(slog.LevelError), Overrides: "MGS2001=warn"})
		for b.Loop() {
			emit()
		}
		silent(b, c)
	})
	b.Run("slog", func(b *testing.B) {
		l := slogText(io.Discard, slog.LevelError)
		b.ReportAllocs()
		for b.Loop() {
			l.LogAttrs(ctx, slog.LevelInfo, msg, slog.String("cmd", command), slog.Int("stripped_count", count))
		}
	})
	b.Run("slog-enabled", func(b *testing.B) {
		l := slogText(io.Discard, slog.LevelError)
		n := 0
		for b.Loop() {
			if l.Enabled(ctx, slog.LevelInfo) {
				n++
			}
		}
		if n > 0 {
			b.Fatal("enabled")
		}
	})
	b.Run("zerolog", func(b *testing.B) {
		l := zeroJSON(io.Discard, zerolog.ErrorLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("cmd", command).Int("stripped_count", count).Msg(msg)
		}
	})
	b.Run("zap", func(b *testing.B) {
		l := zapJSON(io.Discard, zapcore.ErrorLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(msg, zap.String("cmd", command), zap.Int("stripped_count", count))
		}
	})
	b.Run("zap-check", func(b *testing.B) {
		l := zapJSON(io.Discard, zapcore.ErrorLevel)
		b.ReportAllocs()
		for b.Loop() {
			if ce := l.Check(zapcore.InfoLevel, msg); ce != nil {
				ce.Write(zap.String("cmd", command), zap.Int("stripped_count", count))
			}
		}
	})
	b.Run("phuslu", func(b *testing.B) {
		l := phusluJSON(io.Discard, log.ErrorLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("cmd", command).Int("stripped_count", count).Msg(msg)
		}
	})
	b.Run("charm", func(b *testing.B) {
		l := charmText(&counter{})
		l.SetLevel(charm.ErrorLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(msg, "cmd", command, "stripped_count", count)
		}
	})
}

func silent(b *testing.B, c *counter) {
	b.Helper()
	if c.writes > 0 {
		b.Fatal("a record was written that is off")
	}
}
