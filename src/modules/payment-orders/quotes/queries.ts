import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { QuotedTerms, QuoteId } from './quote-pricing.ts'

export interface Quote extends QuotedTerms {
  id: QuoteId
  userId: UserId
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export async function insertQuote(tx: Tx, quote: Omit<Quote, 'usedAt'>): Promise<void> {
  await tx`
    insert into payment_quote (id, user_id, direction, provider, fiat_currency, fiat_amount, asset, token_amount, rate,
      fee, created_at, expires_at)
    values (${quote.id}, ${quote.userId}, ${quote.direction}, ${quote.provider}, ${quote.fiatCurrency},
      ${quote.fiatAmount}, ${quote.asset}, ${quote.tokenAmount}, ${quote.rate}, ${quote.fee}, ${quote.createdAt},
      ${quote.expiresAt})`
}

/** Marks the quote as used. Of concurrent callers, one gets the row. */
export async function consumeQuoteRow(
  tx: Tx,
  { id, userId, direction, now }: { id: QuoteId; userId: UserId; direction: string; now: Date },
): Promise<Quote | undefined> {
  const [row] = await tx<Quote>`
    update payment_quote set used_at = ${now}
    where id = ${id} and user_id = ${userId} and direction = ${direction} and used_at is null and expires_at > ${now}
    returning id, user_id as "userId", direction, provider, fiat_currency as "fiatCurrency",
      fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt"`
  return row
}

export async function findQuote(db: Db, id: QuoteId, userId: UserId): Promise<Quote | undefined> {
  const [row] = await db<Quote>`
    select id, user_id as "userId", direction, provider, fiat_currency as "fiatCurrency",
      fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt"
    from payment_quote where id = ${id} and user_id = ${userId}`
  return row
}

export async function deleteUnusedQuotes(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from payment_quote where user_id = ${userId} and used_at is null`
}
