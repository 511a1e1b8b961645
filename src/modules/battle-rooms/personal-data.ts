import type { UserId } from '../../platform/ids.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import { endQueuedEntries, findLiveEntry } from '../battle-records/public/entries.ts'
import { deleteRating } from '../battle-records/public/ratings.ts'
import { findRoom } from '../battle-records/public/rooms.ts'
import { refundStake } from '../battle-records/public/stakes.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'
import { publishForfeit } from './room-message.ts'

/**
 * On account deletion: ends a queued entry and refunds its stake; sends a forfeit to the host of a hosted room; cancels
 * a waiting room without a host. If the forfeit message is lost, the closed socket has the same effect after the grace
 * period.
 */
export function eraseBattlePersonalData(live: PubSub) {
  return async (tx: Tx, { data }: DomainEvent<{ userId: UserId; at: string }>): Promise<void> => {
    const { userId } = data
    await deleteRating(tx, userId)
    const entry = await findLiveEntry(tx, userId)
    if (!entry) return
    const now = new Date(data.at)
    const [ended] = await endQueuedEntries(tx, { ids: [entry.id], status: 'CANCELLED', now })
    if (ended) return refundStake(tx, { entryId: ended.id, userId, stake: ended.stake, now })
    const playedIn = entry.roomId ?? (await findLiveEntry(tx, userId))?.roomId
    const room = playedIn ? await findRoom(tx, playedIn) : undefined
    if (!room) return
    const { id: roomId, hostProcessId, state } = room
    if (hostProcessId) tx.afterCommit(() => publishForfeit(live, { hostProcessId, roomId, userId }))
    else if (state === 'WAITING') {
      const outcome = cancelledOutcome(now.getTime())
      await settleBattle(tx, { roomId, hostProcessId: null, outcome, wasPlayed: false, xpCap: 0, now })
    }
  }
}
