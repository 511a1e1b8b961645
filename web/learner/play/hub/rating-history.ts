import type { Api } from '../../../../packages/client/src/lyceum.ts'

export interface RatingPoint {
  rating: number
  at: string
}

/** The rating after each rated battle, oldest first, from the current rating and the changes before it. */
export function ratingHistory(current: number, newestFirst: readonly Api.Battle[]): RatingPoint[] {
  const rated = newestFirst.filter(
    ({ kind, opponent, endedAt }) => kind === 'QUEUE' && opponent?.isBot === false && endedAt !== null,
  )
  const points: RatingPoint[] = []
  let rating = current
  for (const { ratingDelta, endedAt } of rated) {
    points.push({ rating, at: endedAt! })
    rating -= ratingDelta ?? 0
  }
  return points.reverse()
}
