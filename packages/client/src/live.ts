import type { ReceivedFrames, SentFrames } from './generated.ts'
import { parsed } from './lyceum-error.ts'
import { RoomOrder } from './room-order.ts'
import type { Session } from './session.ts'

/** A constructor like the global `WebSocket`. */
export type LiveSocket = new (url: string, protocols?: string[]) => WebSocket

export type FrameType = keyof ReceivedFrames
export interface Frame<Type extends FrameType = FrameType> {
  v: number
  type: Type
  seq: number
  ts: string
  roomId?: string
  data: ReceivedFrames[Type]
}

/** `waiting`: the connection is lost and the client will reconnect. `closed`: it will not. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface LiveDeps {
  url: string
  socket: LiveSocket
  session: Pick<Session, 'freshToken' | 'renewed'>
}

type Listener = (data: never, frame: Frame) => void

const PROTOCOL = 'lyceum.v1'
/** The ready state of an open socket. */
const OPEN = 1
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 15_000
const PING_EVERY_MS = 20_000
/** A connection without a message for this long counts as lost. */
const SILENCE_MS = 45_000
/** Less than the frame limit per second, because all are sent together. */
const UNSENT_LIMIT = 15
const UNAUTHENTICATED = 4401
/**
 * Close codes after which a reconnect would fail again: invalid frame, replaced by another socket, session
 * over.
 */
const FINAL_CLOSES = [4400, 4409, 4410]

/** The live channel. It reconnects automatically and resumes the battles that it was in. */
export class Live {
  readonly #deps: LiveDeps
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #stateListeners = new Set<(state: LiveState, reason: string) => void>()
  readonly #order = new RoomOrder<Frame>()
  /** Watched contests, which are subscribed again after a reconnect. */
  readonly #watched = new Map<string, string>()
  #socket: WebSocket | undefined
  #state: LiveState = 'connecting'
  #reason = ''
  #unsent: string[] = []
  #failures = 0
  #refusedToken: string | undefined
  #lastReceivedAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #tickTimer: ReturnType<typeof setInterval>

  constructor(deps: LiveDeps) {
    this.#deps = deps
    let beats = 0
    this.#tickTimer = setInterval(() => this.#onTick(++beats), 1_000)
    void this.#connect()
  }

  get state(): LiveState {
    return this.#state
  }

  /** The reason for the state `waiting` or `closed`. */
  get reason(): string {
    return this.#reason
  }

