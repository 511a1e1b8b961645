import { addMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findAccount } from '../accounts/public/account.ts'
import { listAllAdminIds } from '../accounts/public/has-admin.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { type Editor, listQuestionReaders } from '../authoring/public/editor.ts'
import { getEditableQuestions } from '../authoring/public/list-questions.ts'
import type { ContestId } from '../contests/public/contest.ts'
import { ContestDraftSchema } from '../contests/public/contest-draft.ts'
import { createContest } from '../contests/public/create-contest.ts'
import {
  type ContestPlan,
  type ContestPlanId,
  checkPlan,
  isUsable,
  NO_AUTHOR_PROBLEMS,
  nextWeek,
  type PlanProblem,
  type PlanState,
  type PlanTerms,
  questionIdsOfRun,
  seriesKeyOf,
  toDraft,
} from './contest-plan.ts'
import {
  findPlan,
  listAskedElsewhere,
  lockAskedQuestions,
  lockPlan,
  updatePlanProgress,
} from './contest-plan-queries.ts'
import type { CreatorRewardLimit, RewardingAuthor } from './creator-reward-limit.ts'
import { errors } from './errors.ts'

/** Returns a plan to its owner and to an ADMIN. For others it does not exist. */
export function requireOwnPlan(
  plan: ContestPlan | undefined,
  { userId, role }: Pick<Editor, 'userId' | 'role'>,
): ContestPlan {
  if (!plan || (plan.ownerId !== userId && role !== 'ADMIN')) throw errors.contest_plan_not_found()
  return plan
}

/** The same, locked until commit. Throws `version_changed` for another version than the one that the editor has read. */
export async function lockOwnPlan(tx: Tx, id: ContestPlanId, editor: Editor): Promise<ContestPlan> {
  const plan = requireOwnPlan(await lockPlan(tx, id), editor)
  const { version: expected } = editor
  if (expected !== undefined && expected !== plan.version)
    throw authoringErrors.version_changed({
      extra: { expected, current: plan.version, resource: { ...plan.terms, id, version: plan.version } },
    })
  return plan
}

export function requireDraft(plan: ContestPlan): ContestPlan {
  if (plan.status !== 'DRAFT') throw errors.contest_plan_published()
  return plan
}

/**
 * In whose name a plan is published, also by an ADMIN: its owner, with the role that this author has now. Undefined if the
 * owner has lost the role or is suspended.
 */
export async function findAuthor(
  db: Db,
  { ownerId }: Pick<ContestPlan, 'ownerId'>,
): Promise<RewardingAuthor | undefined> {
  const account = await findAccount(db, ownerId)
  const isAuthor = account?.role === 'CREATOR' || account?.role === 'ADMIN'
  return account && isAuthor && !account.suspendedAt ? { userId: ownerId, role: account.role } : undefined
}

const NOTHING_ALLOWED: PlanState = {
  pool: [],
  askedIds: new Set(),
  budget: { poolLimit: 0, dailyLimit: 0, leftToday: 0 },
}

/** The pool and the budget of a plan, and what must be done before it can be published, with the rights of its owner. */
export async function inspectPlan(
  db: Db,
  rewardLimit: CreatorRewardLimit,
  { plan, now }: { plan: ContestPlan; now: Date },
): Promise<PlanState & { problems: PlanProblem[]; author: RewardingAuthor | undefined }> {
  const author = await findAuthor(db, plan)
  if (!author) return { ...NOTHING_ALLOWED, problems: NO_AUTHOR_PROBLEMS, author }
  const [pool, askedIds, budget] = await Promise.all([
    getEditableQuestions(db, plan.terms.questionIds, author),
    listAskedElsewhere(db, plan),
    rewardLimit.getPrizeBudget(db, author, now),
  ])
  const state = { pool, askedIds, budget }
  return { ...state, problems: checkPlan(plan, { ...state, now }), author }
}

/**
 * Publishes a plan once: creates its first contest, and schedules the next one of a series. An ADMIN publishes it in the name
 * of its owner, within the rights and the budget of the owner.
 */
