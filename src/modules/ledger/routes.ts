import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { ASSETS, userAccount } from './public/account.ts'
import { countEntries, listEntries } from './queries.ts'

const EntrySchema = z
  .object({
    id: z.string().openapi({ description: 'The transfer that contains this entry.' }),
    asset: z.enum(ASSETS),
    amount: z.int().openapi({ description: 'Positive for a credit, negative for a debit.' }),
    reason: z.string(),
    source: z.string(),
    createdAt: TimestampSchema,
  })
  .openapi('LedgerEntry')

export function ledgerRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/ledger',
      tag: 'Rewards',
      summary: 'List your ledger entries',
      description: 'Every movement of XP, gems and tokens to or from you, newest first.',
      access: 'user',
      query: pagingQuery(20).extend({ asset: z.enum(ASSETS).optional() }),
      response: {
        status: 200,
        data: z.array(EntrySchema),
        meta: PagingMeta,
        example: [
          {
            id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
            asset: 'XP',
            amount: 20,
            reason: 'lesson completed',
            source: 'lesson:019a8b5e-7c1d-7000-8000-4b2f7d1b2c3d',
            createdAt: '2026-11-02T08:00:00.000Z',
          },
        ],
      },
      handle: async ({ caller, query }) => {
        const { page, limit, asset = null } = query
        const account = userAccount(caller.userId)
        const [total, entries] = await Promise.all([
          countEntries(db, account, asset),
          listEntries(db, account, { asset, limit, offset: (page - 1) * limit }),
        ])
        return new Reply(
          entries.map((entry) => ({
            ...entry,
            amount: Number(entry.amount),
            createdAt: entry.createdAt.toISOString(),
          })),
          { meta: { total, page, limit } },
        )
      },
    }),
  ]
}
