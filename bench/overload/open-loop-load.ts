/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered. Reads an `OpenLoadPlan` from
 * standard input and prints an `OpenLoadResult`. Latency counts from the time at which a request was due.
 */
import type { Socket } from 'bun'
import { HttpResponseReader } from '../runner/http-response-reader.ts'
import type { Request } from '../runner/request.ts'
import type { OpenLoopPlan, OpenLoopResult, SecondMeasurements } from './open-loop-plan.ts'

type Connection = { reader: HttpResponseReader; dueAt: number; isBusy: boolean; unsent: Buffer | undefined }

/** Clients give up after this time. */
const TIMEOUT_MS = 30_000

const plan: OpenLoopPlan = await Bun.stdin.json()
console.log(JSON.stringify(await run(plan)))
process.exit(0)

async function run({
  port,
  perSecond,
  seconds,
  connections,
  requests,
}: OpenLoopPlan): Promise<OpenLoopResult> {
  const encoded = requests.map((request) => encode(request, port))
  const idle: Socket<Connection>[] = []
  const others = new Map<string, number>()
  const bySecond: { times: number[]; refused: number }[] = []
  let [sent, open, answered, broken, turnedAway] = [0, 0, 0, 0, 0]
  const startedAt = performance.now()

  const secondOf = (dueAt: number) => {
    const index = Math.floor((dueAt - startedAt) / 1000)
    bySecond[index] ??= { times: [], refused: 0 }
    return bySecond[index]
  }
  const count = (what: string) => others.set(what, (others.get(what) ?? 0) + 1)
  const flush = (socket: Socket<Connection>, bytes: Buffer) => {
    const written = Math.max(0, socket.write(bytes))
    socket.data.unsent = written < bytes.length ? bytes.subarray(written) : undefined
  }
  const send = (socket: Socket<Connection>, dueAt: number) => {
    Object.assign(socket.data, { dueAt, isBusy: true })
    flush(socket, encoded[sent++ % encoded.length]!)
  }

  function connect(dueAt: number): void {
    open++
    Bun.connect<Connection>({
      hostname: '127.0.0.1',
      port,
      data: { reader: new HttpResponseReader(), dueAt, isBusy: true, unsent: undefined },
      socket: {
        open: (socket) => {
          socket.setNoDelay(true)
          send(socket, dueAt)
        },
        data: (socket, arrived) => {
          const response = socket.data.reader.push(arrived)
          if (!response) return
          answered++
          const second = secondOf(socket.data.dueAt)
          if (response.status < 300) second.times.push(performance.now() - socket.data.dueAt)
          else {
            second.refused++
            count(`${response.status} ${/"code":"(\w+)"/.exec(arrived.toString('latin1'))?.[1] ?? ''}`.trim())
          }
          socket.data.isBusy = false
          idle.push(socket)
        },
        drain: (socket) => {
          if (socket.data.unsent) flush(socket, socket.data.unsent)
        },
        close: (socket) => {
          open--
          const at = idle.indexOf(socket)
          if (at >= 0) idle.splice(at, 1)
          if (socket.data.isBusy) broken++
        },
      },
    }).catch(() => {
      open--
      broken++
    })
  }

  let due = 0
  const total = perSecond * seconds
  while (due < total) {
    const now = performance.now()
    const wanted = Math.min(total, ((now - startedAt) / 1000) * perSecond)
    for (; due < wanted; due++) {
      const socket = idle.pop()
      const dueAt = startedAt + (due / perSecond) * 1000
      if (socket) send(socket, dueAt)
      else if (open < connections) connect(dueAt)
      else turnedAway++
    }
    await Bun.sleep(1)
  }
  const deadline = performance.now() + TIMEOUT_MS
  while (answered + broken + turnedAway < due && performance.now() < deadline) await Bun.sleep(10)
  return summarize(bySecond, { due, answered, broken, turnedAway, others })
}

interface Counted {
  due: number
  answered: number
  broken: number
  turnedAway: number
  others: Map<string, number>
}

function summarize(
  bySecond: { times: number[]; refused: number }[],
  { due, answered, broken, turnedAway, others }: Counted,
): OpenLoopResult {
  const all = bySecond.flatMap((second) => second?.times ?? [])
  const seconds = Array.from(
    bySecond,
    (second): SecondMeasurements => ({
      good: second?.times.length ?? 0,
      refused: second?.refused ?? 0,
      p99Milliseconds: percentile(second?.times ?? [], 0.99),
    }),
  )
  return {
    due,
    good: all.length,
    unanswered: due - answered - broken - turnedAway,
    broken,
    turnedAway,
    others: Object.fromEntries(others),
    p50Milliseconds: percentile(all, 0.5),
    p99Milliseconds: percentile(all, 0.99),
    seconds,
  }
}

function percentile(values: number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
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
