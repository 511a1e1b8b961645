import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import type { Direction } from '../direction.ts'
import { errors } from '../errors.ts'
import type { QuoteId } from '../orders/order.ts'
import { findQuote, type Quote, spendQuoteRow } from './queries.ts'

/** Uses a quote up for its own user, once. Another user's is as unknown as one that never was. */
export async function spendQuote(
  tx: Tx,
  wanted: { id: QuoteId; userId: UserId; direction: Direction; now: Date },
): Promise<Quote> {
  const spent = await spendQuoteRow(tx, wanted)
  if (spent) return spent
  const quote = await findQuote(tx, wanted.id, wanted.userId)
  if (!quote || quote.direction !== wanted.direction) throw refusals.not_found()
  throw quote.usedAt ? errors.quote_already_used() : errors.quote_expired()
}
