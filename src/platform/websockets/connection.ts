import type { ServerWebSocket } from 'bun'
import { now } from '../clock.ts'
import type { Caller } from '../http/caller.ts'
import { log } from '../log.ts'
import { type CloseReason, closeReasons } from './close-reasons.ts'
import type { FrameQueue } from './frame-queue.ts'

/** A server frame without its envelope, which is added on send. */
export interface OutFrame {
  type: string
  /** Immutable: a frame for several connections is encoded once. */
  data: Readonly<object>
  roomId?: string
  /**
   * In a room: numbers the frames of that player from 1, so that a client can request missed ones. Otherwise
   * 0.
   */
  seq?: number
  /** The id of the client's frame that this one answers. */
  id?: string
  /** Frames with the same key are sent once on a connection. */
  onceKey?: string
}

/** A client's connection as modules see it, independent of the WebSocket library. */
export type Connection = Pick<
  WebSocketConnection,
  'id' | 'caller' | 'isOpen' | 'send' | 'sendAll' | 'sendText' | 'close' | 'onClose'
>

/** Types and room ids are our own strings and need no escaping. */
export function encodeFrame({ type, seq = 0, roomId, id, data }: OutFrame, now: Date): string {
  const room = roomId === undefined ? '' : `,"roomId":"${roomId}"`
  const reply = id === undefined ? '' : `,"id":${JSON.stringify(id)}`
  return `{"v":1,"type":"${type}","seq":${seq},"ts":"${textOf(now)}"${room}${reply},"data":${encodeData(data)}}`
}

let encodedData: object | undefined
let encoded = ''

/** Caches the last encoding: frames with the same data object are sent to two players in a row. */
function encodeData(data: object): string {
  if (data !== encodedData) {
    encoded = JSON.stringify(data)
    encodedData = data
  }
  return encoded
}

let writtenMs = Number.NaN
let written = ''

/**
 * Caches the last text: many frames are sent in one millisecond, and formatting the time costs more than the
 * rest of the envelope.
 */
function textOf(now: Date): string {
  const ms = now.getTime()
  if (ms !== writtenMs) {
    writtenMs = ms
    written = now.toISOString()
  }
  return written
}

/** The state that the runtime stores with a socket from upgrade to close. */
export interface SocketState extends FrameQueue {
  readonly id: string
  /** The client network of the upgrade request; the user may only be known after the first frame. */
  readonly address: string
  credentials: Promise<Caller> | Caller | undefined
  /** Called when credentials that were not verified during the upgrade are valid. */
  readonly onVerified: (() => void) | undefined
  connection: WebSocketConnection | undefined
}

export type RuntimeSocket = ServerWebSocket<SocketState>

/** The keys of sent frames that a connection remembers. */
const MAX_ONCE_KEYS = 20

export class WebSocketConnection {
  readonly id: string
  readonly caller: Caller
  readonly #socket: RuntimeSocket
  #effects: ((connection: Connection) => void)[] = []
  #isOpen = true
  readonly #onceKeys = new Set<string>()

  constructor(socket: RuntimeSocket, caller: Caller) {
    this.id = socket.data.id
    this.caller = caller
    this.#socket = socket
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Never throws. A client that does not read is closed. */
  send(frame: OutFrame): void {
    this.sendText(encodeFrame(frame, now()), frame.onceKey)
  }

  /** The same for several frames in one system call. */
  sendAll(frames: readonly OutFrame[]): void {
    if (frames.length === 1) this.send(frames[0]!)
    else
      this.#socket.cork(() => {
        for (const frame of frames) this.send(frame)
      })
  }

  /** The same for a frame that `encodeFrame` has encoded for many connections. */
  sendText(text: string, onceKey?: string): void {
    if (!this.#isOpen || (onceKey !== undefined && !this.#remember(onceKey))) return
    // Zero: dropped, because the send buffer is full.
    if (this.#socket.send(text) !== 0) return
    this.close(closeReasons.slow_reader)
    // A client that does not read would not see the close frame and would keep the socket open.
    this.#socket.terminate()
  }

  /** Returns false if a frame with this key was already sent. */
  #remember(onceKey: string): boolean {
    if (this.#onceKeys.has(onceKey)) return false
    if (this.#onceKeys.size >= MAX_ONCE_KEYS) this.#onceKeys.delete(this.#onceKeys.values().next().value!)
    this.#onceKeys.add(onceKey)
    return true
  }

  close({ code, reason }: CloseReason): void {
    if (this.#isOpen) this.#socket.close(code, reason)
  }

  /**
   * Calls `effect` once, when the connection is closed, or immediately if it already is. The callback gets
   * the connection, so one function can be shared.
   */
  onClose(effect: (connection: Connection) => void): void {
    if (this.#isOpen) this.#effects.push(effect)
    else effect(this)
  }

  /** Called when the runtime reports that the socket is closed. */
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
