import { createHash } from 'node:crypto'
import { addMs, DAY_MS } from '../../platform/clock.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { TimeZoneSchema } from '../accounts/public/account-fields.ts'
import type { EditedQuestion } from '../authoring/public/question-draft.ts'
import {
  CREATOR_MIN_OPEN_MS,
  DEFAULT_MIN_PARTICIPANTS,
  DEFAULT_MIN_PRIZE_SCORE,
  DEFAULT_PRIZE_TABLE,
} from '../contests/public/contest.ts'
import {
  CONTEST_FIELDS,
  ContestQuestionSchema,
  findTimeRangeErrors,
} from '../contests/public/contest-draft.ts'
import type { QuestionId } from '../questions/public/question.ts'

export type ContestPlanId = Id<'ContestPlan'>

export const PLAN_STATUSES = ['DRAFT', 'RUNNING', 'DONE', 'STOPPED'] as const
export type PlanStatus = (typeof PLAN_STATUSES)[number]

/** The most weekly runs of a series, and the most questions of a pool. */
const MAX_RUNS = 26
const MAX_POOL = 500
/** The most questions of one contest. */
const MAX_RUN_QUESTIONS = 100
const RUN_INTERVAL_DAYS = 7
/** The answers to a question with a longer name of its skill do not count for mastery. */
const MAX_SKILL_LENGTH = 60

const Fields = {
  ...CONTEST_FIELDS,
  startsAt: TimestampSchema.nullable(),
  endsAt: TimestampSchema.nullable(),
  timeZone: TimeZoneSchema,
  runs: z.int().min(1).max(MAX_RUNS).openapi({
    description:
      'How many contests are created, one each week at the same local time. They share no question.',
  }),
  questionIds: z
    .array(z.uuid() as unknown as z.ZodType<QuestionId, string>)
    .max(MAX_POOL)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain a question twice')
    .openapi({ description: 'Questions of the bank. Each contest gets copies of them.' }),
}

/** What an author saves. A plan may be incomplete until it is published. */
export const ContestPlanDraftSchema = z
  .object({
    ...Fields,
    description: Fields.description.default(''),
    type: Fields.type.default('PUBLIC'),
    entryFeeGems: Fields.entryFeeGems.default(0),
    prizePoolGems: Fields.prizePoolGems.default(0),
    prizeTable: Fields.prizeTable.default(DEFAULT_PRIZE_TABLE),
    minParticipants: Fields.minParticipants.default(DEFAULT_MIN_PARTICIPANTS),
    maxDurationSeconds: Fields.maxDurationSeconds.default(null),
    questionsPerAttempt: Fields.questionsPerAttempt.default(null),
    minPrizeScore: Fields.minPrizeScore.default(DEFAULT_MIN_PRIZE_SCORE),
    startsAt: Fields.startsAt.default(null),
    endsAt: Fields.endsAt.default(null),
    timeZone: Fields.timeZone.default('UTC'),
    runs: Fields.runs.default(1),
    questionIds: Fields.questionIds.default([]),
  })
  .openapi('ContestPlanDraft')
export type PlanTerms = z.output<typeof ContestPlanDraftSchema>

/** The fields of a stored plan: all of them are there. */
export const PLAN_FIELDS = Fields

export const ContestPlanPatchSchema = z.object(Fields).partial().openapi('ContestPlanPatch')

export interface ContestPlan {
  id: ContestPlanId
  ownerId: UserId
  version: number
  status: PlanStatus
  terms: PlanTerms
  runsDone: number
  nextStartsAt: Date | null
  dueAt: Date | null
  problem: string | null
  createdAt: Date
  updatedAt: Date
}

/** The key of the contests that a plan has created. */
export const seriesKeyOf = (planId: ContestPlanId): string => `plan:${planId}`

/**
 * The questions of one run. A series divides its pool, because the participants of a run have seen its answers: no question
 * is asked in two runs. The plan determines the division.
 */
export function questionIdsOfRun(
  { id, terms }: Pick<ContestPlan, 'id' | 'terms'>,
  runIndex: number,
): QuestionId[] {
  const { runs, questionIds } = terms
  if (runs === 1) return questionIds
  const chance = (questionId: string) => createHash('sha256').update(`${id}\n${questionId}`).digest('hex')
  const size = Math.floor(questionIds.length / runs)
  return questionIds
    .map((questionId) => ({ questionId, chance: chance(questionId) }))
    .sort((one, other) => (one.chance < other.chance ? -1 : 1))
    .slice(runIndex * size, (runIndex + 1) * size)
    .map(({ questionId }) => questionId)
}

/** The same local time a week later: the difference to UTC may have changed. */
export function nextWeek(startsAt: Date, timeZone: string): Date {
  const next = addMs(startsAt, RUN_INTERVAL_DAYS * DAY_MS)
  return addMs(next, offsetMs(startsAt, timeZone) - offsetMs(next, timeZone))
}

function offsetMs(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const value = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(at.getTime() / 1_000) * 1_000
}

export const PLAN_PROBLEMS = [
  'TIMES_MISSING',
  'TIMES_INVALID',
  'START_PASSED',
  'RUNS_OVERLAP',
  'TOO_FEW_QUESTIONS',
  'TOO_MANY_QUESTIONS',
  'QUESTIONS_UNAVAILABLE',
  'QUESTIONS_KNOWN',
  'QUESTIONS_ASKED',
  'QUESTIONS_UNFIT',
  'OPEN_TOO_SHORT',
  'POOL_ABOVE_LIMIT',
  'BUDGET_SPENT',
  'QUESTIONS_IN_BATTLES',
  'EXPLANATIONS_MISSING',
  'NO_SUCH_AUTHOR',
] as const
type PlanProblemCode = (typeof PLAN_PROBLEMS)[number]
/** These are shown, but do not stop a publication. */
const WARNINGS: ReadonlySet<PlanProblemCode> = new Set(['QUESTIONS_IN_BATTLES', 'EXPLANATIONS_MISSING'])

