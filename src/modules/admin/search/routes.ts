import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { MAX_RESULTS, ResultSchema, searchConsole, searchUsersOnly } from './search-console.ts'

export function searchRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/search', {
      summary: 'Search for anything',
      description: `At most ${MAX_RESULTS} results, exact matches first. Finds users by id, username and e-mail address (also by a part), wallets by address, orders by id and provider reference, certificates by id and number, chain transactions by id and hash, contests by id and a part of the title, battles by id, and places in the queue of battles by id and by the ticket of the app. A moderator finds users only.`,
      query: z.object({
        q: z.string().trim().min(3).max(254).openapi({ example: 'LYC-2026-7Q4ZK0VX' }),
      }),
      response: {
        data: z.array(ResultSchema),
        example: [
          {
            kind: 'CERTIFICATE',
            id: '019a8b5e-7c1d-7000-8000-0000000000ce',
            title: 'LYC-2026-7Q4ZK0VX',
            detail: 'Blockchain basics MINTED',
            userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
          },
        ],
      },
      handle: ({ query, caller }) =>
        caller.role === 'MODERATOR' ? searchUsersOnly(db, query.q) : searchConsole(db, query.q),
    }),
  ]
}
