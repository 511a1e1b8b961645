import type { Connection, OutFrame } from '../../../platform/sockets/connection.ts'
import type { ProcessId } from '../rooms/queries.ts'
import type { RoomId } from '../ticket.ts'
import type { ClientAddress, RoomCommand } from './client.ts'

/** A socket of this process that takes part in a battle, here or elsewhere. */
export interface Attachment {
  connection: Connection
  client: ClientAddress
  roomId: RoomId
  /** The last frame of the battle that went to it. */
  lastSeq: number
  isReady: boolean
  /** A frame is missing, and was asked for. */
  isCatchingUp: boolean
  hasEnded: boolean
}

/** How a player says that they are there: before the battle they are ready, in it they want what they missed. */
export function presenceOf({ lastSeq, isReady }: Attachment): RoomCommand {
  return isReady && lastSeq === 0 ? { type: 'ready' } : { type: 'resume', lastSeq }
}

/** Of a battle only the frame after the last one: what was asked for twice comes twice. */
export function isNext(attachment: Attachment, { seq, roomId }: OutFrame): boolean {
  if (!seq || roomId !== attachment.roomId) return true
  if (seq !== attachment.lastSeq + 1) return false
  attachment.lastSeq = seq
  attachment.isCatchingUp = false
  return true
}

/** Which sockets of this process take part in which rooms. */
export class Attachments {
  readonly #processId: ProcessId
  readonly #onClose: (connection: Connection) => void
  readonly #byConnection = new Map<string, Attachment>()
  /** Whose leaving we hear of. */
  readonly #watched = new WeakSet<Connection>()

  constructor(processId: ProcessId, onClose: (connection: Connection) => void) {
    this.#processId = processId
    this.#onClose = onClose
  }

  get(connectionId: string): Attachment | undefined {
    return this.#byConnection.get(connectionId)
  }

  values(): MapIterator<Attachment> {
    return this.#byConnection.values()
  }

  delete(connectionId: string): void {
    this.#byConnection.delete(connectionId)
  }

  /** The socket takes part in this room from here on, and in no other. */
  attach(connection: Connection, roomId: RoomId): Attachment {
    const known = this.#byConnection.get(connection.id)
    if (known?.roomId === roomId) return known
    const attachment = {
      connection,
      client: { processId: this.#processId, connectionId: connection.id },
      roomId,
      lastSeq: 0,
      isReady: false,
      isCatchingUp: false,
      hasEnded: false,
    }
    this.#byConnection.set(connection.id, attachment)
    if (!this.#watched.has(connection)) connection.onClose(this.#onClose)
    this.#watched.add(connection)
    return attachment
  }

  /** It is no room to take part in: the socket stays where it was. */
  detach({ connection }: Attachment, before: Attachment | undefined): void {
    if (before && before.roomId !== this.#byConnection.get(connection.id)?.roomId)
      this.#byConnection.set(connection.id, before)
    else this.#byConnection.delete(connection.id)
  }
}
