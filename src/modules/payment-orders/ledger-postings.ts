import type { Tx } from '../../platform/transaction/tx.ts'
import type { AccountName } from '../ledger/public/account.ts'
import { postTransfer } from '../ledger/public/post-transfer.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import type { Order } from './public/order.ts'

/** Tokens that users hold on the chain, tokens of our own there, and where bought gems come from. */
const ON_CHAIN: AccountName = 'house:chain'
const TREASURY: AccountName = 'house:treasury'
const SALES: AccountName = 'house:sales'

/**
 * What the books say of an order's tokens: while it is under way they are its own, and when it is closed it has none.
 * Each line happens once an order, and every one goes from an account to another.
 */
const POSTINGS = {
  reserved: { from: ON_CHAIN, to: 'order', reason: 'tokens promised to a pay-out' },
  paid: { from: 'order', to: TREASURY, reason: 'tokens sold' },
  returned: { from: 'order', to: ON_CHAIN, reason: 'tokens given back' },
  sent: { from: TREASURY, to: 'order', reason: 'tokens under way to their buyer' },
  delivered: { from: 'order', to: ON_CHAIN, reason: 'tokens bought' },
  undelivered: { from: 'order', to: TREASURY, reason: 'tokens that could not be delivered' },
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
