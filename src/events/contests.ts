import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export type CancelReason = 'TOO_FEW_PARTICIPANTS' | 'NO_SUBMISSIONS' | 'NO_PRIZE_SCORE' | 'BY_ADMIN'

/** Emitted in batches for all participants, some minutes before the contest starts. */
export const contestStarting = defineEvent<{
  contestId: Id<'Contest'>
  title: string
  startsAt: string
  userIds: UserId[]
  at: string
}>('contests.contest_starting')

/** Emitted once per participant after the prizes are paid. Rank and score are null without a submission. */
export const contestResult = defineEvent<{
  userId: UserId
  contestId: Id<'Contest'>
  title: string
  rank: number | null
  score: number | null
  prizeGems: number
  participantCount: number
  at: string
}>('contests.contest_result')

/** Emitted once for every participant with rank 1 and a score that is high enough for a prize. */
export const contestWon = defineEvent<{ userId: UserId; contestId: Id<'Contest'>; at: string }>(
  'contests.contest_won',
)

/** Emitted in batches after the fees are refunded. */
export const contestCancelled = defineEvent<{
  contestId: Id<'Contest'>
  title: string
  reason: CancelReason
  /** The refund of each participant. */
  refundedGems: number
  userIds: UserId[]
  at: string
}>('contests.contest_cancelled')

/** Emitted when ranks may have changed: after a submission, a settlement or a cancellation. */
export const leaderboardChanged = defineEvent<{ contestId: Id<'Contest'> }>('contests.leaderboard_changed')
