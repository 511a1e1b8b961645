import type { CancelReason } from '../../../events/contests.ts'
import { addMs, HOUR_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'

export type ContestId = Id<'Contest'>

export const CONTEST_STATUSES = ['UPCOMING', 'LIVE', 'ENDED', 'SETTLED', 'CANCELLED'] as const
export type ContestStatus = (typeof CONTEST_STATUSES)[number]

export const CONTEST_TYPES = ['PUBLIC', 'PRIVATE'] as const
type ContestType = (typeof CONTEST_TYPES)[number]

/** Submissions that arrive this late after a deadline are accepted. */
export const GRACE_MS = 5 * SECOND_MS

export const DEFAULT_PRIZE_TABLE = [50, 30, 20]
export const DEFAULT_MIN_PARTICIPANTS = 2
/** Percent. Guessing among four options gives 25. */
export const DEFAULT_MIN_PRIZE_SCORE = 50

/** The house pays its pool only if at least this many participants submit. */
export const HOUSE_MIN_PARTICIPANTS = 2
/** The same for a contest that a CREATOR wrote, and how long such a contest must be open. */
export const CREATOR_HOUSE_MIN_PARTICIPANTS = 5
export const CREATOR_MIN_OPEN_MS = HOUR_MS

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
  /** How many of the questions are drawn for each participant; null: all. */
  questionsPerAttempt: number | null
  minPrizeScore: number
  houseMinParticipants: number
  /** Null until the contest is settled. */
  isHousePoolPaid: boolean | null
  seed: string
  outcome: 'SETTLED' | 'CANCELLED' | null
  cancelReason: CancelReason | null
  decidedAt: Date | null
  /** Null for contests of the operator, and after the account was deleted. */
  authorId: UserId | null
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

/** Whether the results are final and may be shown. */
export function isDecided(status: ContestStatus): boolean {
  return status === 'SETTLED' || status === 'CANCELLED'
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

/** The number of questions that each participant answers. */
export function questionCountOf({
  questionIds,
  questionsPerAttempt,
}: Pick<Contest, 'questionIds' | 'questionsPerAttempt'>): number {
  return questionsPerAttempt ?? questionIds.length
}

/** Whether participants can win gems. */
export function hasPrizes({
  entryFeeGems,
  guaranteedPoolGems,
}: Pick<Contest, 'entryFeeGems' | 'guaranteedPoolGems'>): boolean {
  return entryFeeGems > 0n || guaranteedPoolGems > 0n
}

/** One shard for each value of a hexadecimal digit. */
export const SHARD_COUNT = 16

/** The shard that counts a participant and escrows the fee: the last digit of the user id, which is random. */
export function shardOf(userId: string): number {
  return Number.parseInt(userId.slice(-1), SHARD_COUNT)
}
