import { addMs, HOUR_MS } from '../../platform/clock.ts'
import { describeError } from '../../platform/describe-error.ts'
import { Refusal } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { Platform } from '../../platform/platform.ts'
import { defineCronJob } from '../../platform/transaction/define-job.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { recordAuditEntry } from '../staff-access/public/record-audit-entry.ts'
import type { ContestPlan, ContestPlanId } from './contest-plan.ts'
import { listDuePlans, lockPlan, updatePlanProgress } from './contest-plan-queries.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'
import { advancePlan, createRun, findAuthor } from './publish-contest-plan.ts'

/** Creates the next contests of series. */
export const createPlannedRunsJob = defineCronJob('contests.create_planned_runs')

type Deps = Pick<Platform, 'config' | 'db' | 'write' | 'pubsub'>

const BATCH_SIZE = 100
/** A run that is refused, such as one above the budget of the day, is tried again. */
const RETRY_MS = HOUR_MS

export async function hasDueRuns({ db }: Pick<Deps, 'db'>, now: Date): Promise<boolean> {
  return (await listDuePlans(db, { now, failed: [], limit: 1 })).length > 0
}

/**
 * Creates the contests that are due, each in a transaction that locks its plan and schedules the next one: twice at the same
 * time, or again after a crash, each is created once. A run whose start has passed is left out.
 */
export async function createPlannedRuns(
  deps: Deps,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const failed: ContestPlanId[] = []
  for (;;) {
    const due = await listDuePlans(deps.db, { now, failed, limit: BATCH_SIZE })
    if (due.length === 0) break
    for (const planId of due) {
      if (signal?.aborted) return
      try {
        await createOrRefuse(deps, planId, now)
      } catch (error) {
        failed.push(planId)
        log.warn({ planId, error: describeError(error) }, 'contests: a run of a series failed')
      }
    }
  }
  if (failed.length > 0) throw new Error(`Series whose run stays due: ${failed.join(', ')}.`)
}

async function createOrRefuse(deps: Deps, planId: ContestPlanId, now: Date): Promise<void> {
  const rewardLimit = new CreatorRewardLimit(deps)
  try {
    await deps.write((tx) => createDueRun(tx, rewardLimit, planId, now))
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    await deps.write(async (tx) => {
      const plan = await lockPlan(tx, planId)
      if (!isDue(plan, now)) return
      const dueAt = addMs(now, RETRY_MS)
      await updatePlanProgress(tx, planId, { ...plan, dueAt, problem: refusal.code }, now)
    })
  }
}

type DuePlan = ContestPlan & { nextStartsAt: Date; dueAt: Date }

function isDue(plan: ContestPlan | undefined, now: Date): plan is DuePlan {
  return plan !== undefined && plan.dueAt !== null && plan.nextStartsAt !== null && plan.dueAt <= now
}

/** Creates the run in the name of the owner, with the rights and the budget that this author has now. */
async function createDueRun(
  tx: Tx,
  rewardLimit: CreatorRewardLimit,
  planId: ContestPlanId,
  now: Date,
): Promise<void> {
  const plan = await lockPlan(tx, planId)
  if (!isDue(plan, now)) return
  const startsAt = plan.nextStartsAt
  const author = await findAuthor(tx, plan)
  if (!author) {
    const stopped = { status: 'STOPPED', runsDone: plan.runsDone, nextStartsAt: null, dueAt: null } as const
    return updatePlanProgress(tx, planId, { ...stopped, problem: 'NO_SUCH_AUTHOR' }, now)
  }
  if (startsAt <= now) return advancePlan(tx, plan, { startsAt, problem: plan.problem ?? 'RUN_MISSED', now })
  const contestId = await createRun(tx, rewardLimit, { plan, author, startsAt, now })
  await advancePlan(tx, plan, { startsAt, problem: null, now })
  const after = { planId, startsAt: startsAt.toISOString(), prizePoolGems: plan.terms.prizePoolGems }
  await recordAuditEntry(
    tx,
    { name: 'contest.created', subject: { kind: 'contest', id: contestId }, before: null, after },
    { caller: author, address: null, now },
  )
}
