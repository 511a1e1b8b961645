import type { ReceivedFrames, SentFrames } from './generated.ts'
import { LiveListeners } from './live-listeners.ts'
import { LiveReplies } from './live-replies.ts'
import { LyceumError, parsed } from './lyceum-error.ts'
import { ReconnectTimer } from './reconnect-timer.ts'
import { RoomOrder } from './room-order.ts'
import type { ClientSession } from './session.ts'

/** A constructor like the global `WebSocket`. */
export type LiveSocket = new (url: string, protocols?: string[]) => WebSocket

export type FrameType = keyof ReceivedFrames
export interface Frame<Type extends FrameType = FrameType> {
  v: number
  type: Type
  seq: number
  ts: string
  roomId?: string
  /** The id of the sent frame that this one answers. */
  id?: string
  data: ReceivedFrames[Type]
}

/** `waiting`: the connection is lost and the client will reconnect. `closed`: it will not. */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed'

export interface LiveDeps {
  url: string
  socket: LiveSocket
  session: Pick<ClientSession, 'freshToken' | 'renewed'>
}

const PROTOCOL = 'lyceum.v1'
/** The ready state of an open socket. */
const OPEN = 1
const PING_EVERY_MS = 20_000
/** A connection without a message for this long counts as lost. */
const SILENCE_MS = 45_000
/** Less than the frame limit per second, because all are sent together. */
const UNSENT_LIMIT = 15
const UNAUTHENTICATED = 4401
/** Other sockets of the user have replaced this one. */
const REPLACED = 4409
/** Close codes after which a reconnect would fail again: invalid frame, session over. */
const FINAL_CLOSES = [4400, 4410]
/** Begins the id of a resume that the channel sends because a room is silent. */
const ASKED = 'silence:'
/** The rooms whose `queue.matched` is remembered. */
const MAX_MATCHED = 20

interface UnsentFrame {
  id: string
  text: string
  contestId: string | undefined
}

/**
 * The live channel. It reconnects automatically and resumes the battles that it was in, also when a battle is silent
 * for longer than a round lasts.
 */
