import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { Connection, OutFrame } from '../../platform/websockets/connection.ts'
import type { ProcessId } from '../battle-records/public/rooms.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import type { ClientAddress, RoomCommand } from './room-command.ts'
import { channelOf, publishRoomMessage } from './room-message.ts'

/** A WebSocket of this process whose player takes part in a room, hosted here or elsewhere. */
export interface PlayerConnection {
  connection: Connection
  client: ClientAddress
  roomId: RoomId
  /** The `seq` of the last frame sent to the client. */
  lastSeq: number
  isReady: boolean
  /** A frame is missing, and a resume was requested. */
  isCatchingUp: boolean
  hasEnded: boolean
}

interface ConnectionEvents {
  onClosed(closed: PlayerConnection): void
  /** A frame was lost on the way. */
  onFrameMissing(player: PlayerConnection): void
  /** The player has received `battle.end`. */
  onEnded(player: PlayerConnection): void
}

/** The command that reports a player as present: `ready` before the first frame, afterwards a resume. */
export function presenceCommand({ lastSeq, isReady }: PlayerConnection): RoomCommand {
  return isReady && lastSeq === 0 ? { type: 'ready' } : { type: 'resume', lastSeq }
}

/** The player connections of this process: which room each takes part in, and the frames sent to them. */
export class PlayerConnections {
  readonly #pubsub: PubSub
  readonly #processId: ProcessId
  readonly #events: ConnectionEvents
  readonly #byConnection = new Map<string, PlayerConnection>()
  /** Connections with a close listener. */
  readonly #observed = new WeakSet<Connection>()

  constructor(pubsub: PubSub, processId: ProcessId, events: ConnectionEvents) {
    this.#pubsub = pubsub
    this.#processId = processId
    this.#events = events
  }

  get(connectionId: string): PlayerConnection | undefined {
    return this.#byConnection.get(connectionId)
  }

  values(): MapIterator<PlayerConnection> {
    return this.#byConnection.values()
  }

  /** Makes the connection take part in this room and in no other. */
  attach(connection: Connection, roomId: RoomId): PlayerConnection {
    const known = this.#byConnection.get(connection.id)
    if (known?.roomId === roomId) return known
    const player = {
      connection,
      client: { processId: this.#processId, connectionId: connection.id },
      roomId,
      lastSeq: 0,
      isReady: false,
      isCatchingUp: false,
      hasEnded: false,
    }
    this.#byConnection.set(connection.id, player)
    if (!this.#observed.has(connection)) connection.onClose((closed) => this.#remove(closed.id))
    this.#observed.add(connection)
    return player
  }

  /** Undoes `attach`: the connection takes part in its previous room again, if it had one. */
  detach({ connection }: PlayerConnection, before: PlayerConnection | undefined): void {
    if (before && before.roomId !== this.#byConnection.get(connection.id)?.roomId)
      this.#byConnection.set(connection.id, before)
    else this.#byConnection.delete(connection.id)
  }

  #remove(connectionId: string): void {
    const player = this.#byConnection.get(connectionId)
    this.#byConnection.delete(connectionId)
    if (player) this.#events.onClosed(player)
  }

  /** Sends frames to a client of any process. */
  send({ processId, connectionId }: ClientAddress, frames: readonly OutFrame[]): void {
    if (processId === this.#processId) this.deliver(connectionId, frames)
    // One message per frame, because all together could exceed the maximum size of a message.
    else
      for (const frame of frames)
        publishRoomMessage(this.#pubsub, channelOf(processId), {
          kind: 'frames',
          connectionId,
          frames: [frame],
        })
  }

  /** Sends frames to a connection of this process; frames of its room only in the order of `seq`. */
  deliver(connectionId: string, frames: readonly OutFrame[]): void {
    const player = this.#byConnection.get(connectionId)
    if (!player || frames.length === 0) return
    const due = frames.filter((frame) => acceptsFrame(player, frame))
    if (due.length > 0) player.connection.sendAll(due)
    const last = frames.at(-1)!
    if (last.roomId !== player.roomId || !last.seq) return
    if (last.seq > player.lastSeq) {
      if (!player.isCatchingUp) this.#events.onFrameMissing(player)
      player.isCatchingUp = true
    } else if (last.type === 'battle.end') {
      player.hasEnded = true
      this.#events.onEnded(player)
    }
  }
}

/** Accepts a frame of the room only if it is the next one, because a repeated resume repeats frames. */
function acceptsFrame(player: PlayerConnection, { seq, roomId }: OutFrame): boolean {
  if (!seq || roomId !== player.roomId) return true
  if (seq !== player.lastSeq + 1) return false
  player.lastSeq = seq
  player.isCatchingUp = false
  return true
}
