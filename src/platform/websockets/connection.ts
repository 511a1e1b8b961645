import type { ServerWebSocket } from 'bun'
import { now } from '../clock.ts'
import type { Caller } from '../http/caller.ts'
import { log } from '../log.ts'
import { type CloseReason, closeReasons } from './close-reasons.ts'
import type { FrameQueue } from './frame-queue.ts'

/** What the server says. The envelope around it is added when it is sent. */
export interface OutFrame {
  type: string
  /** Never changed once it is given: what goes to several is encoded once. */
  data: Readonly<object>
  roomId?: string
  /** Within a room: counts the frames of that player from 1, so that missed ones can be asked for. Elsewhere 0. */
  seq?: number
}

/** A client's socket, as modules see it: they never learn which library carries it. */
export interface Connection {
  readonly id: string
  readonly caller: Caller
  readonly isOpen: boolean
  /** Never throws. A client that does not read is closed. */
  send(frame: OutFrame): void
  /** The same for frames that come together: they cost one system call. */
  sendAll(frames: readonly OutFrame[]): void
  /** The same for a frame that goes to many, encoded once by `encodeFrame`. */
  sendText(text: string): void
  close(reason: CloseReason): void
  /** Called once, when the socket is gone. An effect that is told whose it is can be shared by all. */
  onClose(effect: (connection: Connection) => void): void
}

/** Types and ids are our own words, which need no escaping. */
export function encodeFrame({ type, seq = 0, roomId, data }: OutFrame, now: Date): string {
  const room = roomId === undefined ? '' : `,"roomId":"${roomId}"`
  return `{"v":1,"type":"${type}","seq":${seq},"ts":"${textOf(now)}"${room},"data":${encodeData(data)}}`
}

let encodedData: object | undefined
let encoded = ''

/** What two players are told in the same words goes out twice in a row. */
function encodeData(data: object): string {
  if (data !== encodedData) {
    encoded = JSON.stringify(data)
    encodedData = data
  }
  return encoded
}

let writtenMs = Number.NaN
let written = ''

/** Many frames are sent in one millisecond, and writing a moment costs more than the rest of the envelope. */
function textOf(now: Date): string {
  const ms = now.getTime()
  if (ms !== writtenMs) {
    writtenMs = ms
    written = now.toISOString()
  }
  return written
}

/** Hangs on the socket of the runtime from the upgrade to the close. */
export interface SocketState extends FrameQueue {
  readonly id: string
  /** Of the upgrade request; who it is may only be known after the first message. */
  readonly address: string
  credentials: Promise<Caller> | Caller | undefined
  connection: WebSocketConnection | undefined
}

export type RuntimeSocket = ServerWebSocket<SocketState>

export class WebSocketConnection implements Connection {
  readonly id: string
  readonly caller: Caller
  readonly #socket: RuntimeSocket
  #effects: ((connection: Connection) => void)[] = []
  #isOpen = true

  constructor(socket: RuntimeSocket, caller: Caller) {
    this.id = socket.data.id
    this.caller = caller
    this.#socket = socket
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  send(frame: OutFrame): void {
    this.sendText(encodeFrame(frame, now()))
  }

  sendAll(frames: readonly OutFrame[]): void {
    if (frames.length === 1) this.send(frames[0]!)
    else
      this.#socket.cork(() => {
        for (const frame of frames) this.send(frame)
      })
  }

  sendText(text: string): void {
    if (!this.#isOpen) return
    // Zero: dropped, because more is waiting to be read than we keep for anybody.
    if (this.#socket.send(text) !== 0) return
    this.close(closeReasons.slow_reader)
    // A reader that does not read does not see the reason either, and would keep the socket.
    this.#socket.terminate()
  }

  close({ code, reason }: CloseReason): void {
    if (this.#isOpen) this.#socket.close(code, reason)
  }

  onClose(effect: (connection: Connection) => void): void {
    if (this.#isOpen) this.#effects.push(effect)
    else effect(this)
  }

  /** The runtime says that the socket is gone. */
  markClosed(): void {
    this.#isOpen = false
    for (const effect of this.#effects.splice(0)) {
      try {
        effect(this)
      } catch (error) {
        log.error({ error: String(error) }, 'websocket: onClose callback failed')
      }
    }
  }
}
