import { z } from '@hono/zod-openapi'
import type { Db } from '../../../platform/db/database.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../../contests/errors.ts'
import { cancelContest } from '../../contests/public/cancel-contest.ts'
import type { ContestId } from '../../contests/public/contest.ts'
import { ContestDraftSchema, ContestPatchSchema } from '../../contests/public/contest-draft.ts'
import { CONTEST_EXAMPLE, ContestSchema } from '../../contests/public/contest-view.ts'
import { createContest } from '../../contests/public/create-contest.ts'
import { getContestDraft } from '../../contests/public/get-contest-draft.ts'
import { getContestView } from '../../contests/public/get-contest-view.ts'
import { listContests } from '../../contests/public/list-contests.ts'
import { updateContest } from '../../contests/public/update-contest.ts'
import { type ActionResult, adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import { errors as adminErrors } from '../errors.ts'
import { ContentParams, created, updated } from './content-changes.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'

const PlannedContestSchema = ContestSchema.extend({
  questions: z.array(
    z.object({
      prompt: z.string(),
      options: z.array(z.string()),
      correctIndex: z.int(),
      explanation: z.string(),
    }),
  ),
}).openapi('PlannedContest')
type PlannedContest = z.output<typeof PlannedContestSchema>

const QUESTIONS = [
  {
    prompt: 'What ties a block to the one before it?',
    options: ['The same author', 'The hash of the previous block'],
    correctIndex: 1,
    explanation: 'Changing an old block changes its hash.',
  },
]
const DRAFT_EXAMPLE = {
  title: 'Chain sprint',
  description: 'One question on blocks.',
  entryFeeGems: 10,
  prizePoolGems: 500,
  startsAt: '2036-11-02T08:00:00.000Z',
  endsAt: '2036-11-02T09:00:00.000Z',
  questions: QUESTIONS,
}
const EXAMPLE = {
  ...CONTEST_EXAMPLE,
  ...DRAFT_EXAMPLE,
  status: 'UPCOMING',
  guaranteedPoolGems: DRAFT_EXAMPLE.prizePoolGems,
  maxDurationSeconds: null,
  totalQuestions: QUESTIONS.length,
  participantCount: 0,
  userStatus: {
    hasJoined: false,
    hasStarted: false,
    hasCompleted: false,
    score: null,
    rank: null,
    prizeGems: 0,
  },
}

/** A contest has no draft: it is shown from the moment that it is made, and begins and ends by the clock. */
export function contestPlanningRoutes(platform: Pick<Platform, 'config' | 'db' | 'write'>): Endpoint[] {
  const { db } = platform
  const rewardLimit = new CreatorRewardLimit(platform.config)
  const response = { status: 200, data: PlannedContestSchema, example: EXAMPLE } as const
  return [
    adminRead('GET /admin/contests', {
      summary: 'List contests, private ones too',
      query: pagingQuery(20).extend({
        order: z.enum(['ASC', 'DESC']).default('DESC').openapi({ description: 'By `startsAt`' }),
        search: z.string().trim().max(100).optional(),
      }),
      response: { status: 200, data: z.array(ContestSchema), meta: PagingMeta, example: [CONTEST_EXAMPLE] },
      handle: async ({ caller, query, now }) => {
        const page = await listContests(db, { userId: caller.userId, includePrivate: true, ...query, now })
        const { items, ...meta } = page
        return new Reply(items, { meta })
      },
    }),

    adminAction(platform, 'POST /admin/contests', {
      summary: 'Make a contest',
      description:
        '`prizePoolGems` is guaranteed by the house; fees are added to it. It is bounded for a CREATOR; an ADMIN may guarantee more.',
      body: ContestDraftSchema,
      bodyExample: DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [adminErrors.reward_needs_admin],
      perform: async (tx, { caller, body: draft, now }) => {
        rewardLimit.checkPrizePool(caller, 0, draft.prizePoolGems)
        const contestId = await createContest(tx, { draft, now })
        return withoutAnswers(
          created('contest.created', await plannedContest(tx, contestId, caller.userId, now)),
        )
      },
    }),

    adminRead('GET /admin/contests/:id', {
      summary: 'Read a contest with its answers',
      params: ContentParams,
      response,
      refusals: [errors.contest_not_found],
      handle: ({ caller, params, now }) => plannedContest(db, params.id as ContestId, caller.userId, now),
    }),

    adminAction(platform, 'PATCH /admin/contests/:id', {
      summary: 'Change a contest',
      description: 'When somebody has joined or it has begun: only words, a larger pool and a later end.',
      params: ContentParams,
      body: ContestPatchSchema,
      bodyExample: { title: 'Chain sprint, autumn' },
      response: withExample(response, { title: 'Chain sprint, autumn' }),
      refusals: [
        errors.contest_not_found,
        errors.contest_ended,
        errors.contest_under_way,
        adminErrors.reward_needs_admin,
      ],
      perform: async (tx, { caller, params, body: patch, now }) => {
        const contestId = params.id as ContestId
        const before = await plannedContest(tx, contestId, caller.userId, now)
        if (patch.prizePoolGems !== undefined)
          rewardLimit.checkPrizePool(
            caller,
            (await getContestDraft(tx, contestId)).prizePoolGems,
            patch.prizePoolGems,
          )
        await updateContest(tx, { contestId, patch, now })
        const after = await plannedContest(tx, contestId, caller.userId, now)
        return withoutAnswers(updated('contest.updated', { before, after }))
      },
    }),

    adminAction(platform, 'POST /admin/contests/:id/cancel', {
      summary: 'Call a contest off',
      description: 'At any time before it is decided. Fees go back to those who paid them.',
      params: ContentParams,
      response: withExample(response, { status: 'CANCELLED', cancelReason: 'BY_ADMIN' }),
      refusals: [errors.contest_not_found, errors.contest_ended, errors.contest_cancelled],
      perform: async (tx, { caller, params, now }) => {
        const contestId = params.id as ContestId
        const before = await plannedContest(tx, contestId, caller.userId, now)
        await cancelContest(tx, { contestId, now })
        const after = await plannedContest(tx, contestId, caller.userId, now)
        return withoutAnswers(updated('contest.cancelled', { before, after }))
      },
    }),
  ]
}

async function plannedContest(
  db: Db,
  contestId: ContestId,
  userId: UserId,
  now: Date,
): Promise<PlannedContest> {
  const contest = await getContestView(db, { contestId, userId, includePrivate: true, now })
  const { questions, roomCode } = await getContestDraft(db, contestId)
  return { ...contest, roomCode, questions }
}

/** The log is read by more people, and for longer, than answers and codes of a contest should be. */
function withoutAnswers(result: ActionResult<PlannedContest>): ActionResult<PlannedContest> {
  if (!result.act) return result
  const { before, after } = result.act
  return {
    ...result,
    act: { ...result.act, before: before && withoutSecrets(before), after: after && withoutSecrets(after) },
  }
}

function withoutSecrets(state: Record<string, unknown>): Record<string, unknown> {
  const { questions, roomCode: _, userStatus: __, ...rest } = state
  return Array.isArray(questions) ? { ...rest, questionCount: questions.length } : rest
}
