import type { PaymentDirection } from '../../../events/payment-orders.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { consumeQuoteRow, findQuote, type Quote } from './queries.ts'
import type { QuoteId } from './quote-pricing.ts'

/** Consumes a quote of the user once. A quote of another user is not found. */
export async function consumeQuote(
  tx: Tx,
  wanted: { id: QuoteId; userId: UserId; direction: PaymentDirection; now: Date },
): Promise<Quote> {
  const consumed = await consumeQuoteRow(tx, wanted)
  if (consumed) return consumed
  const quote = await findQuote(tx, wanted.id, wanted.userId)
  if (!quote || quote.direction !== wanted.direction) throw commonErrors.not_found()
  throw quote.usedAt ? errors.quote_already_used() : errors.quote_expired()
}
