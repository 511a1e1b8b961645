import type { OrderId } from '../../events/payment-orders.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { requireMethodAvailable } from '../payment-providers/public/method-availability.ts'
import { requireOffRampUnblocked } from '../wallet/public/require-off-ramp-unblocked.ts'
import { requirePin } from '../wallet/public/require-pin.ts'
import { recordTransition } from './apply-order-event.ts'
import type { PaymentDeps } from './deps.ts'
import { postTokenTransfer } from './ledger-postings.ts'
import { INITIAL_STATUS } from './order-states.ts'
import type { Order } from './public/order.ts'
import { findOrder, findTokenReservation, insertOrder, reserveTokens } from './queries.ts'
import { consumeQuote } from './quotes/consume-quote.ts'
import type { QuoteId } from './quotes/quote-pricing.ts'
import { type RecipientInput, validateRecipient } from './recipient-details.ts'
import { enqueueTokenCollection, getWalletAddress, readTokenBalance } from './token-transfers.ts'

export interface InitiateOffRamp extends Omit<RecipientInput, 'currency' | 'direction' | 'phoneNumber'> {
  caller: Caller
  quoteId: QuoteId
  recipientPhoneNumber?: string | undefined
  walletPin?: string | undefined
  pinToken?: string | undefined
  now: Date
}

/** The balance on the chain, or the error of reading it, and the release count of the reservation before the read. */
type BalanceReading = { releaseCount: bigint } & ({ balance: bigint } | { error: unknown })

const MAX_BALANCE_READS = 5

/**
 * Checks the PIN, consumes the quote, reserves the tokens and enqueues their collection in one transaction. Reads the
 * balance before it; retries if tokens left the account meanwhile. A wrong PIN counts even if the chain is down.
 */
export async function initiateOffRamp<Result>(
  deps: PaymentDeps,
  request: InitiateOffRamp,
  write: (openOrder: (tx: Tx) => Promise<Order>) => Promise<Result>,
): Promise<Result> {
  const { userId } = request.caller
  const { db } = deps.platform
  for (let attempt = 1; attempt <= MAX_BALANCE_READS; attempt++) {
    const { releaseCount } = await findTokenReservation(db, userId)
    const result = await readBalance(deps, userId).catch((error: unknown) => ({ error }))
    try {
      return await write((tx) => openOrder(tx, deps, request, { ...result, releaseCount }))
    } catch (error) {
      if (!(error instanceof StaleBalanceError)) throw error
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
  if ('error' in reading) throw reading.error
  const { balance, releaseCount } = reading
  const quote = await consumeQuote(tx, { id: quoteId, userId, direction: 'OFF_RAMP', now })
  requireMethodAvailable(deps.providers, quote, method)
  const recipient = validateRecipient({
    ...request,
    direction: 'OFF_RAMP',
    currency: quote.fiatCurrency,
    phoneNumber: request.recipientPhoneNumber,
  })
  if (!(await reserveTokens(tx, { userId, amount: quote.tokenAmount, balance, releaseCount }))) {
    const reservation = await findTokenReservation(tx, userId)
    if (reservation.releaseCount === releaseCount) throw ledgerErrors.insufficient_balance()
    throw new StaleBalanceError()
  }
  const id: OrderId = newId()
  const status = INITIAL_STATUS.OFF_RAMP
  await insertOrder(tx, { id, quote, status, method, recipient, expiresAt: null, nextPollAt: null, now })
  const order = (await findOrder(tx, id))!
  await recordTransition(tx, order, { from: null, cause: 'initiated by the user', now })
  await postTokenTransfer(tx, order, 'reserved', now)
  await enqueueTokenCollection(tx, deps.platform.chain, order, { treasury: deps.treasury, now })
  return order
}

/** Tokens left the user's account after its balance was read. */
class StaleBalanceError extends Error {
  override name = 'StaleBalanceError'
}
