import type { Address } from 'viem'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A user linked an own address, which has the checksum case. */
export const walletLinked = defineEvent<{ userId: UserId; address: Address; at: string }>(
  'wallet.wallet_linked',
)
