import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Tx } from '../../platform/tx.ts'
import { calledOff } from './game/outcome.ts'
import { announceForfeit } from './play/room-message.ts'
import { endQueuedEntries, findLiveEntry } from './queue/queries.ts'
import { deleteRating } from './rating/queries.ts'
import { findRoom } from './rooms/queries.ts'
import { settleBattle } from './settlement/settle-battles.ts'
import { returnStake } from './stakes.ts'

/**
 * Whoever goes for good leaves the queue, with their stake back, and so does a friend in a room where nobody is ready
 * yet. What they are playing they give up: the process that keeps the battle is told, and if the telling is lost, the
 * socket that ended with the session says the same later.
 */
export function forgetPlayer(live: Live) {
  return async (tx: Tx, { data }: Fact<{ userId: UserId; at: string }>): Promise<void> => {
    const { userId } = data
    await deleteRating(tx, userId)
    const entry = await findLiveEntry(tx, userId)
    if (!entry) return
    const now = new Date(data.at)
    const [ended] = await endQueuedEntries(tx, { ids: [entry.id], status: 'CANCELLED', now })
    if (ended) return returnStake(tx, { entryId: ended.id, userId, stake: ended.stake, now })
    const playedIn = entry.roomId ?? (await findLiveEntry(tx, userId))?.roomId
    const room = playedIn ? await findRoom(tx, playedIn) : undefined
    if (!room) return
    const { id: roomId, ownerId, state } = room
    if (ownerId) tx.afterCommit(() => announceForfeit(live, { ownerId, roomId, userId }))
    else if (state === 'WAITING') {
      const outcome = calledOff(now.getTime())
      await settleBattle(tx, { roomId, ownerId: null, outcome, wasPlayed: false, xpCap: 0, now })
    }
  }
}
