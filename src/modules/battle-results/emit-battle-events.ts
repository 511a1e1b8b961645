import { battleFinished, battleWon } from '../../events/battles.ts'
import { xpAwarded } from '../../events/ledger.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { isEarnedWin } from '../battle-game/public/outcome.ts'
import { settlementSource } from './post-settlement-transfers.ts'
import type { SeatSettlement, SettledBattle } from './public/settlement.ts'

/** Emits events grouped by type and ordered by user, so that handlers can process them in batches. */
export function emitBattleEvents(tx: Tx, battles: readonly SettledBattle[], now: Date): void {
  const at = now.toISOString()
  const awards = battles.flatMap(({ room, settled }) =>
    settled.map(({ userId, xpEarned: xp }) => ({ userId, xp, at, source: settlementSource(room.id) })),
  )
  for (const award of awards.toSorted(byUser)) if (award.xp > 0) tx.emit(xpAwarded(award))

  const wins = battles.flatMap(({ battle, room, settled, isRewarded }) => {
    const winner = settled.find(({ seat }) => seat === battle.outcome.winner)
    // Friends could agree on the winner.
    return winner && isRewarded && room.kind === 'QUEUE' && isEarnedWin(battle.outcome)
      ? [{ userId: winner.userId, roomId: room.id, at }]
      : []
  })
  for (const win of wins.toSorted(byUser)) tx.emit(battleWon(win))

  for (const battle of battles) if (battle.battle.wasPlayed) tx.emit(battleFinished(resultOf(battle, at)))
}

function byUser(one: { userId: string }, other: { userId: string }): number {
  return one.userId < other.userId ? -1 : 1
}

function resultOf({ battle, room, settled }: SettledBattle, at: string): EventData<typeof battleFinished> {
  const { outcome } = battle
  const opponentOf = (player: SeatSettlement) => settled.find(({ seat }) => seat !== player.seat)?.userId
  return {
    roomId: room.id,
    reason: outcome.reason,
    players: settled.map((player) => ({
      userId: player.userId,
      result: outcome.seats[player.seat].result,
      score: outcome.seats[player.seat].score,
      fastAnswers: outcome.seats[player.seat].fastAnswers,
      missedQuestionIds: [...outcome.seats[player.seat].missedQuestionIds],
      answers: [...outcome.seats[player.seat].answers],
      gemsDelta: player.gemsDelta,
      xpEarned: player.xpEarned,
      ratingDelta: player.ratingDelta,
      opponentId: opponentOf(player) ?? null,
    })),
    at,
  }
}
