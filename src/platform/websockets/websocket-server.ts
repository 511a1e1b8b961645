import type { WebSocketHandler } from 'bun'
import { now, SECOND_MS } from '../clock.ts'
import { commonErrors, type Refusal } from '../errors.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import { parseBody } from '../http/parse-input.ts'
import { queryOf } from '../http/request-url.ts'
import { toRefusal } from '../http/response.ts'
import type { UpgradeContext, WebSocketRoute } from '../http/websocket-route.ts'
import { newId } from '../ids.ts'
import { workContext } from '../log.ts'
import { gauge } from '../metrics.ts'
import { currentTracer, runInSpan } from '../tracing/tracing.ts'
import { AuthSchema, PING } from './built-in-frames.ts'
import { type CloseReason, closeReasons } from './close-reasons.ts'
import {
  type Connection,
  encodeFrame,
  type RuntimeSocket,
  type SocketState,
  WebSocketConnection,
} from './connection.ts'
import type { ConnectionRegistry } from './connection-registry.ts'
import { allowFrame, enqueueFrame, newFrameQueue, setTail } from './frame-queue.ts'
import {
  type FrameHandler,
  type IncomingFrame,
  REPLIES_LATER,
  type ReceivedFrame,
  readFrame,
} from './frames.ts'
import { PendingConnections } from './pending-connections.ts'
import { ackFrame, errorFrame } from './reply-frames.ts'

const PROTOCOL = 'lyceum.v1'
const BEARER = 'bearer.'
const FRAME_LIMIT_BYTES = 16 * 1024
const UNREAD_LIMIT_BYTES = 256 * 1024
const IDLE_TIMEOUT_SECONDS = 60
const AUTHENTICATION_TIMEOUT_MS = 5 * SECOND_MS

export interface WebSocketServerDeps {
  path: string
  connections: ConnectionRegistry
  handlers: FrameHandler[]
  authenticate: Authenticate
  /** A ticket authenticates a user; in a log it is worth little, unlike an access token. */
  authenticateTicket: (ticket: string) => Promise<Caller>
  /** Counts a frame of an authenticated client; throws a refusal above the limit. */
  countFrame?: (caller: Caller) => void
  /** Called when the user of a connection is known. */
  onOpen?: (connection: Connection, now: Date) => void
  /** The authentication timeout of a connection. */
  authenticationMs?: number
}

/** The WebSocket endpoint: authentication, frame limits, and dispatch to frame handlers. */
export class WebSocketServer implements WebSocketRoute<SocketState> {
  readonly path: string
  readonly runtime: WebSocketHandler<SocketState>
  readonly #deps: WebSocketServerDeps
  readonly #handlers: Map<string, FrameHandler>
  readonly #pending: PendingConnections

  constructor(deps: WebSocketServerDeps) {
    this.#deps = deps
    this.path = deps.path
    this.#pending = new PendingConnections(deps.authenticationMs ?? AUTHENTICATION_TIMEOUT_MS)
    this.#handlers = new Map([...deps.handlers, PING].map((handler) => [handler.type, handler]))
    gauge('lyceum_websocket_connections', 'Open WebSocket connections', () => deps.connections.count)
    this.runtime = {
      maxPayloadLength: FRAME_LIMIT_BYTES,
      backpressureLimit: UNREAD_LIMIT_BYTES,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      sendPings: true,
      open: (socket) => this.#onOpen(socket),
      message: (socket, message) => this.#onMessage(socket, message),
      ping: closeWhenFlooding,
      pong: closeWhenFlooding,
      close: (socket) => this.#onClose(socket),
    }
  }

  upgrade(request: Request, context: UpgradeContext<SocketState>): undefined {
    const { server, cors, address, isStopping, countUnverified } = context
    if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket') throw notWebSocketError()
    if (isStopping) throw commonErrors.shutting_down({ retryAfterSeconds: 1 })
    if (!cors.allows(request)) throw commonErrors.forbidden({ message: 'This origin may not connect.' })
    const protocols = protocolsOf(request)
    const credentials = this.#credentialsOf(request, protocols)
    if (!credentials && !this.#pending.hasCapacity(address))
      throw commonErrors.rate_limited({ retryAfterSeconds: 5 })
    // The awaiting code handles the error; until then it must not count as an unhandled rejection.
    if (credentials instanceof Promise) credentials.catch(() => undefined)
    const isVerified = credentials !== undefined && !(credentials instanceof Promise)
    const state: SocketState = {
      id: newId(),
      address,
      credentials,
      onVerified: isVerified ? undefined : countUnverified(),
      connection: undefined,
      ...newFrameQueue(),
    }
    const headers = protocols.includes(PROTOCOL) ? { headers: { 'sec-websocket-protocol': PROTOCOL } } : {}
    if (!server.upgrade(request, { data: state, ...headers })) throw notWebSocketError()
    return undefined
  }

  /** Closes all connections: the server waits for them before it stops. */
  close(): void {
    this.#pending.closeAll()
    this.#deps.connections.closeAll()
  }

  #credentialsOf(request: Request, protocols: string[]): Promise<Caller> | Caller | undefined {
    const { ticket } = queryOf(request)
    if (ticket !== undefined) return this.#deps.authenticateTicket(ticket.slice(0, 200))
    const bearer = protocols.find((protocol) => protocol.startsWith(BEARER))
    return bearer === undefined ? undefined : this.#verifyToken(bearer.slice(BEARER.length))
  }

