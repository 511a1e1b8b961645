import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import {
  type ContestPlan,
  type ContestPlanId,
  type PlanStatus,
  type PlanTerms,
  questionIdsOfRun,
} from './contest-plan.ts'

export async function findPlan(db: Db, id: ContestPlanId): Promise<ContestPlan | undefined> {
  const [row] = await db<ContestPlan>`
    select id, owner_id as "ownerId", version, status, terms, runs_done as "runsDone",
      next_starts_at as "nextStartsAt", due_at as "dueAt", problem, created_at as "createdAt", updated_at as "updatedAt"
    from contest_plan where id = ${id}`
  return row
}

/** Locks the plan until commit. The second statement reads with a snapshot that is taken after the lock. */
export async function lockPlan(tx: Tx, id: ContestPlanId): Promise<ContestPlan | undefined> {
  const [, plan] = await Promise.all([
    tx`select from contest_plan where id = ${id} for update`,
    findPlan(tx, id),
  ])
  return plan
}

/** Lets one plan after the other decide which questions it may ask, until commit. The caller has locked its plan before. */
export async function lockAskedQuestions(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('contest-plan-questions', 0))`
}

/** Returns those of the questions of a plan that runs of other plans have asked. */
export async function listAskedElsewhere(
  db: Db,
  { id, terms: { questionIds } }: Pick<ContestPlan, 'id' | 'terms'>,
): Promise<Set<QuestionId>> {
  const plans = await db<Pick<ContestPlan, 'id' | 'terms' | 'runsDone'>>`
    select id, terms, runs_done as "runsDone" from contest_plan
    where id <> ${id} and runs_done > 0
      and terms->'questionIds' ?| array(select jsonb_array_elements_text(${questionIds}::jsonb))`
  const asked = new Set(
    plans.flatMap((plan) =>
      Array.from({ length: plan.runsDone }, (_, run) => questionIdsOfRun(plan, run)).flat(),
    ),
  )
  return new Set(questionIds.filter((questionId) => asked.has(questionId)))
}

interface PlanSelection {
  /** Null: the plans of all authors. */
  ownerId: UserId | null
  status: PlanStatus | null
}

/** The plans that were changed last come first. */
export function listPlans(
  db: Db,
  { ownerId, status }: PlanSelection,
  { limit, offset }: { limit: number; offset: number },
): Promise<(ContestPlan & { total: number })[]> {
  return db<ContestPlan & { total: number }>`
    select id, owner_id as "ownerId", version, status, terms, runs_done as "runsDone",
      next_starts_at as "nextStartsAt", due_at as "dueAt", problem, created_at as "createdAt", updated_at as "updatedAt",
      (count(*) over ())::integer as total
    from contest_plan
    where (${ownerId}::uuid is null or owner_id = ${ownerId}::uuid)
      and (${status}::text is null or status = ${status}::text)
    order by updated_at desc, id desc limit ${limit} offset ${offset}`
}

export async function insertPlan(
  tx: Tx,
  { id, ownerId, terms, now }: { id: ContestPlanId; ownerId: UserId; terms: PlanTerms; now: Date },
): Promise<void> {
  await tx`
    insert into contest_plan (id, owner_id, terms, created_at, updated_at)
    values (${id}, ${ownerId}, ${terms}::jsonb, ${now}, ${now})`
}

export async function updatePlanTerms(tx: Tx, id: ContestPlanId, terms: PlanTerms, now: Date): Promise<void> {
  await tx`
    update contest_plan set terms = ${terms}::jsonb, version = version + 1, updated_at = ${now} where id = ${id}`
}

type PlanProgress = Pick<ContestPlan, 'status' | 'runsDone' | 'nextStartsAt' | 'dueAt' | 'problem'>

export async function updatePlanProgress(
  tx: Tx,
  id: ContestPlanId,
  { status, runsDone, nextStartsAt, dueAt, problem }: PlanProgress,
  now: Date,
): Promise<void> {
  await tx`
    update contest_plan set status = ${status}, runs_done = ${runsDone}, next_starts_at = ${nextStartsAt}, due_at = ${dueAt},
      problem = ${problem}, version = version + 1, updated_at = ${now}
    where id = ${id}`
}

/** Plans that are due, without those that have failed already: they would hide the later ones. */
export async function listDuePlans(
  db: Db,
  { now, failed, limit }: { now: Date; failed: ContestPlanId[]; limit: number },
): Promise<ContestPlanId[]> {
  const rows = await db<{ id: ContestPlanId }>`
    select id from contest_plan where due_at <= ${now} and id <> all(${failed}::uuid[])
    order by due_at limit ${limit}`
  return rows.map(({ id }) => id)
}
