import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { ASSETS } from '../../ledger/public/account.ts'
import { MAX_LINES, type UserEntry } from '../../ledger/public/list-user-entries.ts'

const LineSchema = z
  .object({
    account: z
      .string()
      .openapi({ description: '`user:<id>`, `house:<name>`, or the escrow of a contest, battle or order.' }),
    asset: z.enum(ASSETS),
    amount: z.int(),
  })
  .openapi('LedgerLine')

export const AdminLedgerEntrySchema = z
  .object({
    transferId: z.string(),
    asset: z.enum(ASSETS),
    amount: z.int().openapi({ description: 'Positive for a credit of the user, negative for a debit.' }),
    reason: z.string().openapi({ description: 'The kind of movement' }),
    reference: z.string().openapi({ description: 'Identifies the cause, so that it is posted once.' }),
    cause: z
      .object({
        kind: z
          .string()
          .openapi({ description: 'Such as `lesson`, `contest`, `battle`, `order` or `grant`' }),
        id: z.string().nullable(),
      })
      .openapi({
        description: 'What the reference names: the completion of a lesson, the contest, the order.',
      }),
    createdAt: TimestampSchema,
    lines: z.array(LineSchema).openapi({
      description: `The entries of the transfer, which sum to zero in each asset; of a large transfer the first ${MAX_LINES}.`,
    }),
    lineCount: z.int().openapi({ description: 'The number of all entries of the transfer' }),
  })
  .openapi('AdminLedgerEntry')

export const LEDGER_ENTRY_EXAMPLE = {
  transferId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  asset: 'GEM' as const,
  amount: -40,
  reason: 'contest entry fee',
  reference: 'contest:019a8b5e-7c1d-7000-8000-0000000000c7:fee:019a8b5e-7c1d-7000-8000-0000000000b2',
  cause: { kind: 'contest', id: '019a8b5e-7c1d-7000-8000-0000000000c7' },
  createdAt: '2026-11-02T08:00:00.000Z',
  lines: [
    { account: 'contest:019a8b5e-7c1d-7000-8000-0000000000c7-3', asset: 'GEM' as const, amount: 40 },
    { account: 'user:019a8b5e-7c1d-7000-8000-0000000000b2', asset: 'GEM' as const, amount: -40 },
  ],
  lineCount: 2,
}

/** Of an entry of a user, or of a whole transfer. */
export function presentLedgerEntry<Entry extends Pick<UserEntry, 'source' | 'createdAt'>>(row: Entry) {
  const { source, ...entry } = isoDates(row)
  return { ...entry, reference: source, cause: causeOf(source) }
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** A source begins with its kind, and its first id is the cause: `contest:<id>:fee:<user id>`. */
function causeOf(source: string): { kind: string; id: string | null } {
  return { kind: source.split(':', 1)[0]!, id: ID.exec(source)?.[0] ?? null }
}
