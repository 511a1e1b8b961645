import type { CancelReason, ContestId } from '../modules/contests/public/contest.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Told to those who have joined, some minutes before it begins. */
export const contestStarting = defineEvent<{
  contestId: ContestId
  title: string
  startsAt: string
  userIds: UserId[]
  at: string
}>('contests.contest_starting')

/** Told once for a participant, when prizes are paid; without rank and score for those who never submitted. */
export const contestResult = defineEvent<{
  userId: UserId
  contestId: ContestId
  title: string
  rank: number | null
  score: number | null
  prizeGems: number
  participantCount: number
  at: string
}>('contests.contest_result')

/** Told once for everybody whose rank is 1. */
export const contestWon = defineEvent<{ userId: UserId; contestId: ContestId; at: string }>(
  'contests.contest_won',
)

/** Told when the fee is back. */
export const contestCancelled = defineEvent<{
  contestId: ContestId
  title: string
  reason: CancelReason
  /** What each of them got back. */
  refundedGems: number
  userIds: UserId[]
  at: string
}>('contests.contest_cancelled')

/** Ranks are not what they were: somebody submitted, or it was decided. */
export const leaderboardChanged = defineEvent<{ contestId: ContestId }>('contests.leaderboard_changed')
