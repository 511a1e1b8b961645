import type { Tx } from '../../platform/transaction/tx.ts'
import type { AccountName } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import type { Order } from './public/order.ts'

/** Tokens in the users' accounts on the chain, tokens of the treasury, and the source of sold gems. */
const ON_CHAIN: AccountName = 'house:chain'
const TREASURY: AccountName = 'house:treasury'
const SALES: AccountName = 'house:sales'

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
