import type { Tx } from '../../platform/transaction/tx.ts'
import { splitPot } from '../battle-game/public/outcome.ts'
import { escrowAccount } from '../battle-records/public/stakes.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { HOUSE, userAccount } from '../ledger/public/account.ts'
import { postTransfers } from '../ledger/public/post-transfer.ts'
import type { TransferEntry } from '../ledger/public/transfer.ts'
import type { SettledBattle } from './public/settlement.ts'

/** The idempotency key of the settlement transfer of a battle. */
export function settlementSource(roomId: RoomId): string {
  return `battle:${roomId}`
}

/** Posts one transfer per battle. Its source is the room, so the ledger refuses to post it twice. */
export async function postSettlementTransfers(
  tx: Tx,
  battles: readonly SettledBattle[],
  now: Date,
): Promise<void> {
  const transfers = battles.map((battle) => ({
    source: settlementSource(battle.room.id),
    reason: 'battle settled',
    entries: transferEntries(battle),
    now,
  }))
  await postTransfers(
    tx,
    transfers.filter(({ entries }) => entries.length > 0),
  )
}

function transferEntries({ battle: { outcome }, room, seats, settled }: SettledBattle): TransferEntry[] {
  const entries: TransferEntry[] = []
  const shares = splitPot(outcome, room.stake)
  for (const [index, { entryId, userId, seat }] of seats.entries()) {
    // A player alone in a friend room gets the own stake back.
    const share = seats.length === 2 ? shares[seat] : room.stake
    if (room.stake > 0n) entries.push({ account: escrowAccount(entryId), asset: 'GEM', amount: -room.stake })
    if (share > 0n) entries.push({ account: userAccount(userId), asset: 'GEM', amount: share })
    const xp = BigInt(settled[index]!.xpEarned)
    if (xp === 0n) continue
    entries.push({ account: HOUSE.issuance, asset: 'XP', amount: -xp })
    entries.push({ account: userAccount(userId), asset: 'XP', amount: xp })
  }
  return entries
}