/** One line of the checklist. `count` is the number of questions, or what is missing. */
export interface PlanProblem {
  code: PlanProblemCode
  isBlocking: boolean
  count: number | null
}

/** What authors may promise. Null: an ADMIN, without a limit. */
export interface PrizeBudget {
  /** The most gems of one contest. */
  poolLimit: number
  dailyLimit: number
  leftToday: number
}

/** What a checklist needs besides the plan. */
export interface PlanState {
  /** The questions of the plan that its owner may change. */
  pool: EditedQuestion[]
  /** The questions of the plan that contests of other plans have asked: their participants know the answers. */
  askedIds: ReadonlySet<QuestionId>
  budget: PrizeBudget | null
}

/** The checklist before publishing. The service refuses to publish while a line is blocking. */
export function checkPlan(
  { terms }: Pick<ContestPlan, 'terms'>,
  { pool, askedIds, budget, now }: PlanState & { now: Date },
): PlanProblem[] {
  return [
    ...checkTimes(terms, budget !== null, now),
    ...checkPool(terms, pool, askedIds),
    ...checkBudget(terms, budget),
  ].map(toProblem)
}

/** The checklist of a plan whose owner may not publish: the account has lost the role, or is suspended. */
export const NO_AUTHOR_PROBLEMS: PlanProblem[] = [toProblem(['NO_SUCH_AUTHOR', null])]

function toProblem([code, count]: Found): PlanProblem {
  return { code, isBlocking: !WARNINGS.has(code), count }
}

type Found = [PlanProblemCode, number | null]

function checkTimes(
  { startsAt, endsAt, runs, prizePoolGems }: PlanTerms,
  isLimited: boolean,
  now: Date,
): Found[] {
  if (startsAt === null || endsAt === null) return [['TIMES_MISSING', null]]
  const [start, end] = [new Date(startsAt), new Date(endsAt)]
  if (findTimeRangeErrors(start, end).length > 0) return [['TIMES_INVALID', null]]
  const openMs = end.getTime() - start.getTime()
  const found: Found[] = []
  if (start <= now) found.push(['START_PASSED', null])
  if (runs > 1 && openMs > RUN_INTERVAL_DAYS * DAY_MS) found.push(['RUNS_OVERLAP', null])
  if (isLimited && prizePoolGems > 0 && openMs < CREATOR_MIN_OPEN_MS) found.push(['OPEN_TOO_SHORT', null])
  return found
}

function checkPool(
  { questionIds, questionsPerAttempt, runs }: PlanTerms,
  pool: EditedQuestion[],
  askedIds: ReadonlySet<QuestionId>,
): Found[] {
  const usable = pool.filter(isAvailable)
  const count = (matches: (question: EditedQuestion) => boolean) => usable.filter(matches).length
  const missing = Math.max(1, questionsPerAttempt ?? 1) * runs - questionIds.length
  const tooMany = Math.floor(questionIds.length / runs) - MAX_RUN_QUESTIONS
  const found: Found[] = [
    ['TOO_FEW_QUESTIONS', Math.max(0, missing)],
    ['TOO_MANY_QUESTIONS', Math.max(0, tooMany)],
    ['QUESTIONS_UNAVAILABLE', questionIds.length - usable.length],
    // Learners see these with their answers in lessons.
    ['QUESTIONS_KNOWN', count(({ use, status }) => use === 'PRACTICE' && status === 'PUBLISHED')],
    ['QUESTIONS_ASKED', questionIds.filter((id) => askedIds.has(id)).length],
    ['QUESTIONS_UNFIT', count((question) => !ContestQuestionSchema.safeParse(toDraft(question)).success)],
    ['QUESTIONS_IN_BATTLES', count(({ use, status }) => use === 'CHALLENGE' && status === 'PUBLISHED')],
    ['EXPLANATIONS_MISSING', count(({ explanation }) => explanation.trim() === '')],
  ]
  return found.filter(([, number]) => number !== 0)
}

function checkBudget({ prizePoolGems }: PlanTerms, budget: PrizeBudget | null): Found[] {
  if (!budget || prizePoolGems === 0) return []
  if (prizePoolGems > budget.poolLimit) return [['POOL_ABOVE_LIMIT', budget.poolLimit]]
  return prizePoolGems > budget.leftToday ? [['BUDGET_SPENT', budget.leftToday]] : []
}

/** A contest shows the answers at its end, so it never asks a question of a course test. */
function isAvailable({ use, status }: EditedQuestion): boolean {
  return status !== 'ARCHIVED' && use !== 'TEST'
}

/** Whether a contest may ask the question: learners do not see it in lessons, and it has the fields of a contest. */
export function isUsable(question: EditedQuestion): boolean {
  const { use, status } = question
  const isKnown = use === 'PRACTICE' && status === 'PUBLISHED'
  return isAvailable(question) && !isKnown && ContestQuestionSchema.safeParse(toDraft(question)).success
}

/** The fields of a question that a contest takes. */
export function toDraft(question: EditedQuestion): Record<string, unknown> {
  const { id: _, hint: __, skill, ...fields } = question
  return { ...fields, skill: skill !== null && skill.length <= MAX_SKILL_LENGTH ? skill : null }
}
