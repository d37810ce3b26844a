package page

import "strings"

// suggest names the key that is nearest to an unknown one, or all keys when
// none is near.
func suggest(unknown string, keys []Key) string {
	best, least := "", 1+max(1, len(unknown)/3)
	if len(unknown) <= 40 {
		for _, k := range keys {
			if d := distance(strings.ToLower(unknown), k.Name); d < least {
				best, least = k.Name, d
			}
		}
	}
	if best == "" {
		return "want one of " + names(keys)
	}
	return `did you mean "` + best + `"?`
}

// distance returns how many bytes to add, drop, change or swap with their
// neighbour lead from a to b.
func distance(a, b string) int {
	prev, row := make([]int, len(b)+1), make([]int, len(b)+1)
	var older []int
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, prev, row = prev, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
