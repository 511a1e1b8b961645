import type { CancelReason } from '../../../events/contests.ts'
import { addMs, SECOND_MS } from '../../../platform/clock.ts'
import type { Id } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'

export type ContestId = Id<'Contest'>

export const CONTEST_STATUSES = ['UPCOMING', 'LIVE', 'ENDED', 'SETTLED', 'CANCELLED'] as const
export type ContestStatus = (typeof CONTEST_STATUSES)[number]

export const CONTEST_TYPES = ['PUBLIC', 'PRIVATE'] as const
export type ContestType = (typeof CONTEST_TYPES)[number]

/** Submissions that arrive this late after a deadline are accepted. */
export const GRACE_MS = 5 * SECOND_MS

export const DEFAULT_PRIZE_TABLE = [50, 30, 20]
export const DEFAULT_MIN_PARTICIPANTS = 2

export interface Contest {
  id: ContestId
  title: string
  description: string
  type: ContestType
  roomCode: string | null
  entryFeeGems: bigint
  guaranteedPoolGems: bigint
  prizeTable: number[]
  minParticipants: number
  maxDurationSeconds: number | null
  startsAt: Date
  endsAt: Date
  questionIds: QuestionId[]
  seed: string
  outcome: 'SETTLED' | 'CANCELLED' | null
  cancelReason: CancelReason | null
  decidedAt: Date | null
}

/** The outcome, or the status by the clock while the contest is undecided. */
export function statusOf(
  contest: Pick<Contest, 'startsAt' | 'endsAt' | 'outcome'>,
  now: Date,
): ContestStatus {
  if (contest.outcome) return contest.outcome
  if (now < contest.startsAt) return 'UPCOMING'
  return now < contest.endsAt ? 'LIVE' : 'ENDED'
}

/** The time after which no submission is accepted, so that the contest can be settled. */
export function settlesAt({ endsAt }: Pick<Contest, 'endsAt'>): Date {
  return addMs(endsAt, GRACE_MS)
}

/** The deadline of an attempt that started at `startedAt`. */
export function deadlineOf(
  { maxDurationSeconds, endsAt }: Pick<Contest, 'maxDurationSeconds' | 'endsAt'>,
  startedAt: Date,
): Date {
  if (maxDurationSeconds === null) return endsAt
  const own = addMs(startedAt, maxDurationSeconds * SECOND_MS)
  return own < endsAt ? own : endsAt
}

/** The start of an attempt that was submitted without starting: the earliest possible time. */
export function defaultStartedAt({ startsAt }: Pick<Contest, 'startsAt'>, joinedAt: Date): Date {
  return joinedAt > startsAt ? joinedAt : startsAt
}

/** Percent, rounded down. With at most 100 questions, each correct answer gives at least one point. */
export function scoreOf(correctCount: number, totalQuestions: number): number {
  return Math.floor((100 * correctCount) / totalQuestions)
}

/** One shard for each value of a hexadecimal digit. */
export const SHARD_COUNT = 16

/** The shard that counts a participant and escrows the fee: the last digit of the user id, which is random. */
export function shardOf(userId: string): number {
  return Number.parseInt(userId.slice(-1), SHARD_COUNT)
}
