package diag

import "strings"

// Nearest is the known name that a mistyped one most likely stands for, "" where none is near: at most a third of its
// letters, or two of a short one, may have been put in, left out, changed or swapped with their neighbour; capitals do
// not count. Of several that are equally near it is the first.
func Nearest(name string, known []string) string {
	best, least := "", min(max(len(name)/3+1, 3), len(name))
	for _, k := range known {
		if diff := len(k) - len(name); diff >= least || -diff >= least {
			continue // further away by its length alone
		}
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of letters to put in, leave out, change or swap to get from one text to the other (Damerau and
// Levenshtein, optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