  /** Synchronous for a cached token. A refusal is always a rejected promise. */
  #verifyToken(token: string): Promise<Caller> | Caller {
    try {
      return this.#deps.authenticate(token)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  #onOpen(socket: RuntimeSocket): void {
    const { credentials } = socket.data
    this.#pending.add(socket)
    if (credentials instanceof Promise) setTail(socket.data, this.#authenticate(socket, credentials))
    else if (credentials) this.#register(socket, credentials)
  }

  /** Frames run in order: synchronously if no frame is in progress, which is the common case. */
  #onMessage(socket: RuntimeSocket, message: string | Buffer): void {
    const { data: state } = socket
    const received = allowFrame(state) ? readMessage(message) : closeReasons.flooding
    if ('reason' in received) close(socket, received)
    else if (state.tail) {
      const isQueued = enqueueFrame(state, state.tail, () => this.#handle(socket, received))
      if (!isQueued) close(socket, closeReasons.flooding)
    } else {
      const outcome = this.#handle(socket, received)
      if (outcome) setTail(state, outcome)
    }
  }

  #onClose(socket: RuntimeSocket): void {
    this.#pending.remove(socket)
    socket.data.connection?.markClosed()
  }

  async #authenticate(socket: RuntimeSocket, credentials: Promise<Caller> | Caller): Promise<void> {
    let caller: Caller
    try {
      caller = await credentials
    } catch (error) {
      sendError(socket, error, { type: 'auth' })
      const isRefused = toRefusal(error)?.kind === 'unauthenticated'
      return close(socket, isRefused ? closeReasons.unauthenticated : closeReasons.unavailable)
    }
    if (this.#pending.has(socket)) this.#register(socket, caller)
  }

  /** Frames sent here during the upgrade go out with its response. */
  #register(socket: RuntimeSocket, caller: Caller): void {
    this.#pending.remove(socket)
    const connection = new WebSocketConnection(socket, caller)
    socket.data.connection = connection
    socket.data.credentials = undefined
    socket.data.onVerified?.()
    this.#deps.connections.add(connection)
    connection.send({ type: 'auth.ok', data: { userId: caller.userId } })
    this.#deps.onOpen?.(connection, now())
  }

  #handle(socket: RuntimeSocket, received: ReceivedFrame): void | Promise<void> {
    if (socket.readyState !== WebSocket.OPEN) return
    const { connection } = socket.data
    if (!connection) return this.#handleAuthFrame(socket, received)
    try {
      this.#deps.countFrame?.(connection.caller)
      const handler = this.#handlers.get(received.type)
      if (!handler)
        throw commonErrors.validation_failed({ message: 'There is no such frame. See /asyncapi.json.' })
      const { data, roomId, id } = received
      const incoming = { data: parseBody(handler.schema, data), now: now(), roomId, id }
      const outcome = inContext(handler, connection, incoming)
      if (!(outcome instanceof Promise)) return acknowledge(connection, received, outcome)
      return outcome.then(
        (handled) => acknowledge(connection, received, handled),
        (error) => sendError(socket, error, received),
      )
    } catch (error) {
      sendError(socket, error, received)
    }
  }

  /** Handles the first frame of a client that connected without credentials. */
  #handleAuthFrame(socket: RuntimeSocket, received: ReceivedFrame): Promise<void> | void {
    const { type, data } = received
    const parsed = AuthSchema.safeParse(data)
    if (type === 'auth' && parsed.success) {
      return this.#authenticate(socket, this.#verifyToken(parsed.data.accessToken))
    }
    sendError(
      socket,
      commonErrors.unauthenticated({ message: 'Authenticate first with an auth frame.' }),
      received,
    )
    close(socket, closeReasons.unauthenticated)
  }
}

/** A frame is a unit of work like a request, and starts a trace if tracing is on. */
function inContext(
  { handle, type }: FrameHandler,
  connection: Connection,
  incoming: IncomingFrame<unknown>,
): ReturnType<FrameHandler['handle']> {
  const requestId = connection.id
  const tracer = currentTracer()
  if (!tracer) return workContext.run({ requestId }, handle, connection, incoming)
  const span = tracer.start({ name: `frame ${type}`, kind: 'server' })
  const context = { requestId, trace_id: span.traceId }
  const outcome = runInSpan(span, () => workContext.run(context, handle, connection, incoming))
  if (outcome instanceof Promise) return outcome.finally(() => span.end())
  span.end()
  return outcome
}

/** Answers a frame that has an id, unless the handler does that later. */
function acknowledge(connection: Connection, { type, id }: ReceivedFrame, handled: unknown): void {
  if (id !== undefined && handled !== REPLIES_LATER) connection.send(ackFrame({ replyTo: type, id }))
}

function protocolsOf(request: Request): string[] {
  return (request.headers.get('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim())
}

function readMessage(message: string | Buffer): ReceivedFrame | CloseReason {
  if (typeof message !== 'string') return closeReasons.text_only
  return readFrame(message) ?? closeReasons.bad_frame
}

/** The runtime answers protocol pings, so they count as frames. */
function closeWhenFlooding(socket: RuntimeSocket): void {
  if (!allowFrame(socket.data)) close(socket, closeReasons.flooding)
}

function close(socket: RuntimeSocket, { code, reason }: CloseReason): void {
  socket.close(code, reason)
}

function sendError(
  socket: RuntimeSocket,
  error: unknown,
  { type, id }: Pick<ReceivedFrame, 'type' | 'id'>,
): void {
  socket.send(encodeFrame(errorFrame(error, { replyTo: type, id, requestId: socket.data.id }), now()))
}

function notWebSocketError(): Refusal {
  return commonErrors.validation_failed({
    message: 'This is a WebSocket endpoint. Connect with a WebSocket client.',
  })
}
