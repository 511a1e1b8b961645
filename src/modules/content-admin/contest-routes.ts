import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { BooleanQuery, pagingQuery } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { errors } from '../contests/errors.ts'
import { cancelContest } from '../contests/public/cancel-contest.ts'
import { CONTEST_STATUSES, type Contest, type ContestId } from '../contests/public/contest.ts'
import {
  ContestDraftSchema,
  ContestPatchSchema,
  ContestQuestionSchema,
} from '../contests/public/contest-draft.ts'
import { CONTEST_EXAMPLE, ContestSchema } from '../contests/public/contest-view.ts'
import { createContest } from '../contests/public/create-contest.ts'
import {
  getContestDraft,
  openContestAnswers,
  recordAnswerReader,
} from '../contests/public/get-contest-draft.ts'
import { getOwnedContest } from '../contests/public/get-contest-results.ts'
import { getContestView } from '../contests/public/get-contest-view.ts'
import { listContests } from '../contests/public/list-contests.ts'
import { updateContest } from '../contests/public/update-contest.ts'
import { idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints } from './content-endpoints.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'

const PlannedContestSchema = ContestSchema.extend({
  questions: z.array(ContestQuestionSchema),
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
    xpEarned: 0,
  },
}

const CancelSchema = z.object({
  note: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .openapi({ description: 'Why, for the author and for staff' }),
})

/** Throws unless the caller is the author of the contest or an ADMIN. */
export function requireContestAuthor(
  { authorId }: Pick<Contest, 'authorId'>,
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
): void {
  if (role !== 'ADMIN' && authorId !== userId) throw authoringErrors.not_an_author()
}

/** A contest has no draft status: it is visible when it is created, and starts and ends at its times. */
export function contestPlanningRoutes(
  platform: Pick<Platform, 'config' | 'db' | 'write' | 'pubsub'>,
): Endpoint[] {
  const { db } = platform
  const rewardLimit = new CreatorRewardLimit(platform)
  return contentEndpoints({
    name: 'contest',
    path: '/admin/contests',
    itemPath: '/admin/contests/:id',
    params: idParams<ContestId>(),
    schema: PlannedContestSchema,
    example: EXAMPLE,
    list: {
      summary: 'List contests, including private ones',
      query: pagingQuery(20).extend({
        order: z.enum(['ASC', 'DESC']).default('DESC').openapi({ description: 'By `startsAt`' }),
        search: z.string().trim().max(100).optional(),
        status: z.enum(CONTEST_STATUSES).optional(),
        mine: BooleanQuery.optional().openapi({ description: 'Only contests of the caller' }),
      }),
      schema: ContestSchema,
      example: CONTEST_EXAMPLE,
      find: ({ caller, query, now }) =>
        listContests(db, { userId: caller.userId, includePrivate: true, ...query, now }),
    },
    create: {
      summary: 'Create a contest',
      description:
        'The platform guarantees `prizePoolGems`; entry fees are added to it. The guarantee is limited for a CREATOR, per contest and per day; an ADMIN may guarantee more. A contest of a CREATOR with a guarantee must be open for an hour, and the guarantee is paid only if five participants submit.',
      body: ContestDraftSchema,
      example: DRAFT_EXAMPLE,
      refusals: [errors.house_prize_too_short, ...REWARD_REFUSALS],
      run: async (tx, { caller, body: draft, now }) => {
        await rewardLimit.checkPrizePool(tx, caller, { before: 0, after: draft.prizePoolGems, now })
        const contestId = await createContest(tx, { draft, author: caller, now })
        return plannedContest(tx, contestId, caller.userId, now)
      },
    },
    read: {
      summary: 'Read a contest with its answers',
      description:
        'For its author and an ADMIN. Who has read the answers of an undecided contest cannot join it. Who has joined cannot read them.',
      refusals: [errors.contest_not_found, errors.answers_hidden, authoringErrors.not_an_author],
      find: async ({ caller, params: { id: contestId }, now }) => {
        const { userId } = caller
        requireContestAuthor(await getOwnedContest(db, contestId), caller)
        await openContestAnswers(platform, { contestId, userId, now })
        return plannedContest(db, contestId, userId, now)
      },
    },
    update: {
      summary: 'Update a contest',
      description:
        'After the first participant has joined or the contest has started, only texts, a larger prize pool and a later end are allowed.',
      body: ContestPatchSchema,
      example: { title: 'Chain sprint, autumn' },
      refusals: [
        errors.contest_not_found,
        errors.contest_ended,
        errors.contest_under_way,
        errors.answers_hidden,
        errors.house_prize_too_short,
        authoringErrors.not_an_author,
        ...REWARD_REFUSALS,
      ],
      run: async (tx, { caller, params: { id: contestId }, body: patch, now }) => {
        const { userId } = caller
        requireContestAuthor(await getOwnedContest(tx, contestId), caller)
        await recordAnswerReader(tx, { contestId, userId, now })
        const before = await plannedContest(tx, contestId, userId, now)
        const pool = await updateContest(tx, { contestId, patch, editor: caller, now })
        await rewardLimit.checkPrizePool(tx, caller, { before: pool.poolBefore, after: pool.poolAfter, now })
        return { before, after: await plannedContest(tx, contestId, caller.userId, now) }
      },
    },
    transitions: {
      cancel: {
        summary: 'Cancel a contest',
        description: 'Possible until the contest is settled. Entry fees are refunded.',
        example: { status: 'CANCELLED', cancelReason: 'BY_ADMIN' },
        body: CancelSchema,
        bodyExample: { note: 'Two questions were wrong.' },
        refusals: [
          errors.contest_not_found,
          errors.contest_ended,
          errors.contest_cancelled,
          authoringErrors.not_an_author,
        ],
        run: async (tx, { caller, params: { id: contestId }, body, now }) => {
          requireContestAuthor(await getOwnedContest(tx, contestId), caller)
          const before = await plannedContest(tx, contestId, caller.userId, now)
          const { note } = body as z.output<typeof CancelSchema>
          await cancelContest(tx, { contestId, note: note ?? null, now })
          return { before, after: await plannedContest(tx, contestId, caller.userId, now) }
        },
      },
    },
    audit: { redact: withoutSecrets },
  })
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

/** The answers and the room code are not written to the audit log. */
function withoutSecrets(state: Record<string, unknown>): Record<string, unknown> {
  const { questions, roomCode: _, userStatus: __, ...rest } = state
  return Array.isArray(questions) ? { ...rest, questionCount: questions.length } : rest
}
