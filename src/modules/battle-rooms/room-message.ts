import type { UserId } from '../../platform/ids.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './room-command.ts'

/** What processes say to each other of rooms. */
export type RoomMessage =
  | { kind: 'command'; roomId: RoomId; userId: UserId; client: ClientAddress; command: RoomCommand }
  | { kind: 'frames'; connectionId: string; frames: OutFrame[] }
  /** A room has a new keeper, or none: whoever plays in it says that they are there. */
  | { kind: 'moved'; roomId: RoomId; to: ProcessId | null }

export const ALL_PROCESSES = 'battles:all'
export const channelOf = (processId: ProcessId) => `battles:process:${processId}`

/** For whoever knows no gateway: a player gives up, wherever they are. */
export function publishForfeit(
  live: PubSub,
  { hostProcessId, roomId, userId }: { hostProcessId: ProcessId; roomId: RoomId; userId: UserId },
): void {
  const client = { processId: hostProcessId, connectionId: NO_SOCKET }
  const message: RoomMessage = { kind: 'command', roomId, userId, client, command: { type: 'forfeit' } }
  live.publish(channelOf(hostProcessId), message)
}
