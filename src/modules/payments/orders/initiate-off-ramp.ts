import { refusals } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors as ledgerErrors } from '../../rewards/errors.ts'
import { requireOffRampOpen } from '../../wallet/pin/require-off-ramp-open.ts'
import { requirePin } from '../../wallet/pin/require-pin.ts'
import { findHold, insertHold } from '../holds/queries.ts'
import type { PaymentMethod } from '../method.ts'
import type { PaymentParts } from '../parts.ts'
import { requireOffered } from '../providers/offer.ts'
import { spendQuote } from '../quotes/spend-quote.ts'
import { noteTokens } from './books.ts'
import { contactFor } from './contact.ts'
import { noteMove } from './move-order.ts'
import { FIRST, type Order, type OrderId, type QuoteId } from './order.ts'
import { findOrder, insertOrder } from './queries.ts'
import { collect, getWalletAddress, readTokens } from './tokens.ts'

export interface InitiateOffRamp {
  caller: Caller
  quoteId: QuoteId
  method: PaymentMethod
  recipientPhoneNumber?: string | undefined
  bankCode?: string | undefined
  accountNumber?: string | undefined
  accountName?: string | undefined
  walletPin?: string | undefined
  pinToken?: string | undefined
  /** Does what must be done in the same commit, last. */
  keep?: (tx: Tx, order: Order) => Promise<unknown>
  now: Date
}

/** What the chain said of somebody's tokens, or why it did not, and what was promised of them before it was asked. */
type Reading = { releases: bigint } & ({ balance: bigint } | { fault: unknown })

const READINGS = 5

/**
 * PIN, quote, promise of the tokens and the operation that brings them to the treasury, all in one commit. The chain is
 * read before, so that nothing is locked while it is asked; when tokens of the same user left meanwhile the reading is
 * old, and all begins again. A chain that is away is spoken of after the PIN: a wrong one counts whatever else is broken.
 */
export async function initiateOffRamp(parts: PaymentParts, request: InitiateOffRamp): Promise<Order> {
  const { userId } = request.caller
  const { db, write } = parts.platform
  for (let attempt = 1; attempt <= READINGS; attempt++) {
    const { releases } = await findHold(db, userId)
    const said = await readBalance(parts, userId).catch((fault: unknown) => ({ fault }))
    try {
      return await write((tx) => openOrder(tx, parts, request, { ...said, releases }))
    } catch (fault) {
      if (!(fault instanceof StaleReading)) throw fault
    }
  }
  throw refusals.overloaded({ retryAfterSeconds: 1 })
}

async function readBalance({ platform }: PaymentParts, userId: UserId): Promise<{ balance: bigint }> {
  return { balance: await readTokens(platform.chain, await getWalletAddress(platform.db, userId)) }
}

async function openOrder(
  tx: Tx,
  parts: PaymentParts,
  request: InitiateOffRamp,
  reading: Reading,
): Promise<Order> {
  const { caller, quoteId, method, walletPin, pinToken, now } = request
  const { userId } = caller
  await requirePin(tx, { caller, walletPin, pinToken, now })
  await requireOffRampOpen(tx, { userId, now })
  if ('fault' in reading) throw reading.fault
  const { balance, releases } = reading
  const quote = await spendQuote(tx, { id: quoteId, userId, direction: 'OFF_RAMP', now })
  requireOffered(parts.providers, quote, method)
  const contact = contactFor({
    ...request,
    direction: 'OFF_RAMP',
    currency: quote.fiatCurrency,
    phoneNumber: request.recipientPhoneNumber,
  })
  if (!(await insertHold(tx, { userId, amount: quote.tokenAmount, balance, releases }))) {
    const hold = await findHold(tx, userId)
    if (hold.releases === releases) throw ledgerErrors.insufficient_balance()
    throw new StaleReading()
  }
  const id: OrderId = newId()
  const status = FIRST.OFF_RAMP
  await insertOrder(tx, { id, quote, status, method, contact, expiresAt: null, checkAt: null, now })
  const order = (await findOrder(tx, id))!
  await noteMove(tx, order, { from: null, cause: 'initiated by the user', now })
  await noteTokens(tx, order, 'reserved', now)
  await collect(tx, parts.platform.chain, order, parts.treasury)
  await request.keep?.(tx, order)
  return order
}

/** Tokens left the user's account between reading it and promising more of them. */
class StaleReading extends Error {
  override name = 'StaleReading'
}
