package page

import (
	"strings"

	"github.com/egladman/magus/internal/text"
)

// suggest names the key that is nearest to an unknown one, or all keys when
// none is near.
func suggest(unknown string, keys []Key) string {
	best, least := "", 1+max(1, len(unknown)/3)
	if len(unknown) <= 40 {
		for _, k := range keys {
			if d := text.Distance(strings.ToLower(unknown), k.Name); d < least {
				best, least = k.Name, d
			}
		}
	}
	if best == "" {
		return "want one of " + names(keys)
	}
	return `did you mean "` + best + `"?`
}
