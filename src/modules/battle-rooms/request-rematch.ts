import { addMs } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { requireStakesOn } from '../accounts/public/require-gem-use.ts'
import type { BattleRules } from '../battle-game/public/rules.ts'
import { findEntry } from '../battle-records/public/entries.ts'
import { insertRoom, listSeats, lockEndedRoom, updateRematch } from '../battle-records/public/rooms.ts'
import { type Player, seatPlayer } from '../battle-records/public/seat-player.ts'
import { requireOpponentAllowed, type StakeRules } from '../battle-records/public/stake-rules.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { errors } from './errors.ts'

interface RequestRematch extends Player {
  roomId: RoomId
  rules: BattleRules
  stakeRules: StakeRules
}

type Rematch =
  | { kind: 'offered'; opponentId: UserId; until: Date }
  | { kind: 'agreed'; roomId: RoomId; opponentId: UserId }

/** The first request makes an offer. The request of the other player accepts it: a new room with the same stake. */
export async function requestRematch(
  tx: Tx,
  { roomId, userId, sessionId, rules, stakeRules, now }: RequestRematch,
): Promise<Rematch> {
  const seats = await listSeats(tx, [roomId])
  const own = seats.find((seat) => seat.userId === userId)
  if (!own) throw errors.room_not_found()
  const room = await lockEndedRoom(tx, roomId)
  const other = seats.find((seat) => seat.userId !== userId)
  const until = room?.endedAt ? addMs(room.endedAt, rules.rematchWindowMs) : now
  if (!room || !other || room.state !== 'FINISHED' || until <= now) throw errors.rematch_closed()
  if (room.rematchRoomId) return { kind: 'agreed', roomId: room.rematchRoomId, opponentId: other.userId }
  if (room.stake > 0n) await requireStakesOn(tx, stakeRules)
  if (room.rematchBy !== other.userId) {
    await updateRematch(tx, roomId, { by: userId, roomId: null })
    return { kind: 'offered', opponentId: other.userId, until }
  }

  const next: RoomId = newId()
  const { topicId, stake } = room
  await requireOpponentAllowed(tx, [userId, other.userId], { stake, stakeRules, now })
  const startDeadline = addMs(now, rules.readyTimeoutMs)
  await insertRoom(tx, { id: next, kind: 'REMATCH', topicId, stake, seed: newId(), now, startDeadline })
  const opponentSessionId = (await findEntry(tx, other.entryId))!.sessionId
  const players = [
    { userId, sessionId, seat: 0 as const },
    { userId: other.userId, sessionId: opponentSessionId, seat: 1 as const },
  ]
  // Locks the balances in the order of user ids, as all transfers do.
  for (const player of players.toSorted((one, another) => (one.userId < another.userId ? -1 : 1)))
    await seatPlayer(tx, { ...player, roomId: next, topicId, stake, stakeRules, startDeadline, now }).catch(
      (error) => {
        // The reason why the opponent cannot play is private.
        if (player.userId === userId || !(error instanceof Refusal)) throw error
        throw errors.rematch_closed({ message: 'Your opponent cannot play again now.' })
      },
    )
  await updateRematch(tx, roomId, { by: room.rematchBy, roomId: next })
  return { kind: 'agreed', roomId: next, opponentId: other.userId }
}
