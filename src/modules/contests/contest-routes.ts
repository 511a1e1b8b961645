import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, pagingQuery } from '../../platform/http/schemas.ts'
import { type ContestDeps, TAG } from './contest-deps.ts'
import { errors } from './errors.ts'
import type { ContestId } from './public/contest.ts'
import { CONTEST_EXAMPLE, ContestSchema } from './public/contest-view.ts'
import { getContestView } from './public/get-contest-view.ts'
import { listContests } from './public/list-contests.ts'

export function listingRoutes({ platform }: ContestDeps): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/contests',
      tag: TAG,
      summary: 'List contests',
      description:
        'By their beginning, with how far you are in each. Private ones are listed for those who have joined them.',
      access: 'user',
      query: pagingQuery(10).extend({
        order: z.enum(['ASC', 'DESC']).default('DESC').openapi({ description: 'By `startsAt`' }),
        search: z
          .string()
          .trim()
          .max(100)
          .optional()
          .openapi({ description: 'Words of the title or the description', example: 'chain' }),
      }),
      response: {
        status: 200,
        data: z.object({
          items: z.array(ContestSchema),
          total: z.int(),
          page: z.int(),
          limit: z.int(),
        }),
        example: { items: [CONTEST_EXAMPLE], total: 1, page: 1, limit: 10 },
      },
      handle: ({ caller, query, now }) => listContests(platform.db, { userId: caller.userId, ...query, now }),
    }),

    endpoint({
      method: 'get',
      path: '/user/contests/:id',
      tag: TAG,
      summary: 'Read a contest',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { status: 200, data: ContestSchema, example: CONTEST_EXAMPLE },
      refusals: [errors.contest_not_found],
      handle: ({ caller, params, now }) =>
        getContestView(platform.db, { contestId: params.id as ContestId, userId: caller.userId, now }),
    }),
  ]
}
