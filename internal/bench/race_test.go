package bench

import (
	"runtime"
	"slices"
	"testing"
	"time"
)

// contender is one way to do the task of a benchmark.
type contender struct {
	name string
	run  func()
}

// turn is how long one contender runs before the next has its turn: short, so that whatever else the machine does hits all
// of them, and long enough for the clock.
const turn = 200 * time.Microsecond

// race measures ours against rivals and reports, for each, how many times as long it takes.
func race(b *testing.B, ours func(), rivals ...contender) {
	b.Helper()
	b.ReportAllocs() // as printed; the figures are ours alone, see below
	all := append([]contender{{"", ours}}, rivals...)
	counts := make([]int, len(all))
	for i, c := range all {
		counts[i] = calibrate(c.run)
	}
	times := make([][]float64, len(all)) // in ns for one run, by turn
	for round := 0; b.Loop(); round++ {
		for j := range all {
			i := (round + j) % len(all) // nobody always comes after the same one, and its garbage
			start := time.Now()
			for range counts[i] {
				all[i].run()
			}
			times[i] = append(times[i], float64(time.Since(start))/float64(counts[i]))
		}
	}
	for i, c := range rivals {
		ratios := make([]float64, len(times[0]))
		for t := range ratios {
			ratios[t] = times[i+1][t] / times[0][t]
		}
		b.ReportMetric(median(ratios), "vs-"+c.name)
	}
	b.ReportMetric(median(times[0]), "ns/op")
	bytes, allocs := memory(ours)
	b.ReportMetric(bytes, "B/op")
	b.ReportMetric(allocs, "allocs/op")
}

// calibrate is how often to run within a turn.
func calibrate(run func()) int {
	for n := 1; ; n *= 2 {
		start := time.Now()
		for range n {
			run()
		}
		if d := time.Since(start); d >= turn/2 {
			return max(1, int(float64(n)*float64(turn)/float64(d)))
		}
	}
}

// memory is how many bytes and allocations one run takes.
func memory(run func()) (bytes, allocs float64) {
	const runs = 100
	var before, after runtime.MemStats
	run()
	runtime.ReadMemStats(&before)
	for range runs {
		run()
	}
	runtime.ReadMemStats(&after)
	return float64((after.TotalAlloc - before.TotalAlloc) / runs), float64((after.Mallocs - before.Mallocs) / runs)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
