import type { Address } from 'viem'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listWallets } from '../custody/queries.ts'

/** Users without a wallet are missing; a job creates missing wallets. */
export async function listWalletAddresses(db: Db, userIds: UserId[]): Promise<Map<UserId, Address>> {
  const wallets = await listWallets(db, userIds)
  return new Map(wallets.map(({ userId, address }) => [userId, address]))
}

/** Returns the users of own and linked wallets by address in lower case. Unknown addresses are missing. */
export async function listUsersByAddress(db: Db, addresses: string[]): Promise<Map<string, UserId>> {
  if (addresses.length === 0) return new Map()
  const lower = addresses.map((address) => address.toLowerCase())
  // Own wallets come last, so that they win in the map.
  const rows = await db<{ address: string; userId: UserId }>`
    select lower(address) as address, user_id as "userId" from linked_wallet
    where lower(address) = any(${lower}::text[])
    union all
    select lower(address), user_id from wallet where lower(address) = any(${lower}::text[])`
  return new Map(rows.map(({ address, userId }) => [address, userId]))
}
