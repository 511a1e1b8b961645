import type { Address, Hex } from 'viem'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { accountSalt, makeOwnerKey } from './owner-key.ts'
import { insertWallets } from './queries.ts'

/** Where the account of an owner is, or will be: reckoned without asking the chain. */
export type AccountAddress = (owner: Address, salt: Hex) => Address

/** Everybody has a wallet from the moment of registering on, in the same transaction. */
export function makeWallet(accountAddress: AccountAddress) {
  return (tx: Tx, { data }: Fact<{ userId: UserId; at: string }>): Promise<void> =>
    makeWallets(tx, { userIds: [data.userId], accountAddress, now: new Date(data.at) })
}

export async function makeWallets(
  tx: Tx,
  { userIds, accountAddress, now }: { userIds: UserId[]; accountAddress: AccountAddress; now: Date },
): Promise<void> {
  const wallets = userIds.map((userId) => {
    const key = makeOwnerKey(userId)
    return { userId, ...key, address: accountAddress(key.ownerAddress, accountSalt(userId)) }
  })
  await insertWallets(tx, wallets, now)
}
