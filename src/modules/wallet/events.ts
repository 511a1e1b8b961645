import type { Address } from 'viem'
import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'

/** A user has proved an address of their own; it has the capitals of its checksum. */
export const walletLinked = defineFact<{ userId: UserId; address: Address; at: string }>(
  'wallet.wallet_linked',
)
