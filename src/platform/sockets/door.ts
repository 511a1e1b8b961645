import type { Server, WebSocketHandler } from 'bun'
import { now, SECOND_MS } from '../clock.ts'
import { type Refusal, refusals } from '../errors.ts'
import { asRefusal, countRefusal } from '../http/answer.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import type { Cors } from '../http/cors.ts'
import { queryOf } from '../http/request-url.ts'
import { newId } from '../ids.ts'
import { log, workContext } from '../log.ts'
import { gauge } from '../metrics.ts'
import { currentTracer, within } from '../tracing/tracing.ts'
import { type CloseReason, closeReasons } from './close-reasons.ts'
import {
  type Connection,
  encodeFrame,
  OpenConnection,
  type RuntimeSocket,
  type SocketState,
} from './connection.ts'
import { type FrameHandler, type IncomingFrame, parseData, type ReceivedFrame, readFrame } from './frames.ts'
import { AuthSchema, PING } from './own-frames.ts'
import type { Sockets } from './sockets.ts'
import { Strangers } from './strangers.ts'
import { firstTurns, follow, followLater, mayTalk } from './turns.ts'

const PROTOCOL = 'lyceum.v1'
const BEARER = 'bearer.'
const FRAME_LIMIT_BYTES = 16 * 1024
const UNREAD_LIMIT_BYTES = 256 * 1024
const IDLE_TIMEOUT_SECONDS = 60
const PATIENCE_MS = 5 * SECOND_MS

export interface SocketDoorParts {
  path: string
  sockets: Sockets
  handlers: FrameHandler[]
  authenticate: Authenticate
  /** A ticket stands for a user too; it is worth little in a log, unlike an access token. */
  authenticateTicket: (ticket: string) => Promise<Caller>
  /** Called when a socket's user is known. */
  onOpen?: (connection: Connection) => void
  /** How long somebody may be connected without saying who they are. */
  authenticationMs?: number
}

export interface UpgradeContext {
  server: Server<SocketState>
  cors: Cors
  address: string
  isStopping: boolean
}

/** The WebSocket endpoint: who may come in, how fast they may talk, and who handles what they say. */
export class SocketDoor {
  readonly path: string
  readonly runtime: WebSocketHandler<SocketState>
  readonly #parts: SocketDoorParts
  readonly #handlers: Map<string, FrameHandler>
  readonly #strangers: Strangers

  constructor(parts: SocketDoorParts) {
    this.#parts = parts
    this.path = parts.path
    this.#strangers = new Strangers(parts.authenticationMs ?? PATIENCE_MS)
    this.#handlers = new Map([...parts.handlers, PING].map((handler) => [handler.type, handler]))
    gauge('lyceum_sockets', 'Open WebSockets', () => parts.sockets.count)
    this.runtime = {
      maxPayloadLength: FRAME_LIMIT_BYTES,
      backpressureLimit: UNREAD_LIMIT_BYTES,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      sendPings: true,
      open: (socket) => this.#opened(socket),
      message: (socket, message) => this.#received(socket, message),
      close: (socket) => this.#closed(socket),
    }
  }

  /** Undefined when the request has become a socket. Throws refusals. */
  upgrade(request: Request, { server, cors, address, isStopping }: UpgradeContext): undefined {
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw socketRefusal()
    if (isStopping) throw refusals.shutting_down({ retryAfterSeconds: 1 })
    if (!cors.allows(request)) throw refusals.forbidden({ message: 'This origin may not connect.' })
    const protocols = protocolsOf(request)
    const credentials = this.#credentialsOf(request, protocols)
    if (!credentials && !this.#strangers.mayCome(address))
      throw refusals.rate_limited({ retryAfterSeconds: 5 })
    // Whoever waits for it hears of the fault; until then it must not count as unhandled.
    if (credentials instanceof Promise) credentials.catch(() => undefined)
    const state: SocketState = {
      id: newId(),
      address,
      credentials,
      connection: undefined,
      ...firstTurns(),
    }
    const headers = protocols.includes(PROTOCOL) ? { headers: { 'sec-websocket-protocol': PROTOCOL } } : {}
    if (!server.upgrade(request, { data: state, ...headers })) throw socketRefusal()
    return undefined
  }

  /** Says good-bye to everybody: the server waits for open sockets before it stops. */
  close(): void {
    this.#strangers.closeAll()
    this.#parts.sockets.closeAll()
  }

  #credentialsOf(request: Request, protocols: string[]): Promise<Caller> | Caller | undefined {
    const { ticket } = queryOf(request)
    if (ticket !== undefined) return this.#parts.authenticateTicket(ticket.slice(0, 200))
    const bearer = protocols.find((protocol) => protocol.startsWith(BEARER))
    return bearer === undefined ? undefined : this.#authenticate(bearer.slice(BEARER.length))
  }

