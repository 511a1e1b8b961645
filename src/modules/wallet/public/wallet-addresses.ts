import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listUserAddressRows } from '../custody/queries.ts'

/**
 * Whose addresses these are, by the address in lower case: of wallets of ours, or of such that were linked. Those that are
 * nobody's are missing.
 */
export async function listUsersByAddress(db: Db, addresses: string[]): Promise<Map<string, UserId>> {
  if (addresses.length === 0) return new Map()
  const rows = await listUserAddressRows(
    db,
    addresses.map((address) => address.toLowerCase()),
  )
  return new Map(rows.map(({ address, userId }) => [address, userId]))
}
