import type { Address } from 'viem'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A user has proved an address of their own; it has the capitals of its checksum. */
export const walletLinked = defineEvent<{ userId: UserId; address: Address; at: string }>(
  'wallet.wallet_linked',
)
