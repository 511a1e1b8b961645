/** A ratio of a quick run: the measurement of Lyceum divided by that of a peer. */
export type QuickRatio = {
  benchmark: string
  title: string
  against: string
  /** Whether a higher ratio is better. */
  isHigherBetter: boolean
  ratio: number
}

export type Baseline = { date: string; ratios: QuickRatio[] }

export type Comparison = QuickRatio & { baseline: number | undefined; isWorse: boolean }

/** A ratio may be worse than the stored one by this share. */
export const ALLOWED_SHARE = 0.15

/** Compares each ratio with the stored one; a ratio that is not stored is never worse. */
export function compareWithBaseline(ratios: QuickRatio[], stored: QuickRatio[]): Comparison[] {
  return ratios.map((measured) => {
    const baseline = stored.find((one) => isSame(one, measured))?.ratio
    return { ...measured, baseline, isWorse: baseline !== undefined && isWorse(measured, baseline) }
  })
}

/** The better one of two runs of each ratio: a single slow run of a shared machine is not a regression. */
export function betterOf(first: QuickRatio[], second: QuickRatio[]): QuickRatio[] {
  return first.map((one) => {
    const other = second.find((each) => isSame(each, one))
    if (!other) return one
    return one.isHigherBetter === other.ratio > one.ratio ? other : one
  })
}

/** Replaces the stored ratios that were measured, and keeps those of other benchmarks. */
export function replaceRatios(stored: QuickRatio[], measured: QuickRatio[]): QuickRatio[] {
  const benchmarks = new Set(measured.map(({ benchmark }) => benchmark))
  return [...stored.filter(({ benchmark }) => !benchmarks.has(benchmark)), ...measured]
}

function isSame(one: QuickRatio, other: QuickRatio): boolean {
  return one.benchmark === other.benchmark && one.title === other.title && one.against === other.against
}

function isWorse({ ratio, isHigherBetter }: QuickRatio, baseline: number): boolean {
  return isHigherBetter ? ratio < baseline * (1 - ALLOWED_SHARE) : ratio > baseline * (1 + ALLOWED_SHARE)
}
