import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { requireMethodAvailable } from '../payment-providers/public/method-availability.ts'
import type { PaymentMethod } from '../payment-providers/public/payment-method.ts'
import { requireOffRampUnblocked } from '../wallet/public/require-off-ramp-unblocked.ts'
import { requirePin } from '../wallet/public/require-pin.ts'
import { recordTransition } from './apply-order-event.ts'
import type { PaymentDeps } from './deps.ts'
import { postTokenTransfer } from './ledger-postings.ts'
import { INITIAL_STATUS, type Order, type OrderId, type QuoteId } from './public/order.ts'
import { findOrder, insertOrder } from './queries.ts'
import { consumeQuote } from './quotes/consume-quote.ts'
import { validateRecipient } from './recipient-details.ts'
import { findTokenReservation, reserveTokens } from './token-reservations/queries.ts'
import { enqueueTokenCollection, getWalletAddress, readTokenBalance } from './token-transfers.ts'

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
  storeResponse?: (tx: Tx, order: Order) => Promise<unknown>
  now: Date
}

/** What the chain said of somebody's tokens, or why it did not, and what was promised of them before it was asked. */
type BalanceReading = { releases: bigint } & ({ balance: bigint } | { fault: unknown })

const MAX_BALANCE_READS = 5

/**
 * PIN, quote, promise of the tokens and the operation that brings them to the treasury, all in one commit. The chain is
 * read before, so that nothing is locked while it is asked; when tokens of the same user left meanwhile the reading is
 * old, and all begins again. A chain that is away is spoken of after the PIN: a wrong one counts whatever else is broken.
 */
export async function initiateOffRamp(deps: PaymentDeps, request: InitiateOffRamp): Promise<Order> {
  const { userId } = request.caller
  const { db, write } = deps.platform
  for (let attempt = 1; attempt <= MAX_BALANCE_READS; attempt++) {
    const { releases } = await findTokenReservation(db, userId)
    const result = await readBalance(deps, userId).catch((fault: unknown) => ({ fault }))
    try {
      return await write((tx) => openOrder(tx, deps, request, { ...result, releases }))
    } catch (fault) {
      if (!(fault instanceof StaleBalanceError)) throw fault
    }
  }
  throw commonErrors.overloaded({ retryAfterSeconds: 1 })
}

async function readBalance({ platform }: PaymentDeps, userId: UserId): Promise<{ balance: bigint }> {
  return { balance: await readTokenBalance(platform.chain, await getWalletAddress(platform.db, userId)) }
}

async function openOrder(
  tx: Tx,
  deps: PaymentDeps,
  request: InitiateOffRamp,
  reading: BalanceReading,
): Promise<Order> {
  const { caller, quoteId, method, walletPin, pinToken, now } = request
  const { userId } = caller
  await requirePin(tx, { caller, walletPin, pinToken, now })
  await requireOffRampUnblocked(tx, { userId, now })
  if ('fault' in reading) throw reading.fault
  const { balance, releases } = reading
  const quote = await consumeQuote(tx, { id: quoteId, userId, direction: 'OFF_RAMP', now })
  requireMethodAvailable(deps.providers, quote, method)
  const recipient = validateRecipient({
    ...request,
    direction: 'OFF_RAMP',
    currency: quote.fiatCurrency,
    phoneNumber: request.recipientPhoneNumber,
  })
  if (!(await reserveTokens(tx, { userId, amount: quote.tokenAmount, balance, releases }))) {
    const reservation = await findTokenReservation(tx, userId)
    if (reservation.releases === releases) throw ledgerErrors.insufficient_balance()
    throw new StaleBalanceError()
  }
  const id: OrderId = newId()
  const status = INITIAL_STATUS.OFF_RAMP
  await insertOrder(tx, { id, quote, status, method, recipient, expiresAt: null, nextPollAt: null, now })
  const order = (await findOrder(tx, id))!
  await recordTransition(tx, order, { from: null, cause: 'initiated by the user', now })
  await postTokenTransfer(tx, order, 'reserved', now)
  await enqueueTokenCollection(tx, deps.platform.chain, order, deps.treasury)
  await request.storeResponse?.(tx, order)
  return order
}

/** Tokens left the user's account between reading it and promising more of them. */
class StaleBalanceError extends Error {
  override name = 'StaleBalanceError'
}
