import type { UserId } from '../../platform/ids.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { cancelledOutcome } from '../battle-game/public/outcome.ts'
import { findLiveEntry } from '../battle-records/public/entries.ts'
import { findRoom } from '../battle-records/public/rooms.ts'
import { settleBattle } from '../battle-results/public/settle-battles.ts'
import { NO_SOCKET } from './room-command.ts'
import { channelOf, publishRoomMessage } from './room-message.ts'

/**
 * On account deletion: sends a forfeit to the host of the user's room, or cancels a waiting room without a host. If the
 * forfeit message is lost, the closed socket has the same effect after the grace period.
 */
export function erasePersonalData(pubsub: PubSub) {
  return async (tx: Tx, { data }: DomainEvent<{ userId: UserId; at: string }>): Promise<void> => {
    const { userId } = data
    const entry = await findLiveEntry(tx, userId)
    const room = entry?.roomId ? await findRoom(tx, entry.roomId) : undefined
    if (!room) return
    const { id: roomId, hostProcessId, state } = room
    if (hostProcessId) {
      const client = { processId: hostProcessId, connectionId: NO_SOCKET }
      const command = { type: 'forfeit' } as const
      const message = { kind: 'command', roomId, userId, client, command } as const
      tx.afterCommit(() => publishRoomMessage(pubsub, channelOf(hostProcessId), message))
    } else if (state === 'WAITING') {
      const now = new Date(data.at)
      const outcome = cancelledOutcome(now.getTime())
      await settleBattle(tx, { roomId, hostProcessId: null, outcome, wasPlayed: false, xpCap: 0, now })
    }
  }
}
