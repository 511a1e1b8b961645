/** What was measured at a moment, in seconds from the beginning. */
export type Point = { at: number; value: number }

/** Growth that is still called flat: so much of the mean, or so much in units if that is more. */
export type Tolerance = { share: number; units: number }

export type Verdict = { mean: number; growth: number; allowed: number; isFlat: boolean }

/** Caches fill, pools open, code is compiled: the first third says nothing about the rest. */
const WARM_UP_SHARE = 1 / 3

/** A line by least squares through what came after the warm-up, and how far it rises over that time. */
export function judgeTrend(points: Point[], tolerance: Tolerance): Verdict {
  const end = points.at(-1)?.at ?? 0
  const judged = points.filter(({ at }) => at >= end * WARM_UP_SHARE)
  const mean = meanOf(judged.map(({ value }) => value))
  const allowed = Math.max(tolerance.units, tolerance.share * mean)
  const first = judged[0]?.at ?? 0
  const growth = slopeOf(judged) * (end - first)
  return { mean, growth, allowed, isFlat: growth <= allowed }
}

export function slopeOf(points: Point[]): number {
  const at = meanOf(points.map((point) => point.at))
  const value = meanOf(points.map((point) => point.value))
  let [over, under] = [0, 0]
  for (const point of points) {
    over += (point.at - at) * (point.value - value)
    under += (point.at - at) ** 2
  }
  return under === 0 ? 0 : over / under
}

function meanOf(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
