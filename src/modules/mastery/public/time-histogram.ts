/** The upper limits of the times in seconds. A last bucket has all longer ones. */
const LIMITS = [1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 25, 30, 40, 60, 90, 120, 180, 300, 600]
const BUCKETS = LIMITS.length + 1

/** How many times are in each bucket. It is stored, so the limits of the buckets must not change. */
export type TimeHistogram = number[]

export function emptyHistogram(): TimeHistogram {
  return new Array<number>(BUCKETS).fill(0)
}

/** Returns the histogram with one more time. */
export function withTime(histogram: TimeHistogram | null, seconds: number): TimeHistogram {
  const counts = [...(histogram ?? emptyHistogram())]
  const found = LIMITS.findIndex((limit) => seconds < limit)
  counts[found === -1 ? BUCKETS - 1 : found]! += 1
  return counts
}

export function addHistograms(first: TimeHistogram, second: TimeHistogram): TimeHistogram {
  return first.map((count, bucket) => count + second[bucket]!)
}

export function countTimes(histogram: TimeHistogram | null): number {
  return (histogram ?? []).reduce((sum, count) => sum + count, 0)
}

/**
 * The median in seconds; null without a time. Times are taken to be spread evenly in their bucket, so it is off by less
 * than the width of one bucket. Above ten minutes it is ten minutes.
 */
export function medianSeconds(histogram: TimeHistogram | null): number | null {
  const total = countTimes(histogram)
  if (!histogram || total === 0) return null
  let before = 0
  for (const [bucket, count] of histogram.entries()) {
    if (count > 0 && before + count >= total / 2) {
      const lower = LIMITS[bucket - 1] ?? 0
      const upper = LIMITS[bucket] ?? lower
      return lower + ((upper - lower) * (total / 2 - before)) / count
    }
    before += count
  }
  return null
}
