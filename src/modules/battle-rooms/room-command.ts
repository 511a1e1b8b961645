import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { QuestionId } from '../questions/public/question.ts'

/** A client's socket, wherever it is. */
export interface ClientAddress {
  processId: ProcessId
  connectionId: string
}

/** Of a word that came another way than by a player's socket. */
export const NO_SOCKET = ''

/** What a player asks of a room. */
export type RoomCommand =
  | { type: 'ready' }
  | { type: 'answer'; questionId: QuestionId; option: number }
  | { type: 'forfeit' }
  /** Only while it has not begun. */
  | { type: 'cancel' }
  | { type: 'resume'; lastSeq: number }
  /** The socket is gone. */
  | { type: 'left' }
