import { CONNECTORS, type Player } from './player.ts'

/**
 * Plays concurrent battles of two players each against one implementation in its own process, and prints the
 * measurements: `bun play-battles.ts <implementation> <port> <battles>`, with the tokens of the players as
 * JSON on standard input.
 */
const [name, port, battles] = process.argv.slice(2) as [string, string, string]
const players = 2 * Number(battles)
const tokens = JSON.parse(await Bun.stdin.text()) as string[]
const connect = await CONNECTORS[name]!(Number(port), tokens)
const CONNECT_CONCURRENCY = 50
const LIMIT_MS = 180_000

const acks: number[] = []
let ended = 0
let late = 0
let rounds = 0
const over = Promise.withResolvers<void>()

async function enter(index: number): Promise<void> {
  let player: Player | undefined
  const asked = new Map<string, number>()
  const sentAt = new Map<string, number>()
  const early: [string, Record<string, unknown>][] = []
  const onMessage = (type: string, data: Record<string, unknown>) => {
    if (!player) return void early.push([type, data])
    const { send } = player
    const questionId = String(data.questionId)
    if (type === 'queue.matched') send('battle.ready', {})
    else if (type === 'battle.question') {
      asked.set(questionId, performance.now())
      // Each player waits for a different time before an answer.
      setTimeout(
        () => {
          sentAt.set(questionId, performance.now())
          send('battle.answer', { questionId, selectedOption: Math.floor(4 * Math.random()) })
        },
        200 + 1_000 * Math.random(),
      )
    } else if (type === 'battle.answered' && data.by === 'you')
      acks.push(performance.now() - (sentAt.get(questionId) ?? 0))
    else if (type === 'battle.roundResult') {
      rounds++
      if (data.yourAnswer === null) late++
    } else if (type === 'battle.end' && ++ended === players) over.resolve()
  }
  player = await connect(onMessage, index)
  for (const [type, data] of early) onMessage(type, data)
}

const queue = Array.from({ length: players }, (_, index) => index)[Symbol.iterator]()
await Promise.all(
  Array.from({ length: CONNECT_CONCURRENCY }, async () => {
    for (const index of queue) await enter(index)
  }),
)
process.send?.('connected')
await Promise.race([over.promise, Bun.sleep(LIMIT_MS)])
acks.sort((one, other) => one - other)
const percentile = (share: number) => acks[Math.min(acks.length - 1, Math.floor(share * acks.length))] ?? 0
console.log(
  JSON.stringify({
    ended: ended / 2,
    late,
    rounds: rounds / 2,
    p50Milliseconds: percentile(0.5),
    p90Milliseconds: percentile(0.9),
    p99Milliseconds: percentile(0.99),
  }),
)
process.exit(0)
