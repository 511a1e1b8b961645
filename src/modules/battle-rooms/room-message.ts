import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { OutFrame } from '../../platform/websockets/connection.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { ClientAddress, RoomCommand } from './room-command.ts'

/** A message between processes about a room. */
export type RoomMessage =
  | {
      kind: 'command'
      roomId: RoomId
      userId: UserId
      client: ClientAddress
      command: RoomCommand
      /** The client's id of the frame, which the host answers. */
      id?: string
    }
  | { kind: 'frames'; connectionId: string; frames: OutFrame[] }
  /** The room has another host, or none: its players must resume. */
  | { kind: 'moved'; roomId: RoomId; to: ProcessId | null }

export const ALL_PROCESSES = 'battles:all'
export const channelOf = (processId: ProcessId) => `battles:process:${processId}`

/** Logs a failure instead of throwing: messages can be lost anyway, and clients resume. */
export function publishRoomMessage(pubsub: PubSub, channel: string, message: RoomMessage): void {
  try {
    pubsub.publish(channel, message)
  } catch (error) {
    log.error({ error: String(error), channel }, 'battle-rooms: publishing a message failed')
  }
}
