import type { Db } from '../../platform/db/database.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { CONTEST_STATUSES } from '../contests/public/contest.ts'
import { listRunsOfSeries } from '../contests/public/get-contest-results.ts'
import { adminAction, idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints } from './content-endpoints.ts'
import {
  type ContestPlan,
  ContestPlanDraftSchema,
  type ContestPlanId,
  ContestPlanPatchSchema,
  PLAN_FIELDS,
  PLAN_PROBLEMS,
  PLAN_STATUSES,
  seriesKeyOf,
} from './contest-plan.ts'
import { findPlan, insertPlan, listPlans, updatePlanTerms } from './contest-plan-queries.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { errors } from './errors.ts'
import {
  inspectPlan,
  lockOwnPlan,
  publishPlan,
  requireDraft,
  requireOwnPlan,
  stopPlan,
} from './publish-contest-plan.ts'

const StateFields = {
  id: z.string(),
  version: z.int(),
  status: z.enum(PLAN_STATUSES),
  runsDone: z.int().openapi({ description: 'Contests that are created or were left out' }),
  nextStartsAt: TimestampSchema.nullable().openapi({ description: 'The start of the next contest' }),
  problem: z.string().nullable().openapi({ description: 'Why the last contest was not created' }),
  updatedAt: TimestampSchema,
}

const ListedPlanSchema = z
  .object({
    ...StateFields,
    title: z.string(),
    startsAt: TimestampSchema.nullable(),
    endsAt: TimestampSchema.nullable(),
    runs: z.int(),
    questionCount: z.int(),
    prizePoolGems: z.int(),
  })
  .openapi('ListedContestPlan')

const ContestPlanSchema = z
  .object({
    ...PLAN_FIELDS,
    ...StateFields,
    questions: z
      .array(
        z.object({
          id: z.string(),
          prompt: z.string(),
          type: z.string(),
          use: z.enum(['PRACTICE', 'CHALLENGE', 'TEST']),
          status: z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']),
        }),
      )
      .openapi({ description: 'The pool, without answers' }),
    checklist: z.array(
      z.object({
        code: z.enum(PLAN_PROBLEMS),
        isBlocking: z.boolean(),
        count: z.int().nullable(),
      }),
    ),
    budget: z
      .object({ poolLimit: z.int(), dailyLimit: z.int(), leftToday: z.int() })
      .nullable()
      .openapi({ description: 'The gems that the owner may promise; null without a limit' }),
    contests: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status: z.enum(CONTEST_STATUSES),
        startsAt: TimestampSchema,
        endsAt: TimestampSchema,
      }),
    ),
  })
  .openapi('ContestPlan')

const DRAFT_EXAMPLE = {
  title: 'Chain sprint',
  startsAt: '2036-11-02T08:00:00.000Z',
  endsAt: '2036-11-02T10:00:00.000Z',
  timeZone: 'Africa/Nairobi',
  runs: 4,
}
const STATE_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000c1',
  version: 1,
  status: 'DRAFT',
  runsDone: 0,
  nextStartsAt: null,
  problem: null,
  updatedAt: '2026-11-02T08:00:00.000Z',
} as const
const EXAMPLE = {
  ...ContestPlanDraftSchema.parse(DRAFT_EXAMPLE),
  ...STATE_EXAMPLE,
  questions: [],
  checklist: [{ code: 'TOO_FEW_QUESTIONS', isBlocking: true, count: 4 }],
  budget: { poolLimit: 500, dailyLimit: 1_000, leftToday: 1_000 },
  contests: [],
}

