/**
 * The load generator: sends one request at a time on each of several keep-alive connections until the time is
 * up, then waits for the open requests. Reads a `LoadPlan` from standard input and prints a `LoadResult`.
 */
import type { Socket } from 'bun'
import { type ClosedLoopPlan, LOAD_LIMITS, type LoadResult } from './closed-loop-plan.ts'
import { HttpResponseReader } from './http-response-reader.ts'
import type { Request } from './request.ts'

/** A response that takes longer ends the burst, because a closed loop would wait for ever. */
const TIMEOUT_SECONDS = 10

type Connection = {
  reader: HttpResponseReader
  startedAt: number
  /** Further requests of the operation that the connection has begun. */
  rest: Buffer[]
  open: boolean
  unsent: Buffer | undefined
}

const plan: ClosedLoopPlan = await Bun.stdin.json()
console.log(JSON.stringify(await generateLoad(plan)))
process.exit(0)

async function generateLoad({
  port,
  connections,
  seconds,
  expectedStatus,
  requests,
  isOnce,
  requestsPerOperation = 1,
}: ClosedLoopPlan) {
  if (connections > LOAD_LIMITS.connections || seconds > LOAD_LIMITS.seconds)
    throw new Error(`at most ${LOAD_LIMITS.connections} connections and ${LOAD_LIMITS.seconds} seconds`)

  const encoded = requests.map((request) => encode(request, port))
  const maxRequests = isOnce ? Math.min(encoded.length, LOAD_LIMITS.requests) : LOAD_LIMITS.requests
  const latencies: number[] = []
  let sent = 0
  let bytes = 0
  let errors = 0
  let firstError: string | undefined
  let openConnections = 0
  let lastResponseAt = 0
  const allResponded = Promise.withResolvers<void>()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000

  function note(error: string) {
    errors += 1
    firstError ??= error
  }

  function sendNext(socket: Socket<Connection>) {
    const next = socket.data.rest.shift()
    if (next) return flush(socket, next)
    const now = performance.now()
    if (now >= endsAt || sent >= maxRequests || errors >= LOAD_LIMITS.errors) {
      socket.data.open = false
      socket.end()
      return
    }
    const first = sent % encoded.length
    const [request, ...rest] = encoded.slice(first, first + requestsPerOperation)
    sent += 1 + rest.length
    socket.data.startedAt = now
    socket.data.rest = rest
    flush(socket, request!)
  }

  function flush(socket: Socket<Connection>, request: Buffer) {
    const written = Math.max(0, socket.write(request))
    socket.data.unsent = written < request.length ? request.subarray(written) : undefined
  }

  function connect() {
    openConnections += 1
    Bun.connect<Connection>({
      hostname: '127.0.0.1',
      port,
      data: { reader: new HttpResponseReader(), startedAt: 0, rest: [], open: true, unsent: undefined },
      socket: {
        open(socket) {
          socket.setNoDelay(true)
          sendNext(socket)
        },
        data(socket, arrived) {
          const response = socket.data.reader.push(arrived)
          if (!response) return
          lastResponseAt = performance.now()
          bytes += response.bytes
          if (response.status !== expectedStatus) {
            note(`status ${response.status}`)
            // The rest of a failed operation is left out.
            socket.data.rest = []
          } else if (socket.data.rest.length === 0) latencies.push(lastResponseAt - socket.data.startedAt)
          sendNext(socket)
        },
        drain(socket) {
          if (socket.data.unsent) flush(socket, socket.data.unsent)
        },
        error(_socket, error) {
          note(error.message)
        },
        close(socket) {
          if (socket.data.open) note('the server closed a busy connection')
          openConnections -= 1
          // A connection that the server drops is replaced and counted as an error.
          if (socket.data.open && performance.now() < endsAt && errors < LOAD_LIMITS.errors) connect()
          else if (openConnections === 0) allResponded.resolve()
        },
      },
    }).catch((error: Error) => {
      note(error.message)
      openConnections -= 1
      if (openConnections === 0) allResponded.resolve()
    })
  }

  for (let index = 0; index < connections; index++) connect()
  const tooLate = Bun.sleep((seconds + TIMEOUT_SECONDS) * 1000).then(() => note('an answer never came'))
  await Promise.race([allResponded.promise, tooLate])

  const sorted = Float64Array.from(latencies).sort()
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests: latencies.length,
    errors,
    firstError,
    bytes,
    seconds: (lastResponseAt - startedAt) / 1000,
    p50Milliseconds: percentile(0.5),
    p90Milliseconds: percentile(0.9),
    p95Milliseconds: percentile(0.95),
    p99Milliseconds: percentile(0.99),
  } satisfies LoadResult
}

function encode({ method, path, headers, body }: Request, port: number): Buffer {
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    Accept: 'application/json',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}
