import type { Notice } from '../notification.ts'
import type { HeardFacts } from './heard-facts.ts'

export function contestStarting(data: HeardFacts['contests.contest_starting']): Notice[] {
  const { contestId, title: contest } = data
  const time = new Date(data.startsAt)
  const type = 'CONTEST_STARTING'
  return data.userIds.map((userId) => ({
    userId,
    type,
    template: type,
    values: { contest, time },
    link: `contests/${contestId}`,
    // However often a start is announced, it is one start; put off to another time, it is another.
    dedupKey: `contest-starting:${contestId}:${data.startsAt}`,
    expiresAt: time,
  }))
}

/** Who never submitted has no place to be told of. */
export function contestResult(data: HeardFacts['contests.contest_result']): Notice[] {
  const { userId, contestId, title: contest, rank, prizeGems: gems } = data
  if (rank === null) return []
  const template = gems > 0 ? 'CONTEST_PRIZE' : 'CONTEST_RESULT'
  const values = { contest, rank, gems }
  return [{ userId, type: 'CONTEST_RESULT', template, values, link: `contests/${contestId}/leaderboard` }]
}

export function contestCancelled(data: HeardFacts['contests.contest_cancelled']): Notice[] {
  const { contestId, title: contest, refundedGems: gems } = data
  return data.userIds.map((userId) => ({
    userId,
    type: 'CONTEST_RESULT',
    template: gems > 0 ? 'CONTEST_REFUNDED' : 'CONTEST_CANCELLED',
    values: { contest, gems },
    link: `contests/${contestId}`,
    dedupKey: `contest-cancelled:${contestId}`,
  }))
}