/** Plans of contests: drafts of authors, and series that create a contest each week. */
export function contestPlanRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const rewardLimit = new CreatorRewardLimit(platform)
  const params = idParams<ContestPlanId>()
  const present = (reader: Db, plan: ContestPlan, now: Date) => presentPlan(reader, rewardLimit, plan, now)
  return [
    ...contentEndpoints({
      name: 'contest_plan',
      path: '/admin/contest-plans',
      itemPath: '/admin/contest-plans/:id',
      params,
      schema: ContestPlanSchema,
      example: EXAMPLE,
      isVersioned: true,
      audit: { state: ({ id, status, runsDone, ...plan }) => ({ id, status, runsDone, ...termsOf(plan) }) },
      list: {
        summary: 'List plans of contests',
        description: 'Those of the caller; an ADMIN sees all. The latest change first.',
        query: pagingQuery(20).extend({ status: z.enum(PLAN_STATUSES).optional() }),
        schema: ListedPlanSchema,
        example: {
          ...STATE_EXAMPLE,
          title: 'Chain sprint',
          startsAt: DRAFT_EXAMPLE.startsAt,
          endsAt: DRAFT_EXAMPLE.endsAt,
          runs: 4,
          questionCount: 40,
          prizePoolGems: 0,
        },
        find: async ({ caller, query: { status, page, limit } }) => {
          const ownerId = caller.role === 'ADMIN' ? null : caller.userId
          const selection = { ownerId, status: status ?? null }
          const rows = await listPlans(db, selection, { limit, offset: (page - 1) * limit })
          return { items: rows.map(listedPlan), total: rows[0]?.total ?? 0 }
        },
      },
      create: {
        summary: 'Create a plan of a contest',
        description: 'A draft: learners see nothing of it, and nothing is promised before it is published.',
        body: ContestPlanDraftSchema,
        example: DRAFT_EXAMPLE,
        run: async (tx, { caller, body: terms, now }) => {
          const id: ContestPlanId = newId()
          await insertPlan(tx, { id, ownerId: caller.userId, terms, now })
          return present(tx, (await findPlan(tx, id))!, now)
        },
      },
      read: {
        summary: 'Read a plan of a contest',
        description: 'With the checklist before publishing and the budget of its owner.',
        refusals: [errors.contest_plan_not_found],
        find: async ({ caller, params: { id }, now }) =>
          present(db, requireOwnPlan(await findPlan(db, id), caller), now),
      },
      update: {
        summary: 'Update a plan of a contest',
        description: 'Only a draft can be changed.',
        body: ContestPlanPatchSchema,
        example: { title: 'Chain sprint, autumn' },
        refusals: [errors.contest_plan_not_found, errors.contest_plan_published],
        run: async (tx, { editor, params: { id }, body: patch, now }) => {
          const plan = requireDraft(await lockOwnPlan(tx, id, editor))
          const before = await present(tx, plan, now)
          await updatePlanTerms(tx, id, { ...plan.terms, ...patch }, now)
          return { before, after: await present(tx, (await findPlan(tx, id))!, now) }
        },
      },
      transitions: {
        publish: {
          summary: 'Publish a plan of a contest',
          description:
            'Creates the contest, or the first one of a series; a job creates the next one when the one before starts. The prize pool of each is promised on the day on which it is created, within the budget of the author.',
          example: { status: 'DONE', runsDone: 1 },
          refusals: [
            errors.contest_plan_not_found,
            errors.contest_plan_published,
            errors.contest_plan_incomplete,
            ...REWARD_REFUSALS,
          ],
          run: async (tx, { editor, params: { id: planId }, now }) => {
            const change = await publishPlan(tx, rewardLimit, { planId, editor, now })
            return {
              before: await present(tx, change.before, now),
              after: await present(tx, change.after, now),
            }
          },
        },
      },
    }),

    adminAction('POST /admin/contest-plans/:id/stop', {
      summary: 'Stop a series of contests',
      description: 'No further contest is created. Those that exist stay: cancel them one by one.',
      params,
      response: { data: ContestPlanSchema, example: { ...EXAMPLE, status: 'STOPPED' } },
      refusals: [errors.contest_plan_not_found, errors.contest_plan_not_running],
      perform: async (tx, { caller, params: { id: planId }, now }) => {
        const { before, after } = await stopPlan(tx, { planId, editor: caller, now })
        return {
          data: await present(tx, after, now),
          act: {
            name: 'contest_plan.stopped',
            subject: { kind: 'contest_plan', id: planId },
            before: { status: before.status },
            after: { status: after.status },
          },
        }
      },
    }),

    adminAction('DELETE /admin/contest-plans/:id', {
      summary: 'Delete a plan of a contest',
      description: 'Only a draft can be deleted.',
      params,
      response: { data: z.object({ deleted: z.literal(true) }), example: { deleted: true } },
      refusals: [errors.contest_plan_not_found, errors.contest_plan_published],
      perform: async (tx, { caller, params: { id: planId } }) => {
        const plan = requireDraft(await lockOwnPlan(tx, planId, caller))
        await tx`delete from contest_plan where id = ${planId}`
        return {
          data: { deleted: true as const },
          act: {
            name: 'contest_plan.deleted',
            subject: { kind: 'contest_plan', id: planId },
            before: { title: plan.terms.title },
            after: null,
          },
        }
      },
    }),
  ]
}

const TERM_NAMES = Object.keys(PLAN_FIELDS)

function termsOf(plan: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(TERM_NAMES.map((name) => [name, plan[name]]))
}

function stateOf({ id, version, status, runsDone, nextStartsAt, problem, updatedAt }: ContestPlan) {
  return isoDates({ id, version, status, runsDone, nextStartsAt, problem, updatedAt })
}

function listedPlan(plan: ContestPlan) {
  const { title, startsAt, endsAt, runs, questionIds, prizePoolGems } = plan.terms
  const questionCount = questionIds.length
  return { ...stateOf(plan), title, startsAt, endsAt, runs, questionCount, prizePoolGems }
}

async function presentPlan(db: Db, rewardLimit: CreatorRewardLimit, plan: ContestPlan, now: Date) {
  const { pool, budget, problems } = await inspectPlan(db, rewardLimit, { plan, now })
  const contests = await listRunsOfSeries(db, seriesKeyOf(plan.id), now)
  return {
    ...plan.terms,
    ...stateOf(plan),
    questions: pool.map(({ id, prompt, type, use, status }) => ({ id, prompt, type, use, status })),
    checklist: plan.status === 'DRAFT' ? problems : [],
    budget,
    contests: contests.map(isoDates),
  }
}
