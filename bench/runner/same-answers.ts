import { isDeepStrictEqual } from 'node:util'
import type { Benchmark } from './benchmark.ts'
import type { Entrant } from './measure.ts'

/** How many of the requests are compared: the first ones, spread over different users by the benchmark. */
const COMPARED_REQUESTS = 5

/** Refuses to measure contestants that do not do the same work: a fast wrong answer is worth nothing. */
export async function requireSameAnswers(benchmark: Benchmark, entrants: Entrant[]) {
  const [first, ...others] = await Promise.all(
    entrants.map(async (entrant) => ({
      name: entrant.contestant.name,
      shapes: await shapesOf(benchmark, entrant),
    })),
  )
  for (const other of others) {
    if (isDeepStrictEqual(first!.shapes, other.shapes)) continue
    const index = first!.shapes.findIndex((shape, at) => !isDeepStrictEqual(shape, other.shapes[at]))
    throw new Error(
      `${first!.name} and ${other.name} answer differently:\n` +
        `${JSON.stringify(first!.shapes[index], null, 2)}\n${JSON.stringify(other.shapes[index], null, 2)}`,
    )
  }
}

async function shapesOf(benchmark: Benchmark, { contestant, process: server, requests }: Entrant) {
  const shapes: unknown[] = []
  for (const { method, path, headers, body } of requests.slice(0, COMPARED_REQUESTS)) {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${contestant.name} answered ${response.status}: ${text}`)
    shapes.push(benchmark.shape(JSON.parse(text)))
  }
  return shapes
}
