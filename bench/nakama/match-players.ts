/**
 * Connects players, lets all of them join the queue when a line arrives on standard input, and prints how long each
 * waited: `bun match-players.ts <lyceum|nakama> <port>`, with a JSON line of tokens first. The battles do not start.
 */
import type { LoadResult } from '../runner/closed-loop-plan.ts'

const CONNECT_CONCURRENCY = 50
/** Then players give up. The first search of Nakama takes more than a minute, and whoever it does not match waits on. */
const GIVE_UP_MS = 120_000

const [server, port] = process.argv.slice(2) as ['lyceum' | 'nakama', string]
const lines = console[Symbol.asyncIterator]()
const nextLine = async () => String((await lines.next()).value)
const tokens: string[] = JSON.parse(await nextLine())

const joinFrame =
  server === 'lyceum'
    ? JSON.stringify({ type: 'queue.join', data: {} })
    : JSON.stringify({ cid: '1', matchmaker_add: { min_count: 2, max_count: 2, query: '*' } })

const sockets: WebSocket[] = []
const joinedAt: number[] = []
const waits: number[] = []
const rooms = new Map<number, string>()
const allMatched = Promise.withResolvers<void>()
const allEnded = Promise.withResolvers<void>()
let ended = 0
let lastMatchAt = 0

function onMatched(index: number, roomId?: string) {
  lastMatchAt = performance.now()
  waits.push(lastMatchAt - joinedAt[index]!)
  if (roomId) rooms.set(index, roomId)
  if (waits.length === tokens.length) allMatched.resolve()
}

function onFrame(index: number, text: string, connected: () => void) {
  const frame = JSON.parse(text)
  if (frame.matchmaker_matched) onMatched(index)
  else if (frame.error) fail(`player ${index} got ${text}`)
  else if (frame.type === 'auth.ok') connected()
  else if (frame.type === 'queue.matched') onMatched(index, frame.data.roomId)
  else if (frame.type === 'battle.end') {
    if (++ended === tokens.length) allEnded.resolve()
  }
}

function connect(index: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const token = tokens[index]!
    const socket =
      server === 'lyceum'
        ? new WebSocket(`ws://127.0.0.1:${port}/api/v2/quiz-battles/ws`, ['lyceum.v1', `bearer.${token}`])
        : new WebSocket(`ws://127.0.0.1:${port}/ws?format=json&token=${token}`)
    sockets[index] = socket
    socket.onerror = () => reject(new Error('no connection'))
    if (server === 'nakama') socket.onopen = () => resolve()
    socket.onmessage = ({ data }) => onFrame(index, String(data), resolve)
  })
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}

const queue = tokens.keys()
await Promise.all(
  Array.from({ length: CONNECT_CONCURRENCY }, async () => {
    for (const index of queue) await connect(index)
  }),
)
console.log('connected')
await nextLine()

const startedAt = performance.now()
for (const [index, socket] of sockets.entries()) {
  joinedAt[index] = performance.now()
  socket.send(joinFrame)
}
await Promise.race([allMatched.promise, Bun.sleep(GIVE_UP_MS)])
const matchedCount = waits.length
if (matchedCount === 0) fail('no player was matched')
console.error(`${matchedCount} of ${tokens.length} players were matched`)
// Whoever was not matched has waited until giving up.
while (waits.length < tokens.length) waits.push(GIVE_UP_MS)
waits.sort((one, other) => one - other)
const percentile = (share: number) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]!
const result: LoadResult = {
  requests: matchedCount / 2,
  errors: 0,
  firstError: undefined,
  bytes: 0,
  seconds: (lastMatchAt - startedAt) / 1000,
  p50Milliseconds: percentile(0.5),
  p90Milliseconds: percentile(0.9),
  p95Milliseconds: percentile(0.95),
  p99Milliseconds: percentile(0.99),
}
console.log(JSON.stringify(result))

// Lyceum has created the rooms of the battles; they are cancelled after the measurement.
if (server === 'lyceum') {
  for (const [index, roomId] of rooms)
    sockets[index]!.send(JSON.stringify({ type: 'battle.forfeit', roomId, data: {} }))
  await Promise.race([allEnded.promise, Bun.sleep(15_000)])
}
process.exit(0)
