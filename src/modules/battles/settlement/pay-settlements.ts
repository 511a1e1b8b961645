import type { Tx } from '../../../platform/tx.ts'
import { HOUSE, userAccount } from '../../rewards/ledger/account.ts'
import { postTransfers } from '../../rewards/ledger/post-transfers.ts'
import type { Leg } from '../../rewards/ledger/transfer.ts'
import { shareOfPot } from '../game/outcome.ts'
import { escrowOf } from '../stakes.ts'
import type { RoomId } from '../ticket.ts'
import type { SettledBattle } from './settlement.ts'

/** Names the one transfer of a battle. */
export function sourceOf(roomId: RoomId): string {
  return `battle:${roomId}`
}

/** One transfer for all of a battle, named by the room: it cannot happen twice. */
export async function paySettlements(tx: Tx, battles: readonly SettledBattle[], now: Date): Promise<void> {
  const transfers = battles.map((battle) => ({
    source: sourceOf(battle.room.id),
    reason: 'battle settled',
    legs: legsOf(battle),
    now,
  }))
  await postTransfers(
    tx,
    transfers.filter(({ legs }) => legs.length > 0),
  )
}

function legsOf({ battle: { outcome }, room, seats, settled }: SettledBattle): Leg[] {
  const legs: Leg[] = []
  const shares = shareOfPot(outcome, room.stake)
  for (const [place, { entryId, userId, seat }] of seats.entries()) {
    // Whoever was alone in a friend's room gets their own back, and there is no other to give or get.
    const share = seats.length === 2 ? shares[seat] : room.stake
    if (room.stake > 0n) legs.push({ account: escrowOf(entryId), asset: 'GEM', amount: -room.stake })
    if (share > 0n) legs.push({ account: userAccount(userId), asset: 'GEM', amount: share })
    const xp = BigInt(settled[place]!.xpEarned)
    if (xp === 0n) continue
    legs.push({ account: HOUSE.issuance, asset: 'XP', amount: -xp })
    legs.push({ account: userAccount(userId), asset: 'XP', amount: xp })
  }
  return legs
}
