import { isDeepStrictEqual } from 'node:util'
import type { Benchmark, Prepared } from './benchmark.ts'
import type { RunningImplementation } from './measure.ts'
import type { Request } from './request.ts'

/** The number of requests to compare: the first ones, which the benchmark spreads over different users. */
const COMPARED_REQUESTS = 5

type ImplementationResponses = { name: string; shapes: unknown[] }

/**
 * Throws if the implementations do not return the same responses, because a fast wrong response is worth
 * nothing.
 */
export async function requireEqualResponses(
  benchmark: Benchmark,
  runningImplementations: RunningImplementation[],
  prepared: Prepared,
) {
  const groups = Map.groupBy(
    runningImplementations.filter((running) => running.process),
    (running) => running.implementation.group,
  )
  for (const members of groups.values()) {
    const responses: ImplementationResponses[] = []
    for (const { implementation, process: server } of members) {
      const requests = await prepared.requests(implementation.name, 1)
      const shapes = await shapesOf(benchmark, implementation.name, server!.port, requests)
      responses.push({ name: implementation.name, shapes })
    }
    compare(responses)
  }
}

function compare([first, ...others]: ImplementationResponses[]) {
  for (const other of others) {
    if (isDeepStrictEqual(first!.shapes, other.shapes)) continue
    const index = first!.shapes.findIndex((shape, at) => !isDeepStrictEqual(shape, other.shapes[at]))
    throw new Error(
      `${first!.name} and ${other.name} answer differently:\n` +
        `${JSON.stringify(first!.shapes[index], null, 2)}\n${JSON.stringify(other.shapes[index], null, 2)}`,
    )
  }
}

async function shapesOf(benchmark: Benchmark, name: string, port: number, requests: Request[]) {
  const shapes: unknown[] = []
  for (const request of requests.slice(0, COMPARED_REQUESTS)) {
    shapes.push(benchmark.shape(await sendRequest(name, port, request)))
  }
  return shapes
}

/** Sends one request and returns its response. */
export async function sendRequest(name: string, port: number, { method, path, headers, body }: Request) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${name} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
