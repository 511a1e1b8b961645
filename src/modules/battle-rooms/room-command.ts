import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { QuestionId } from '../questions/public/question.ts'

/** A client connection in any process. */
export interface ClientAddress {
  processId: ProcessId
  connectionId: string
}

/** The connection id of a command that did not come over a WebSocket. */
export const NO_SOCKET = ''

/** A command of a player to a room. */
export type RoomCommand =
  | { type: 'ready' }
  /** The second player joined a friend room: both must be ready by this time. */
  | { type: 'join'; readyBy: number }
  | { type: 'answer'; questionId: QuestionId; option: number }
  | { type: 'forfeit' }
  /** Cancels a room that has not started. */
  | { type: 'cancel' }
  | { type: 'resume'; lastSeq: number }
  /** The connection is closed. */
  | { type: 'left' }

/** The type of the client's frame that is this command. */
export function frameTypeOf({ type }: RoomCommand): string {
  return `battle.${type}`
}
