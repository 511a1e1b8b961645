/** A measurement at a time, in seconds from the start. */
export type Point = { at: number; value: number }

/** Growth that still counts as flat: this share of the mean, or this many units if that is more. */
export type Tolerance = { share: number; units: number }

export type Verdict = { mean: number; growth: number; allowed: number; isFlat: boolean }

/** Caches fill, pools open and code is compiled in the first third, so it is ignored. */
const WARM_UP_SHARE = 1 / 3

/** A least squares line through the values after the warm-up, and its rise over that time. */
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
