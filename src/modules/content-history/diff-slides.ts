import { type SnapshotSlide, toSortedJson } from './public/snapshot.ts'

export interface SlideDifference {
  change: 'ADDED' | 'REMOVED' | 'MOVED' | 'CHANGED'
  /** From 1; null for an added slide. */
  from: number | null
  /** From 1; null for a removed slide. */
  to: number | null
  before: SnapshotSlide | null
  after: SnapshotSlide | null
}

interface Pair {
  from: number
  to: number
  isEqual: boolean
}

/**
 * Compares slides, which have no ids. Equal slides in the same order are the same ones; then an equal slide elsewhere was moved, a
 * slide of the same question was changed, and a slide of the same type between the same neighbours was changed.
 */
export function diffSlides(before: SnapshotSlide[], after: SnapshotSlide[]): SlideDifference[] {
  const kept = commonOrder(before.map(identityOf), after.map(identityOf))
  const pairs = new Map(kept.map((pair) => [pair.to, pair]))
  const open = new Set(before.keys())
  for (const { from } of kept) open.delete(from)
  const moved = new Set<number>()
  const pairWith = (
    isPartner: (own: SnapshotSlide, to: number, from: number) => boolean,
    isEqual: boolean,
  ) => {
    for (const to of after.keys()) {
      const from = pairs.has(to) ? undefined : [...open].find((index) => isPartner(before[index]!, to, index))
      if (from === undefined) continue
      if (isEqual) moved.add(to)
      pairs.set(to, { from, to, isEqual })
      open.delete(from)
    }
  }
  pairWith((own, to) => identityOf(own) === identityOf(after[to]!), true)
  pairWith((own, to) => own.questionId !== undefined && own.questionId === after[to]!.questionId, false)
  pairWith(
    (own, to, from) => own.type === after[to]!.type && gapOf(kept, 'from', from) === gapOf(kept, 'to', to),
    false,
  )

  const removed = [...open].map((from) => differenceOf('REMOVED', from, null))
  const others = [...after.keys()].flatMap((to) => {
    const pair = pairs.get(to)
    if (!pair) return [differenceOf('ADDED', null, to)]
    if (!pair.isEqual) return [differenceOf('CHANGED', pair.from, to)]
    return moved.has(to) ? [differenceOf('MOVED', pair.from, to)] : []
  })
  return [...removed, ...others]

  function differenceOf(
    change: SlideDifference['change'],
    from: number | null,
    to: number | null,
  ): SlideDifference {
    return {
      change,
      from: from === null ? null : from + 1,
      to: to === null ? null : to + 1,
      before: from === null ? null : before[from]!,
      after: to === null ? null : after[to]!,
    }
  }
}

/** The number of kept slides before a place: slides in the same gap have the same neighbours. */
function gapOf(kept: Pair[], side: 'from' | 'to', place: number): number {
  return kept.filter((pair) => pair[side] < place).length
}

/** The content of a slide. The same question has another id after a publication that changed it. */
function identityOf({ questionId: _, ...content }: SnapshotSlide): string {
  return toSortedJson(content)
}

/** The longest common subsequence. A lesson has at most 100 slides. */
function commonOrder(before: string[], after: string[]): Pair[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let from = before.length - 1; from >= 0; from--)
    for (let to = after.length - 1; to >= 0; to--)
      lengths[from]![to] =
        before[from] === after[to]
          ? lengths[from + 1]![to + 1]! + 1
          : Math.max(lengths[from + 1]![to]!, lengths[from]![to + 1]!)
  const pairs: Pair[] = []
  let [from, to] = [0, 0]
  while (from < before.length && to < after.length) {
    if (before[from] === after[to]) pairs.push({ from: from++, to: to++, isEqual: true })
    else if (lengths[from + 1]![to]! >= lengths[from]![to + 1]!) from++
    else to++
  }
  return pairs
}
