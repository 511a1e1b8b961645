import { CursorMeta, cursorPage, cursorPagingQuery } from '../../platform/http/cursor.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { ASSETS, userAccount } from './public/account.ts'
import { countEntries, FIRST_ENTRY, listEntries } from './queries.ts'

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

/** The transfer of an entry, and its line in the transfer. */
const EntryPosition = z
  .tuple([z.uuid(), z.int().min(0).max(32_767)])
  .transform(([transferId, line]) => ({ transferId, line }))

export function ledgerRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/user/ledger',
      tag: 'Rewards',
      summary: 'List your ledger entries',
      description: 'Every movement of XP, gems and tokens to or from you, newest first.',
      access: 'user',
      query: cursorPagingQuery(20, EntryPosition).extend({ asset: z.enum(ASSETS).optional() }),
      response: {
        data: z.array(EntrySchema),
        meta: CursorMeta,
        metaExample: { total: 1, page: 1, limit: 20, nextCursor: null },
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
        const { page, limit, cursor, asset = null } = query
        const account = userAccount(caller.userId)
        const offset = cursor ? 0 : (page - 1) * limit
        const [total, entries] = await Promise.all([
          countEntries(db, account, asset),
          listEntries(db, account, { asset, after: cursor ?? FIRST_ENTRY, limit: limit + 1, offset }),
        ])
        const { items, nextCursor } = cursorPage(entries, limit, ({ id, line }) => [id, line])
        return new Reply(
          items.map(({ line: _, ...entry }) => ({
            ...entry,
            amount: Number(entry.amount),
            createdAt: entry.createdAt.toISOString(),
          })),
          { meta: { total, page, limit, nextCursor } },
        )
      },
    }),
  ]
}
