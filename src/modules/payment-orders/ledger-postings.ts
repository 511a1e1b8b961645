import type { Tx } from '../../platform/transaction/tx.ts'
import { type AccountName, userAccount } from '../ledger/public/account.ts'
import { lockGems } from '../ledger/public/lock-gems.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import type { Order } from './public/order.ts'
import { updateTakenBack } from './queries.ts'

/** Tokens in the users' accounts on the chain, tokens of the treasury, the source of sold gems, and what refunds cost. */
const ON_CHAIN: AccountName = 'house:chain'
const TREASURY: AccountName = 'house:treasury'
const SALES: AccountName = 'house:sales'
const LOSSES: AccountName = 'house:losses'

/**
 * The ledger transfers of an order, each at most once per order. The account of an order contains its tokens while it is
 * open, and nothing once it is closed.
 */
const POSTINGS = {
  reserved: { from: ON_CHAIN, to: 'order', reason: 'tokens reserved for a pay-out' },
  paid: { from: 'order', to: TREASURY, reason: 'tokens sold' },
  returned: { from: 'order', to: ON_CHAIN, reason: 'tokens returned' },
  sent: { from: TREASURY, to: 'order', reason: 'tokens sent to the buyer' },
  delivered: { from: 'order', to: ON_CHAIN, reason: 'tokens bought' },
  undelivered: { from: 'order', to: TREASURY, reason: 'delivery of tokens failed' },
} as const

export async function postTokenTransfer(
  tx: Tx,
  { id, tokenAmount }: Order,
  posting: keyof typeof POSTINGS,
  now: Date,
): Promise<void> {
  const { from, to, reason } = POSTINGS[posting]
  const account = (name: AccountName | 'order'): AccountName => (name === 'order' ? `order:${id}` : name)
  await postTransfer(tx, {
    source: `order:${id}:${posting}`,
    reason,
    entries: [
      { account: account(from), asset: 'USDT', amount: -tokenAmount },
      { account: account(to), asset: 'USDT', amount: tokenAmount },
    ],
    now,
  })
}

export async function creditGems(tx: Tx, { id, userId, tokenAmount }: Order, now: Date): Promise<void> {
  await rewardUser(tx, {
    userId,
    xp: 0,
    gems: Number(tokenAmount),
    source: `order:${id}:gems`,
    reason: 'gems bought',
    from: SALES,
    now,
  })
}

/** How a delivery is divided when its order is refunded. The parts sum to what was delivered. */
export interface TakenBack {
  /** What the user gives back. */
  takenBack: bigint
  /** What the user no longer has: a loss of the house. */
  shortfall: bigint
}

/** The entries that reverse a delivery. The account that sold gets everything: from the user, and from the losses. */
export function takeBackEntries(
  { userId, asset: sold, tokenAmount }: Pick<Order, 'userId' | 'asset' | 'tokenAmount'>,
  { takenBack, shortfall }: TakenBack,
): TransferEntry[] {
  const [asset, seller] = sold === 'GEMS' ? (['GEM', SALES] as const) : (['USDT', TREASURY] as const)
  const debits: TransferEntry[] = [
    { account: userAccount(userId), asset, amount: -takenBack },
    { account: LOSSES, asset, amount: -shortfall },
  ]
  return [...debits.filter(({ amount }) => amount !== 0n), { account: seller, asset, amount: tokenAmount }]
}

/** The source of the transfer that takes a delivery back. */
export function takeBackSource({ id }: Pick<Order, 'id'>): string {
  return `order:${id}:taken-back`
}

async function postTakenBack(tx: Tx, order: Order, split: TakenBack, now: Date): Promise<void> {
  const source = takeBackSource(order)
  await postTransfer(tx, {
    source,
    reason: 'purchase refunded',
    entries: takeBackEntries(order, split),
    now,
  })
}

/**
 * Divides a delivery between the user and the house. A balance never becomes negative: of gems the user gives back what is
 * there. Bought tokens are in the user's wallet, which moves only with the user's PIN, so none is taken back.
 */
export function divideDelivery(
  { asset, tokenAmount }: Pick<Order, 'asset' | 'tokenAmount'>,
  gems: bigint,
): TakenBack {
  const available = asset === 'GEMS' ? gems : 0n
  const takenBack = available < tokenAmount ? available : tokenAmount
  return { takenBack, shortfall: tokenAmount - takenBack }
}

/** The same, with the gems of the user locked until commit. */
export async function lockDivision(tx: Tx, order: Order): Promise<TakenBack> {
  const gems = order.asset === 'GEMS' ? await lockGems(tx, [order.userId]) : undefined
  return divideDelivery(order, gems?.get(order.userId) ?? 0n)
}

/** Takes the delivery of the locked order back, once: posts the transfer and stores its parts. */
export async function takeBackDelivery(tx: Tx, order: Order, now: Date): Promise<void> {
  const division = await lockDivision(tx, order)
  await postTakenBack(tx, order, division, now)
  await updateTakenBack(tx, order.id, division)
}