export class Live {
  readonly #deps: LiveDeps
  readonly #listeners = new LiveListeners<Frame>()
  readonly #stateListeners = new Set<(state: LiveState, reason: string) => void>()
  readonly #order = new RoomOrder<Frame>()
  readonly #replies = new LiveReplies()
  readonly #reconnect = new ReconnectTimer(() => void this.#connect())
  /** Watched contests, which are subscribed again after a reconnect. */
  readonly #watched = new Set<string>()
  /** Rooms whose `queue.matched` was delivered: the service repeats it on every connection. */
  readonly #matched = new Set<string>()
  #socket: WebSocket | undefined
  #state: LiveState = 'connecting'
  #reason = ''
  #unsent: UnsentFrame[] = []
  #refusedToken: string | undefined
  #lastReceivedAt = Date.now()
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
    return this.#listeners.add(type, listener as never)
  }

  onState(listener: (state: LiveState, reason: string) => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Resolves with the next frame of a type. Rejects when the channel is closed, or already is. */
  next<Type extends FrameType>(type: Type): Promise<Frame<Type>> {
    if (this.#isClosed()) return Promise.reject(this.#closedError())
    return new Promise((resolve, reject) => {
      const end = () => {
        endFrames()
        endStates()
      }
      const endFrames = this.on(type, (_, frame) => {
        end()
        resolve(frame)
      })
      const endStates = this.onState((state) => {
        if (state !== 'closed') return
        end()
        reject(this.#closedError())
      })
    })
  }

  /**
   * Sends a frame, or queues it until there is a connection. Resolves when the service has processed it. Rejects with a
   * `LyceumError` when it was refused or got no answer; a program may ignore that.
   */
  send<Type extends keyof SentFrames>(type: Type, data: SentFrames[Type], roomId?: string): Promise<void> {
    const id = this.#replies.newId()
    const reply = this.#replies.wait(id)
    const text = JSON.stringify({ v: 1, type, id, data, ...(roomId === undefined ? {} : { roomId }) })
    const given = data as { contestId?: string; roomId?: string }
    if (this.#isClosed()) this.#replies.rejectAll(this.#closedError())
    else if (this.#state === 'open' && this.#socket?.readyState === OPEN) this.#transmit(id, text)
    else if (this.#unsent.length < UNSENT_LIMIT) {
      this.#unsent.push({ id, text, contestId: given.contestId })
      this.#reconnect.hurry()
    } else
      this.#replies.reject(id, new LyceumError('UNREACHABLE', 'Too much waits to be sent.', { status: 0 }))
    this.#watch(type, given.contestId)
    const room = given.roomId ?? roomId
    if (type === 'battle.ready' && room !== undefined)
      reply.then(
        () => this.#order.enter(room, Date.now()),
        () => undefined,
      )
    return reply
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
      if (!this.#isClosed()) this.#onLost('The service cannot be reached.')
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
    this.#replies.rejectSent()
    const isRefused = code === UNAUTHENTICATED
    if (FINAL_CLOSES.includes(code) || (isRefused && this.#refusedToken)) this.#end(reason)
    else if (code === REPLACED) {
      this.#reconnect.onReplaced()
      this.#setState('waiting', reason)
    } else {
      if (isRefused) this.#refusedToken = token
      this.#onLost(reason || `The connection was lost (${code}).`)
    }
  }

  #onLost(reason: string): void {
    this.#reconnect.onLost()
    this.#setState('waiting', reason)
  }

  #onMessage(text: string): void {
    this.#lastReceivedAt = Date.now()
    const frame = parsed(text) as Frame | undefined
    if (typeof frame?.type !== 'string') return
    if (frame.type === 'auth.ok') this.#onOpen()
    this.#replies.onFrame(frame)
    if (this.#isRepeatedMatch(frame)) return
    if (this.#isAboutOldRoom(frame)) return
    const { ready, isGap } = this.#order.take(frame, Date.now())
    if (isGap) this.#resume(frame.roomId!)
    for (const next of ready) this.#listeners.call(next)
  }

  #onOpen(): void {
    this.#reconnect.onOpen()
    this.#refusedToken = undefined
    this.#setState('open', '')
    for (const { roomId } of this.#order.open()) this.#resume(roomId)
    const unsent = this.#unsent.splice(0)
    const pending = new Set(unsent.map(({ contestId }) => contestId))
    for (const contestId of this.#watched)
      if (!pending.has(contestId))
        this.#socket!.send(JSON.stringify({ v: 1, type: 'contest.subscribe', data: { contestId } }))
    for (const { id, text } of unsent) this.#transmit(id, text)
  }

  #transmit(id: string, text: string): void {
    this.#socket!.send(text)
    this.#replies.onSent(id)
  }

  /** Whether the program already got this `queue.matched`. */
  #isRepeatedMatch({ type, data }: Frame): boolean {
    if (type !== 'queue.matched' || !this.#listeners.has(type)) return false
    const { roomId } = data as ReceivedFrames['queue.matched']
    if (this.#matched.has(roomId)) return true
    this.#matched.add(roomId)
    if (this.#matched.size > MAX_MATCHED) this.#matched.delete(this.#matched.values().next().value!)
    return false
  }

  /** Notes that a room is over for this channel. Returns true if only the channel itself had asked. */
  #isAboutOldRoom({ type, id, roomId, data }: Frame): boolean {
    if (type !== 'error') return id?.startsWith(ASKED) ?? false
    const { code } = data as ReceivedFrames['error']
    if (code === 'BATTLE_ELSEWHERE' && roomId) this.#order.leave(roomId)
    if (!id?.startsWith(ASKED)) return false
    if (code === 'ROOM_NOT_FOUND') this.#order.leave(id.slice(ASKED.length))
    return true
  }

  #resume(roomId: string, id?: string): void {
    const data = { roomId, lastSeq: this.#order.lastSeqOf(roomId) }
    this.#socket?.send(JSON.stringify({ v: 1, type: 'battle.resume', roomId, id, data }))
  }

  #watch(type: string, contestId: string | undefined): void {
    if (contestId === undefined || this.#isClosed()) return
    if (type === 'contest.subscribe') this.#watched.add(contestId)
    if (type === 'contest.unsubscribe') this.#watched.delete(contestId)
  }

  #onTick(beats: number): void {
    for (const frame of this.#order.overdue(Date.now())) this.#listeners.call(frame)
    if (!this.#socket) return
    if (this.#state === 'open')
      for (const roomId of this.#order.silent(Date.now())) this.#resume(roomId, ASKED + roomId)
    if (Date.now() - this.#lastReceivedAt > SILENCE_MS) {
      const dead = this.#socket
      this.#socket = undefined
      dead.close()
      this.#replies.rejectSent()
      this.#onLost('The service has gone silent.')
    } else if (this.#state === 'open' && beats % (PING_EVERY_MS / 1_000) === 0)
      this.#socket.send('{"v":1,"type":"ping","data":{}}')
  }

  #setState(state: LiveState, reason: string): void {
    this.#state = state
    this.#reason = reason
    for (const listener of [...this.#stateListeners]) listener(state, reason)
  }

  #end(reason: string): void {
    if (this.#isClosed()) return
    clearInterval(this.#tickTimer)
    this.#reconnect.stop()
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    this.#setState('closed', reason)
    this.#replies.rejectAll(this.#closedError())
  }

  #closedError(): LyceumError {
    return new LyceumError('CLOSED', `The live channel is closed: ${this.#reason}`, { status: 0 })
  }

  #isClosed(): boolean {
    return this.#state === 'closed'
  }
}
