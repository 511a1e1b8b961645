import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deletePin, deletePinTokens } from './pin/queries.ts'

/** What a stranger may have set up before the owner of the address came: their PIN. */
export async function forgetProofs(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deletePinTokens(tx, data.userId)
  await deletePin(tx, data.userId)
}

export async function forgetWallet(tx: Tx, fact: Fact<{ userId: UserId }>): Promise<void> {
  await forgetProofs(tx, fact)
}
