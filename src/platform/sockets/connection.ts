import type { ServerWebSocket } from 'bun'
import type { Caller } from '../http/caller.ts'
import { log } from '../log.ts'
import { type CloseReason, closeReasons } from './close-reasons.ts'

/** What the server says. The envelope around it is added when it is sent. */
export interface OutFrame {
  type: string
  data: object
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
  /** Called once, when the socket is gone. */
  onClose(effect: () => void): void
}

/** Types and ids are our own words, which need no escaping. */
export function encodeFrame({ type, seq = 0, roomId, data }: OutFrame, now: Date): string {
  const room = roomId === undefined ? '' : `,"roomId":"${roomId}"`
  return `{"v":1,"type":"${type}","seq":${seq},"ts":"${textOf(now)}"${room},"data":${JSON.stringify(data)}}`
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
export interface SocketState {
  readonly id: string
  /** Of the upgrade request; who it is may only be known after the first message. */
  readonly address: string
  credentials: Promise<Caller> | undefined
  connection: OpenConnection | undefined
  /** Frames that the client may send at once, and when they were last counted. */
  allowance: number
  countedAtMs: number
  /** Frames wait for the one before them, so that a client's words keep their order. */
  tail: Promise<void> | undefined
  waiting: number
}

export type RuntimeSocket = ServerWebSocket<SocketState>

export class OpenConnection implements Connection {
  readonly id: string
  readonly caller: Caller
  readonly #socket: RuntimeSocket
  readonly #now: () => Date
  #effects: (() => void)[] = []
  #isOpen = true

  constructor(socket: RuntimeSocket, caller: Caller, now: () => Date) {
    this.id = socket.data.id
    this.caller = caller
    this.#socket = socket
    this.#now = now
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  send(frame: OutFrame): void {
    this.sendText(encodeFrame(frame, this.#now()))
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

  onClose(effect: () => void): void {
    if (this.#isOpen) this.#effects.push(effect)
    else effect()
  }

  /** The runtime says that the socket is gone. */
  gone(): void {
    this.#isOpen = false
    for (const effect of this.#effects.splice(0)) {
      try {
        effect()
      } catch (fault) {
        log.error({ fault: String(fault) }, 'sockets: an effect of closing failed')
      }
    }
  }
}
