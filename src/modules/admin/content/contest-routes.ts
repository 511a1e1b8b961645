import { z } from '@hono/zod-openapi'
import type { Db } from '../../../platform/db/database.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { ContestId } from '../../contests/contest.ts'
import { cancelContest } from '../../contests/ending/cancel-contest.ts'
import { errors } from '../../contests/errors.ts'
import { CONTEST_EXAMPLE, ContestSchema } from '../../contests/listing/contest-view.ts'
import { listContests } from '../../contests/listing/list-contests.ts'
import { showContest } from '../../contests/listing/show-contest.ts'
import { ContestDraftSchema, ContestPatchSchema } from '../../contests/planning/contest-draft.ts'
import { createContest } from '../../contests/planning/create-contest.ts'
import { showDraft } from '../../contests/planning/show-draft.ts'
import { updateContest } from '../../contests/planning/update-contest.ts'
import { adminAct, adminRead, type Done, showing } from '../admin-endpoint.ts'
import { errors as adminErrors } from '../errors.ts'
import { Ceiling } from './ceiling.ts'
import { ContentParams, edited, made } from './edited.ts'

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
  const ceiling = new Ceiling(platform.config)
  const answer = { status: 200, data: PlannedContestSchema, example: EXAMPLE } as const
  return [
    adminRead('GET /admin/contests', {
      summary: 'List contests, private ones too',
      query: pagingQuery(20).extend({
        order: z.enum(['ASC', 'DESC']).default('DESC').openapi({ description: 'By `startsAt`' }),
        search: z.string().trim().max(100).optional(),
      }),
      answer: { status: 200, data: z.array(ContestSchema), meta: PagingMeta, example: [CONTEST_EXAMPLE] },
      handle: async ({ caller, query, now }) => {
        const page = await listContests(db, { userId: caller.userId, isForStaff: true, ...query, now })
        const { items, ...meta } = page
        return new Reply(items, { meta })
      },
    }),

    adminAct(platform, 'POST /admin/contests', {
      summary: 'Make a contest',
      description:
        '`prizePoolGems` is guaranteed by the house; fees are added to it. It is bounded for a CREATOR; an ADMIN may guarantee more.',
      body: ContestDraftSchema,
      bodyExample: DRAFT_EXAMPLE,
      answer: { ...answer, status: 201 },
      refusals: [adminErrors.reward_needs_admin],
      perform: async (tx, { caller, body: draft, now }) => {
        ceiling.ofPool(caller, 0, draft.prizePoolGems)
        const contestId = await createContest(tx, { draft, now })
        return withoutAnswers(
          made('contest.created', await plannedContest(tx, contestId, caller.userId, now)),
        )
      },
    }),

    adminRead('GET /admin/contests/:id', {
      summary: 'Read a contest with its answers',
      params: ContentParams,
      answer,
      refusals: [errors.contest_not_found],
      handle: ({ caller, params, now }) => plannedContest(db, params.id as ContestId, caller.userId, now),
    }),

    adminAct(platform, 'PATCH /admin/contests/:id', {
      summary: 'Change a contest',
      description: 'When somebody has joined or it has begun: only words, a larger pool and a later end.',
      params: ContentParams,
      body: ContestPatchSchema,
      bodyExample: { title: 'Chain sprint, autumn' },
      answer: showing(answer, { title: 'Chain sprint, autumn' }),
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
          ceiling.ofPool(caller, (await showDraft(tx, contestId)).prizePoolGems, patch.prizePoolGems)
        await updateContest(tx, { contestId, patch, now })
        const after = await plannedContest(tx, contestId, caller.userId, now)
        return withoutAnswers(edited('contest.updated', { before, after }))
      },
    }),

    adminAct(platform, 'POST /admin/contests/:id/cancel', {
      summary: 'Call a contest off',
      description: 'At any time before it is decided. Fees go back to those who paid them.',
      params: ContentParams,
      answer: showing(answer, { status: 'CANCELLED', cancelReason: 'BY_ADMIN' }),
      refusals: [errors.contest_not_found, errors.contest_ended, errors.contest_cancelled],
      perform: async (tx, { caller, params, now }) => {
        const contestId = params.id as ContestId
        const before = await plannedContest(tx, contestId, caller.userId, now)
        await cancelContest(tx, { contestId, now })
        const after = await plannedContest(tx, contestId, caller.userId, now)
        return withoutAnswers(edited('contest.cancelled', { before, after }))
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
  const contest = await showContest(db, { contestId, userId, isForStaff: true, now })
  const { questions, roomCode } = await showDraft(db, contestId)
  return { ...contest, roomCode, questions }
}

/** The log is read by more people, and for longer, than answers and codes of a contest should be. */
function withoutAnswers(done: Done<PlannedContest>): Done<PlannedContest> {
  if (!done.act) return done
  const { before, after } = done.act
  return {
    ...done,
    act: { ...done.act, before: before && withheld(before), after: after && withheld(after) },
  }
}

function withheld(state: Record<string, unknown>): Record<string, unknown> {
  const { questions, roomCode: _, userStatus: __, ...rest } = state
  return Array.isArray(questions) ? { ...rest, questionCount: questions.length } : rest
}
