import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { IdParam, wholeNumberQuery } from '../../../platform/http/schemas.ts'
import { CONTEST_STATUSES, type ContestId } from '../contest.ts'
import { type ContestParts, TAG } from '../contests.ts'
import { errors } from '../errors.ts'
import { showContest } from '../listing/show-contest.ts'
import { BoardEntrySchema } from './board-entry.ts'
import { countEntries, showEntries, showOwnPlace } from './show-board.ts'

const BOARD_ENTRY_EXAMPLE = {
  rank: 1,
  userId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  username: 'ada_l',
  avatarUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
  score: 80,
  correctCount: 8,
  timeTakenSeconds: 145,
  prizeGems: 0,
  submittedAt: '2026-11-02T08:12:25.120Z',
}

export function rankingRoutes({ platform, describeUsers }: ContestParts): Endpoint[] {
  const { db } = platform
  return [
    endpoint({
      method: 'get',
      path: '/user/contests/:id/leaderboard',
      tag: TAG,
      summary: 'Read the ranking of a contest',
      description:
        'By score, then less time, then the earlier submission; equal results have the same rank. While it is live it is the ranking so far, and `prizeGems` is 0 until it is settled.',
      access: 'user',
      params: z.object({ id: IdParam }),
      query: z.object({
        limit: wholeNumberQuery(1, 500, 100),
        offset: wholeNumberQuery(0, 1_000_000_000, 0),
      }),
      answer: {
        status: 200,
        data: z.object({
          contestId: z.string(),
          status: z.enum(CONTEST_STATUSES),
          entries: z.array(BoardEntrySchema),
          total: z.int().openapi({ description: 'How many have submitted' }),
          me: z.object({ rank: z.int(), score: z.int() }).nullable(),
        }),
        example: {
          contestId: '019a8b5e-7c1d-7000-8000-0000000000a1',
          status: 'LIVE' as const,
          entries: [BOARD_ENTRY_EXAMPLE],
          total: 1,
          me: { rank: 1, score: 80 },
        },
      },
      refusals: [errors.contest_not_found],
      handle: async ({ caller: { userId }, params, query, now }) => {
        const contestId = params.id as ContestId
        const { status } = await showContest(db, { contestId, userId, now })
        const [entries, total, me] = await Promise.all([
          showEntries(db, describeUsers, contestId, query),
          countEntries(db, contestId),
          showOwnPlace(db, contestId, userId),
        ])
        return { contestId, status, entries, total, me }
      },
    }),
  ]
}