  /** At once when the token is known. A refusal is always one of the promise. */
  #authenticate(token: string): Promise<Caller> | Caller {
    try {
      return this.#parts.authenticate(token)
    } catch (fault) {
      return Promise.reject(fault)
    }
  }

  #opened(socket: RuntimeSocket): void {
    const { credentials } = socket.data
    this.#strangers.add(socket)
    if (credentials instanceof Promise) follow(socket.data, this.#welcome(socket, credentials))
    else if (credentials) this.#enter(socket, credentials)
  }

  /** One frame after the other: at once when nothing is under way, which is the common case. */
  #received(socket: RuntimeSocket, message: string | Buffer): void {
    const { data: state } = socket
    const received = mayTalk(state) ? readMessage(message) : closeReasons.flooding
    if ('reason' in received) close(socket, received)
    else if (state.tail) {
      const hasRoom = followLater(state, state.tail, () => this.#handle(socket, received))
      if (!hasRoom) close(socket, closeReasons.flooding)
    } else {
      const outcome = this.#handle(socket, received)
      if (outcome) follow(state, outcome)
    }
  }

  #closed(socket: RuntimeSocket): void {
    this.#strangers.remove(socket)
    socket.data.connection?.gone()
  }

  async #welcome(socket: RuntimeSocket, credentials: Promise<Caller> | Caller): Promise<void> {
    let caller: Caller
    try {
      caller = await credentials
    } catch (fault) {
      sendFault(socket, fault, 'auth')
      const isRefused = asRefusal(fault)?.kind === 'unauthenticated'
      return close(socket, isRefused ? closeReasons.unauthenticated : closeReasons.unavailable)
    }
    if (this.#strangers.has(socket)) this.#enter(socket, caller)
  }

  /** Straight from the upgrade, what is said here goes out with its answer. */
  #enter(socket: RuntimeSocket, caller: Caller): void {
    this.#strangers.remove(socket)
    const connection = new OpenConnection(socket, caller)
    socket.data.connection = connection
    socket.data.credentials = undefined
    this.#parts.sockets.add(connection)
    connection.send({ type: 'auth.ok', data: { userId: caller.userId } })
    this.#parts.onOpen?.(connection)
  }

  #handle(socket: RuntimeSocket, received: ReceivedFrame): void | Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return
    const { connection } = socket.data
    if (!connection) return this.#introduce(socket, received)
    const handler = this.#handlers.get(received.type)
    if (!handler) return sendFault(socket, unknownFrame(), received.type)
    try {
      const { data, roomId } = received
      const incoming = {
        data: parseData(handler, data),
        now: now(),
        ...(roomId === undefined ? {} : { roomId }),
      }
      const outcome = inContext(handler, connection, incoming)
      return outcome?.catch((fault) => sendFault(socket, fault, received.type))
    } catch (fault) {
      sendFault(socket, fault, received.type)
    }
  }

  /** The first message of somebody who came without credentials. */
  #introduce(socket: RuntimeSocket, { type, data }: ReceivedFrame): Promise<void> | void {
    const asked = AuthSchema.safeParse(data)
    if (type === 'auth' && asked.success) {
      return this.#welcome(socket, this.#authenticate(asked.data.accessToken))
    }
    sendFault(
      socket,
      refusals.unauthenticated({ message: 'First say who you are, with an auth frame.' }),
      type,
    )
    close(socket, closeReasons.unauthenticated)
  }
}

/** A frame is a piece of work like a request, and the beginning of a trace where there are any. */
function inContext(
  { handle, type }: FrameHandler,
  connection: Connection,
  incoming: IncomingFrame<unknown>,
): void | Promise<void> {
  const requestId = connection.id
  const tracer = currentTracer()
  if (!tracer) return workContext.run({ requestId }, handle, connection, incoming)
  const span = tracer.start({ name: `frame ${type}`, kind: 'server' })
  const context = { requestId, trace_id: span.traceId }
  const outcome = within(span, () => workContext.run(context, handle, connection, incoming))
  if (outcome) return outcome.finally(() => span.end())
  span.end()
}

function protocolsOf(request: Request): string[] {
  return (request.headers.get('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim())
}

function readMessage(message: string | Buffer): ReceivedFrame | CloseReason {
  if (typeof message !== 'string') return closeReasons.text_only
  return readFrame(message) ?? closeReasons.bad_frame
}

function close(socket: RuntimeSocket, { code, reason }: CloseReason): void {
  socket.close(code, reason)
}

function sendFault(socket: RuntimeSocket, fault: unknown, replyTo: string): void {
  const refusal = asRefusal(fault)
  countRefusal(refusal?.code ?? 'INTERNAL_ERROR')
  if (!refusal) log.error({ fault, frame: replyTo }, 'sockets: a frame failed')
  const data = refusal
    ? { code: refusal.code, message: refusal.message, replyTo, details: refusal.details, ...refusal.extra }
    : { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.', replyTo }
  socket.send(encodeFrame({ type: 'error', data }, now()))
}

function socketRefusal(): Refusal {
  return refusals.validation_failed({
    message: 'This is a WebSocket endpoint. Connect with a WebSocket client.',
  })
}

function unknownFrame(): Refusal {
  return refusals.validation_failed({ message: 'There is no such frame. See /asyncapi.json.' })
}