export async function publishPlan(
  tx: Tx,
  rewardLimit: CreatorRewardLimit,
  { planId, editor, now }: { planId: ContestPlanId; editor: Editor; now: Date },
): Promise<{ before: ContestPlan; after: ContestPlan }> {
  const before = requireDraft(await lockOwnPlan(tx, planId, editor))
  const { terms } = before
  await lockAskedQuestions(tx)
  const { problems, author } = await inspectPlan(tx, rewardLimit, { plan: before, now })
  // The budget has an own refusal, with numbers.
  const blocking = problems.filter(
    ({ isBlocking, code }) => isBlocking && code !== 'BUDGET_SPENT' && code !== 'POOL_ABOVE_LIMIT',
  )
  if (!author || blocking.length > 0)
    throw errors.contest_plan_incomplete({ extra: { problems: blocking.map(({ code }) => code) } })
  const startsAt = new Date(terms.startsAt!)
  await createRun(tx, rewardLimit, { plan: before, author, publisherId: editor.userId, startsAt, now })
  await advancePlan(tx, before, { startsAt, problem: null, now })
  return { before, after: (await findPlan(tx, planId))! }
}

interface NewRun {
  plan: ContestPlan
  author: RewardingAuthor
  /** Who publishes the plan, if it is not a job: this user cannot join either. */
  publisherId?: UserId
  startsAt: Date
  now: Date
}

/**
 * Creates the next contest of a plan from copies of its questions. Questions that are archived, that learners see in
 * lessons by now, or that another plan has asked are left out. All who may read the questions elsewhere cannot join: all who
 * are or were authors of the courses that use them, and administrators.
 */
export async function createRun(
  tx: Tx,
  rewardLimit: CreatorRewardLimit,
  { plan, author, publisherId, startsAt, now }: NewRun,
): Promise<ContestId> {
  await lockAskedQuestions(tx)
  const ids = questionIdsOfRun(plan, plan.runsDone)
  const askedIds = await listAskedElsewhere(tx, plan)
  const questions = (await getEditableQuestions(tx, ids, author)).filter(
    (question) => isUsable(question) && !askedIds.has(question.id),
  )
  if (questions.length < Math.max(1, plan.terms.questionsPerAttempt ?? 1))
    throw errors.contest_plan_incomplete({ extra: { problems: ['TOO_FEW_QUESTIONS'] } })
  const { runs: _, timeZone: __, questionIds: ___, ...terms } = plan.terms
  const draft = ContestDraftSchema.parse({
    ...terms,
    startsAt: startsAt.toISOString(),
    endsAt: addMs(startsAt, openMsOf(plan.terms)).toISOString(),
    questions: questions.map(toDraft),
  })
  await rewardLimit.checkPrizePool(tx, author, {
    before: 0,
    after: terms.prizePoolGems,
    isOfPlan: true,
    now,
  })
  const [readers, admins] = [await listQuestionReaders(tx, ids), await listAllAdminIds(tx)]
  return createContest(tx, {
    draft,
    author,
    seriesKey: seriesKeyOf(plan.id),
    otherReaders: [...(publisherId ? [publisherId] : []), ...readers, ...admins],
    now,
  })
}

function openMsOf({ startsAt, endsAt }: PlanTerms): number {
  return new Date(endsAt!).getTime() - new Date(startsAt!).getTime()
}

/** Counts a run that is created or left out, and schedules the next one for the start of this one. */
export async function advancePlan(
  tx: Tx,
  { id, terms, runsDone }: ContestPlan,
  { startsAt, problem, now }: { startsAt: Date; problem: string | null; now: Date },
): Promise<void> {
  const isLast = runsDone + 1 >= terms.runs
  await updatePlanProgress(
    tx,
    id,
    {
      status: isLast ? 'DONE' : 'RUNNING',
      runsDone: runsDone + 1,
      nextStartsAt: isLast ? null : nextWeek(startsAt, terms.timeZone),
      dueAt: isLast ? null : startsAt,
      problem,
    },
    now,
  )
}

/** Ends a series: its contests stay, and no further one is created. */
export async function stopPlan(
  tx: Tx,
  { planId, editor, now }: { planId: ContestPlanId; editor: Editor; now: Date },
): Promise<{ before: ContestPlan; after: ContestPlan }> {
  const before = await lockOwnPlan(tx, planId, editor)
  if (before.status !== 'RUNNING') throw errors.contest_plan_not_running()
  const { runsDone, problem } = before
  const stopped = { status: 'STOPPED', runsDone, problem, nextStartsAt: null, dueAt: null } as const
  await updatePlanProgress(tx, planId, stopped, now)
  return { before, after: (await findPlan(tx, planId))! }
}
