import type { Address } from 'viem'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listUserAddressRows, listWallets } from '../custody/queries.ts'

/** Users without a wallet are missing; a job creates missing wallets. */
export async function listWalletAddresses(db: Db, userIds: UserId[]): Promise<Map<UserId, Address>> {
  const wallets = await listWallets(db, userIds)
  return new Map(wallets.map(({ userId, address }) => [userId, address]))
}

/** Returns the users of own and linked wallets by address in lower case. Unknown addresses are missing. */
export async function listUsersByAddress(db: Db, addresses: string[]): Promise<Map<string, UserId>> {
  if (addresses.length === 0) return new Map()
  const rows = await listUserAddressRows(
    db,
    addresses.map((address) => address.toLowerCase()),
  )
  return new Map(rows.map(({ address, userId }) => [address, userId]))
}
