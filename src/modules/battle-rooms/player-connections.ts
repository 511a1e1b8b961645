import type { Connection, OutFrame } from '../../platform/websockets/connection.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { ClientAddress, RoomCommand } from './room-command.ts'

/** A socket of this process that takes part in a battle, here or elsewhere. */
export interface PlayerConnection {
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
export function presenceCommand({ lastSeq, isReady }: PlayerConnection): RoomCommand {
  return isReady && lastSeq === 0 ? { type: 'ready' } : { type: 'resume', lastSeq }
}

/** Of a battle only the frame after the last one: what was asked for twice comes twice. */
export function acceptsFrame(playerConnection: PlayerConnection, { seq, roomId }: OutFrame): boolean {
  if (!seq || roomId !== playerConnection.roomId) return true
  if (seq !== playerConnection.lastSeq + 1) return false
  playerConnection.lastSeq = seq
  playerConnection.isCatchingUp = false
  return true
}

/** Which sockets of this process take part in which rooms. */
export class PlayerConnections {
  readonly #processId: ProcessId
  readonly #onClose: (connection: Connection) => void
  readonly #byConnection = new Map<string, PlayerConnection>()
  /** Whose leaving we hear of. */
  readonly #watched = new WeakSet<Connection>()

  constructor(processId: ProcessId, onClose: (connection: Connection) => void) {
    this.#processId = processId
    this.#onClose = onClose
  }

  get(connectionId: string): PlayerConnection | undefined {
    return this.#byConnection.get(connectionId)
  }

  values(): MapIterator<PlayerConnection> {
    return this.#byConnection.values()
  }

  delete(connectionId: string): void {
    this.#byConnection.delete(connectionId)
  }

  /** The socket takes part in this room from here on, and in no other. */
  attach(connection: Connection, roomId: RoomId): PlayerConnection {
    const known = this.#byConnection.get(connection.id)
    if (known?.roomId === roomId) return known
    const playerConnection = {
      connection,
      client: { processId: this.#processId, connectionId: connection.id },
      roomId,
      lastSeq: 0,
      isReady: false,
      isCatchingUp: false,
      hasEnded: false,
    }
    this.#byConnection.set(connection.id, playerConnection)
    if (!this.#watched.has(connection)) connection.onClose(this.#onClose)
    this.#watched.add(connection)
    return playerConnection
  }

  /** It is no room to take part in: the socket stays where it was. */
  detach({ connection }: PlayerConnection, before: PlayerConnection | undefined): void {
    if (before && before.roomId !== this.#byConnection.get(connection.id)?.roomId)
      this.#byConnection.set(connection.id, before)
    else this.#byConnection.delete(connection.id)
  }
}