  /** Calls `listener` for every frame of a type. Returns a function that unsubscribes. */
  on<Type extends FrameType>(
    type: Type,
    listener: (data: ReceivedFrames[Type], frame: Frame<Type>) => void,
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener as unknown as Listener))
    return () => listeners.delete(listener as unknown as Listener)
  }

  onState(listener: (state: LiveState, reason: string) => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Resolves with the next frame of a type. */
  next<Type extends FrameType>(type: Type): Promise<Frame<Type>> {
    return new Promise((resolve, reject) => {
      const end = () => {
        endFrames()
        endStates()
      }
      const endFrames = this.on(type, (_, frame) => {
        end()
        resolve(frame)
      })
      const endStates = this.onState((state, reason) => {
        if (state !== 'closed') return
        end()
        reject(new Error(`The live channel is closed: ${reason}`))
      })
    })
  }

  /** Sends a frame, or queues it until there is a connection. */
  send<Type extends keyof SentFrames>(type: Type, data: SentFrames[Type], roomId?: string): void {
    if (this.#state === 'closed') throw new Error(`The live channel is closed: ${this.#reason}`)
    const text = JSON.stringify({ v: 1, type, data, ...(roomId === undefined ? {} : { roomId }) })
    this.#watch(type, data as { contestId?: string }, text)
    if (this.#state === 'open' && this.#socket?.readyState === OPEN) this.#socket.send(text)
    else if (this.#unsent.length < UNSENT_LIMIT) this.#unsent.push(text)
    else throw new Error('Too much waits to be sent.')
  }

  close(): void {
    this.#end('closed by the program')
  }

  async #connect(): Promise<void> {
    this.#setState('connecting', '')
    let token: string | undefined
    try {
      const { session } = this.#deps
      token = this.#refusedToken ? await session.renewed(this.#refusedToken) : await session.freshToken()
    } catch {
      this.#scheduleReconnect('The service cannot be reached.')
      return
    }
    if (this.#isClosed()) return
    if (token) this.#open(token)
    else this.#end('nobody is signed in')
  }

  #open(token: string): void {
    this.#lastReceivedAt = Date.now()
    // Browsers cannot send headers, and URLs are logged, so the token is sent as a subprotocol.
    const socket = new this.#deps.socket(this.#deps.url, [PROTOCOL, `bearer.${token}`])
    this.#socket = socket
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#onMessage(String(data))
    }
    socket.onerror = () => undefined
    socket.onclose = ({ code, reason }) => {
      if (socket === this.#socket) this.#onClose(code, reason, token)
    }
  }

  #onClose(code: number, reason: string, token: string): void {
    this.#socket = undefined
    const isRefused = code === UNAUTHENTICATED
    if (FINAL_CLOSES.includes(code) || (isRefused && this.#refusedToken)) this.#end(reason)
    else {
      if (isRefused) this.#refusedToken = token
      this.#scheduleReconnect(reason || `The connection was lost (${code}).`)
    }
  }

  #scheduleReconnect(reason: string): void {
    if (this.#isClosed()) return
    this.#setState('waiting', reason)
    const maxWaitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++)
    this.#timer = setTimeout(() => void this.#connect(), maxWaitMs * (0.5 + Math.random() / 2))
  }

  #onMessage(text: string): void {
    this.#lastReceivedAt = Date.now()
    const frame = parsed(text) as Frame | undefined
    if (typeof frame?.type !== 'string') return
    if (frame.type === 'auth.ok') this.#onOpen()
    const { ready, isGap } = this.#order.take(frame, Date.now())
    if (isGap) this.#resume(frame.roomId!)
    for (const next of ready) this.#dispatch(next)
  }

  #onOpen(): void {
    this.#failures = 0
    this.#refusedToken = undefined
    this.#setState('open', '')
    for (const { roomId } of this.#order.open()) this.#resume(roomId)
    const unsent = this.#unsent.splice(0)
    for (const text of new Set([...this.#watched.values(), ...unsent])) this.#socket!.send(text)
  }

  #resume(roomId: string): void {
    const data = { roomId, lastSeq: this.#order.lastSeqOf(roomId) }
    this.#socket?.send(JSON.stringify({ v: 1, type: 'battle.resume', roomId, data }))
  }

  #watch(type: string, { contestId }: { contestId?: string }, text: string): void {
    if (contestId === undefined) return
    if (type === 'contest.subscribe') this.#watched.set(contestId, text)
    if (type === 'contest.unsubscribe') this.#watched.delete(contestId)
  }

  #onTick(beats: number): void {
    for (const frame of this.#order.overdue(Date.now())) this.#dispatch(frame)
    if (!this.#socket) return
    if (Date.now() - this.#lastReceivedAt > SILENCE_MS) {
      const dead = this.#socket
      this.#socket = undefined
      dead.close()
      this.#scheduleReconnect('The service has gone silent.')
    } else if (this.#state === 'open' && beats % (PING_EVERY_MS / 1_000) === 0)
      this.#socket.send('{"v":1,"type":"ping","data":{}}')
  }

  #dispatch(frame: Frame): void {
    for (const listener of [...(this.#listeners.get(frame.type) ?? [])]) {
      try {
        listener(frame.data as never, frame)
      } catch (error) {
        // The error is reported to the program, and the other listeners still receive the frame.
        setTimeout(() => {
          throw error
        })
      }
    }
  }

  #setState(state: LiveState, reason: string): void {
    this.#state = state
    this.#reason = reason
    for (const listener of [...this.#stateListeners]) listener(state, reason)
  }

  #end(reason: string): void {
    if (this.#isClosed()) return
    clearInterval(this.#tickTimer)
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    this.#setState('closed', reason)
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }
}
