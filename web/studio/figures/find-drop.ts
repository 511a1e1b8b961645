import type { Api } from '../../../packages/client/src/lyceum.ts'

/** Below these, a difference between two slides may be chance. */
const MIN_PLAYS = 20
const MIN_SHARE = 0.1

/** The slide after which most plays end, if many do. */
export function findDrop({
  plays,
  slides,
}: Pick<Api.CourseStats['lessons'][number], 'plays' | 'slides'>): number | undefined {
  if (plays < MIN_PLAYS) return undefined
  const drops = slides.slice(0, -1).map(({ order, seen }, index) => ({
    order,
    lost: seen - slides[index + 1]!.seen,
  }))
  const largest = drops.reduce((most, drop) => (drop.lost > most.lost ? drop : most), { order: 0, lost: 0 })
  return largest.lost >= MIN_SHARE * plays ? largest.order : undefined
}
