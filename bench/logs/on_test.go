package logs

import (
	"context"
	"log/slog"
	"testing"

	"github.com/phuslu/log"
	"github.com/rs/zerolog"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/egladman/magus/codes"
	"github.com/egladman/magus/diag"
	"github.com/egladman/magus/diag/charmlog"
)

// BenchmarkText is a record for people, without a time: code, message, URL and
// two fields.
func BenchmarkText(b *testing.B) {
	options := diag.Options{Links: diag.LinksAlways}
	b.Run("diag-typed", func(b *testing.B) {
		c := use(b, options)
		for b.Loop() {
			emitTyped()
		}
		wrote(b, c)
	})
	b.Run("diag-emit", func(b *testing.B) {
		c := use(b, options)
		for b.Loop() {
			emit()
		}
		wrote(b, c)
	})
	b.Run("slog", func(b *testing.B) {
		c := &counter{}
		l := slogText(c, slog.LevelInfo)
		b.ReportAllocs()
		for b.Loop() {
			l.LogAttrs(ctx, slog.LevelInfo, coded, slog.String("cmd", command), slog.Int("stripped_count", count))
		}
		wrote(b, c)
	})
	b.Run("zap", func(b *testing.B) {
		c := &counter{}
		l := zapConsole(c, zapcore.InfoLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(coded, zap.String("cmd", command), zap.Int("stripped_count", count))
		}
		wrote(b, c)
	})
	b.Run("zerolog", func(b *testing.B) {
		c := &counter{}
		l := zeroConsole(c)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("cmd", command).Int("stripped_count", count).Msg(coded)
		}
		wrote(b, c)
	})
	b.Run("phuslu", func(b *testing.B) {
		c := &counter{}
		l := phusluConsole(c)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("cmd", command).Int("stripped_count", count).Msg(coded)
		}
		b.ReportMetric(float64(c.n)/float64(b.N), "written/op")
	})
	b.Run("charm", func(b *testing.B) {
		c := &counter{}
		l := charmText(c)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(coded, "cmd", command, "stripped_count", count)
		}
		wrote(b, c)
	})
	b.Run("charm2", func(b *testing.B) {
		c := &counter{}
		l := charm2Text(c)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(coded, "cmd", command, "stripped_count", count)
		}
		wrote(b, c)
	})
	b.Run("charmlog", func(b *testing.B) {
		c := &counter{}
		old := diag.SetDefault(charmlog.NewHandler(c, options))
		defer diag.SetDefault(old)
		b.ReportAllocs()
		for b.Loop() {
			emit()
		}
		wrote(b, c)
	})
}

// BenchmarkJSON is a record for machines: time, level, code, URL, message and
// two fields.
func BenchmarkJSON(b *testing.B) {
	options := diag.Options{Format: diag.JSON}
	b.Run("diag-typed", func(b *testing.B) {
		c := use(b, options)
		for b.Loop() {
			emitTyped()
		}
		wrote(b, c)
	})
	b.Run("diag-emit", func(b *testing.B) {
		c := use(b, options)
		for b.Loop() {
			emit()
		}
		wrote(b, c)
	})
	b.Run("slog", func(b *testing.B) {
		c := &counter{}
		l := slogJSON(c, slog.LevelInfo)
		b.ReportAllocs()
		for b.Loop() {
			l.LogAttrs(ctx, slog.LevelInfo, msg, slog.String("code", code), slog.String("url", url),
				slog.String("cmd", command), slog.Int("stripped_count", count))
		}
		wrote(b, c)
	})
	b.Run("zap", func(b *testing.B) {
		c := &counter{}
		l := zapJSON(c, zapcore.InfoLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(msg, zap.String("code", code), zap.String("url", url),
				zap.String("cmd", command), zap.Int("stripped_count", count))
		}
		wrote(b, c)
	})
	b.Run("zerolog", func(b *testing.B) {
		c := &counter{}
		l := zeroJSON(c, zerolog.InfoLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("code", code).Str("url", url).Str("cmd", command).Int("stripped_count", count).Msg(msg)
		}
		wrote(b, c)
	})
	b.Run("phuslu", func(b *testing.B) {
		c := &counter{}
		l := phusluJSON(c, log.InfoLevel)
		b.ReportAllocs()
		for b.Loop() {
			l.Info().Str("code", code).Str("url", url).Str("cmd", command).Int("stripped_count", count).Msg(msg)
		}
		wrote(b, c)
	})
	b.Run("charm", func(b *testing.B) {
		c := &counter{}
		l := charmJSON(c)
		b.ReportAllocs()
		for b.Loop() {
			l.Info(msg, "code", code, "url", url, "cmd", command, "stripped_count", count)
		}
		wrote(b, c)
	})
}

// BenchmarkForeign is a diagnostic that goes to slog's own JSON handler, beside
// what slog does with the same attributes.
func BenchmarkForeign(b *testing.B) {
	b.Run("diag-emit", func(b *testing.B) {
		c := &counter{}
		old := diag.SetDefault(slog.NewJSONHandler(c, nil))
		defer diag.SetDefault(old)
		b.ReportAllocs()
		for b.Loop() {
			emit()
		}
		wrote(b, c)
	})
	b.Run("diag-emit-off", func(b *testing.B) {
		c := &counter{}
		old := diag.SetDefault(slog.NewJSONHandler(c, &slog.HandlerOptions{Level: slog.LevelError}))
		defer diag.SetDefault(old)
		b.ReportAllocs()
		for b.Loop() {
			emit()
		}
		silent(b, c)
	})
	b.Run("slog", func(b *testing.B) {
		c := &counter{}
		l := slog.New(slog.NewJSONHandler(c, nil))
		b.ReportAllocs()
		for b.Loop() {
			l.LogAttrs(ctx, slog.LevelInfo, msg, slog.Any("code", codes.MGS2003), slog.String("url", url),
				slog.Group("fields", slog.String("cmd", command), slog.Int("stripped_count", count)))
		}
		wrote(b, c)
	})
}

// BenchmarkDeep is a typed emitter whose handler is found below 20 other
// values of the context, beside slog, which does not look there.
func BenchmarkDeep(b *testing.B) {
	type key int
	deep := func(ctx context.Context) context.Context {
		for i := range 20 {
			ctx = context.WithValue(ctx, key(i), i)
		}
		return ctx
	}
	b.Run("diag-on", func(b *testing.B) {
		c := &counter{}
		h := diag.NewHandler(c, diag.Options{Links: diag.LinksAlways})
		ctx := deep(diag.WithHandler(context.Background(), h))
		b.ReportAllocs()
		for b.Loop() {
			codes.EmitMGS2003(ctx, command, count)
		}
		wrote(b, c)
	})
	b.Run("diag-off", func(b *testing.B) {
		off := use(b, diag.Options{Level: level(slog.LevelError)})
		c := &counter{}
		h := diag.NewHandler(c, diag.Options{Level: level(slog.LevelError)})
		ctx := deep(diag.WithHandler(context.Background(), h))
		for b.Loop() {
			codes.EmitMGS2003(ctx, command, count)
		}
		silent(b, c)
		silent(b, off)
	})
	b.Run("slog-on", func(b *testing.B) {
		c := &counter{}
		l := slogText(c, slog.LevelInfo)
		ctx := deep(context.Background())
		b.ReportAllocs()
		for b.Loop() {
			l.LogAttrs(ctx, slog.LevelInfo, coded, slog.String("cmd", command), slog.Int("stripped_count", count))
		}
		wrote(b, c)
	})
}
