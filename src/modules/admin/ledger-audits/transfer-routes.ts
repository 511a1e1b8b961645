import { commonErrors } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { BooleanQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { listTransfers, SEARCHED_TRANSFERS } from '../../ledger/public/list-transfers.ts'
import { adminList } from '../../staff-access/public/admin-endpoint.ts'
import { AdminLedgerEntrySchema, LEDGER_ENTRY_EXAMPLE, presentLedgerEntry } from '../users/ledger-view.ts'

const TransferSchema = AdminLedgerEntrySchema.omit({ asset: true, amount: true })
  .extend({ createdAt: TimestampSchema })
  .openapi('AdminLedgerTransfer')

const { asset: _asset, amount: _amount, ...EXAMPLE } = LEDGER_ENTRY_EXAMPLE

export function ledgerTransferRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/ledger/transfers', {
      summary: 'List the transfers of the ledger',
      description: `Newest first, each with its entries, of all accounts: users, the house, and escrows of contests, battles and orders. Without \`reference\`, the filters look at the newest ${SEARCHED_TRANSFERS.toLocaleString('en')} transfers of the time, of the account if one is given. \`from\` is included, \`to\` is not. \`total\` is at most 10,000.`,
      filters: {
        account: z
          .string()
          .trim()
          .max(100)
          .regex(/^(user|house|contest|battle|order):[a-z0-9-]+$/)
          .optional()
          .openapi({ example: 'house:grants' }),
        reference: z
          .string()
          .trim()
          .min(1)
          .max(200)
          .optional()
          .openapi({ description: 'The whole reference' }),
        reason: z.string().trim().min(1).max(100).optional(),
        isEscrow: BooleanQuery.optional().openapi({
          description:
            'True: only transfers to or from the escrow of a contest, battle or order. Not with an account or a reference.',
        }),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
      },
      item: TransferSchema,
      example: EXAMPLE,
      list: async ({ query: { from, to, ...filter } }, page) => {
        if (filter.isEscrow && (filter.account ?? filter.reference) !== undefined)
          throw commonErrors.validation_failed({
            details: [{ field: 'isEscrow', message: 'cannot be used together with account or reference' }],
          })
        const time = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }
        const { transfers, total } = await listTransfers(db, { ...filter, ...time }, page)
        return { items: transfers.map(presentLedgerEntry), total }
      },
    }),
  ]
}
