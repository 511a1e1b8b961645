import type { UserId } from '../../../platform/ids.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { OutFrame } from '../../../platform/sockets/connection.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'
import { type ClientAddress, NO_SOCKET, type RoomCommand } from './client.ts'

/** What processes say to each other of rooms. */
export type RoomMessage =
  | { kind: 'command'; roomId: RoomId; userId: UserId; client: ClientAddress; command: RoomCommand }
  | { kind: 'frames'; connectionId: string; frames: OutFrame[] }
  /** A room has a new keeper, or none: whoever plays in it says that they are there. */
  | { kind: 'moved'; roomId: RoomId; to: ProcessId | null }

export const EVERYBODY = 'battles:all'
export const channelOf = (processId: ProcessId) => `battles:process:${processId}`

/** For whoever knows no gateway: a player gives up, wherever they are. */
export function announceForfeit(
  live: Live,
  { ownerId, roomId, userId }: { ownerId: ProcessId; roomId: RoomId; userId: UserId },
): void {
  const client = { processId: ownerId, connectionId: NO_SOCKET }
  const message: RoomMessage = { kind: 'command', roomId, userId, client, command: { type: 'forfeit' } }
  live.publish(channelOf(ownerId), message)
}
