package catalog

import "github.com/egladman/magus/internal/text"

// nearest returns the candidate that is most like word, or "" when none is
// like enough to be what the author meant.
func nearest(word string, candidates []string) string {
	best, distance := "", len(word)/3+2
	for _, c := range candidates {
		if len(c) > len(word)+distance || len(word) > len(c)+distance {
			continue
		}
		if d := text.Distance(word, c); d < distance {
			best, distance = c, d
		}
	}
	return best
}

// didYouMean returns a ready-made clause for the nearest candidate, or "".
func didYouMean(word string, candidates []string) string {
	if n := nearest(word, candidates); n != "" {
		return "; did you mean " + n + "?"
	}
	return ""
}
