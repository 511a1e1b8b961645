import type { Address, Hex } from 'viem'
import type { UserId } from '../../../platform/ids.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { accountSalt } from './account-salt.ts'
import { createOwnerKey } from './owner-key.ts'
import { insertWallets } from './queries.ts'

/** Computes the address of a smart account without a call to the chain. */
export type ComputeAccountAddress = (owner: Address, salt: Hex) => Address

/** Creates the wallet of a new user in the transaction of the registration. */
export function createWallet(accountAddress: ComputeAccountAddress) {
  return (tx: Tx, { data }: DomainEvent<{ userId: UserId; at: string }>): Promise<void> =>
    createWallets(tx, { userIds: [data.userId], accountAddress, now: new Date(data.at) })
}

export async function createWallets(
  tx: Tx,
  { userIds, accountAddress, now }: { userIds: UserId[]; accountAddress: ComputeAccountAddress; now: Date },
): Promise<void> {
  const wallets = userIds.map((userId) => {
    const key = createOwnerKey(userId)
    return { userId, ...key, address: accountAddress(key.ownerAddress, accountSalt(userId)) }
  })
  await insertWallets(tx, wallets, now)
}
