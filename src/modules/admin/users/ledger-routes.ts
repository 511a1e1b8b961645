import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { ASSETS } from '../../ledger/public/account.ts'
import { countUserEntries, listUserEntries } from '../../ledger/public/list-user-entries.ts'
import { adminList } from '../../staff-access/public/admin-endpoint.ts'
import { AdminLedgerEntrySchema, LEDGER_ENTRY_EXAMPLE, presentLedgerEntry } from './ledger-view.ts'
import { UserParams } from './user-read-routes.ts'

export function userLedgerRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/users/:id/ledger', {
      summary: 'List the ledger entries of a user',
      description:
        'Newest first, each with all entries of its transfer, so that staff can see where an amount came from or went. `from` is included, `to` is not. `total` is at most 10,000.',
      params: UserParams,
      filters: {
        asset: z.enum(ASSETS).optional(),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
      },
      item: AdminLedgerEntrySchema,
      example: LEDGER_ENTRY_EXAMPLE,
      list: async ({ params: { id: userId }, query: { asset, from, to } }, page) => {
        const filter = { asset, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        const [entries, total] = await Promise.all([
          listUserEntries(db, userId, { ...filter, ...page }),
          countUserEntries(db, userId, filter),
          getUserRecord(db, userId),
        ])
        return { items: entries.map(presentLedgerEntry), total }
      },
    }),
  ]
}
