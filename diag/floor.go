package diag

import (
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// floor is where On looks first: the level of the only source of levels in
// use, or everything when there are several and each has to be asked, and also
// until the default handler exists. It is never nil.
var floor atomic.Pointer[slog.LevelVar]

var (
	fixed      slog.LevelVar // level info of handlers that were given no level; never set
	everything slog.LevelVar // for handlers whose level is not ours to read
)

func init() {
	everything.Set(math.MinInt)
	floor.Store(&everything)
}

// On reports whether any handler in use may take a record of level l. Generated
// emitters call it before they build their fields. It costs two loads.
func On(l slog.Level) bool {
	return l >= floor.Load().Level()
}

// on is On for the levels below a ceiling.
func (c Ceiling) on() bool {
	return slog.Level(c+unlimited) >= floor.Load().Level()
}

// maxSources bounds what is remembered of the handlers that were put in
// contexts. Past it every level counts as wanted.
const maxSources = 8

// sources holds the distinct level sources: that of the default handler and
// those of all handlers that ever were in a context.
var sources struct {
	sync.Mutex
	def *slog.LevelVar
	ctx []*slog.LevelVar
	all atomic.Pointer[[]*slog.LevelVar]
}

// wanted is the exact form of On for the case of several sources.
func wanted(l slog.Level) bool {
	all := sources.all.Load()
	if all == nil {
		return true
	}
	for _, v := range *all {
		if l >= v.Level() {
			return true
		}
	}
	return false
}

func setDefaultSource(v *slog.LevelVar) {
	sources.Lock()
	defer sources.Unlock()
	sources.def = v
	publish()
}

func addContextSource(v *slog.LevelVar) {
	if all := sources.all.Load(); all != nil && slices.Contains((*all)[1:], v) {
		return
	}
	sources.Lock()
	defer sources.Unlock()
	if slices.Contains(sources.ctx, v) || slices.Contains(sources.ctx, &everything) {
		return
	}
	if len(sources.ctx) == maxSources {
		sources.ctx = sources.ctx[:0]
		v = &everything
	}
	sources.ctx = append(sources.ctx, v)
	publish()
}

// publish makes the sources visible to On and wanted. The list starts with
// that of the default handler. While there is no default handler On must let
// all through, so that the first call makes it.
func publish() {
	if sources.def == nil {
		return
	}
	all := append([]*slog.LevelVar{sources.def}, sources.ctx...)
	sources.all.Store(&all)
	low := sources.def
	for _, v := range sources.ctx {
		if v != low {
			low = &everything
		}
	}
	floor.Store(low)
}
