import type { ApiResponse } from '../harness/api-client.ts'
import type { RaceFixture } from './race-fixture.ts'

/** The default number of concurrent requests. */
const DEFAULT_CONCURRENCY = 20

/** The prepared state of one race. */
export interface RaceSetup {
  token?: string | undefined
  /** The values of the path parameters. */
  path?: Record<string, string>
  /** The same body for all requests, or a different one for each if the effect must still be one. */
  body?: unknown | ((index: number) => unknown)
  headers?: Record<string, string>
  /** The number of effects, counted in rows. */
  effects(): Promise<number>
}

export interface Race {
  /** The name in the document, below /api/v2. */
  operation: string
  /** Distinguishes several races of one operation. */
  what?: string
  /** Fewer requests if each is expensive. */
  concurrency?: number
  /** The number of effects without a common key: one, unless every request is independent. */
  distinctKeys?: number
  /** Allowed refusals of the other requests. Successful responses without an effect are always allowed. */
  refused: string[]
  stage(fixture: RaceFixture): Promise<RaceSetup>
}

export interface Outcome {
  /** The results with different keys and with one key. */
  distinctKeys: number
  sameKey: number
  faults: string[]
}

/** Runs a race with different keys and with one key. */
export async function runRace(fixture: RaceFixture, race: Race): Promise<Outcome> {
  const faults: string[] = []
  const concurrency = race.concurrency ?? DEFAULT_CONCURRENCY

  const distinctKeys = await race.stage(fixture)
  const keyOf = (index: number) => `distinct-${index}-${Bun.randomUUIDv7()}`
  const responses = await sendConcurrently(fixture, race, distinctKeys, concurrency, keyOf)
  for (const response of responses) faults.push(...findViolations(race, response, race.refused))
  if (!responses.some(({ status }) => status < 300)) faults.push('no request succeeded')

  const sameKey = await race.stage(fixture)
  const key = `same-${Bun.randomUUIDv7()}`
  const body = typeof sameKey.body === 'function' ? sameKey.body(0) : sameKey.body
  const sameKeyResponses = await sendConcurrently(fixture, race, { ...sameKey, body }, concurrency, () => key)
  for (const response of sameKeyResponses)
    faults.push(...findViolations(race, response, ['IDEMPOTENCY_IN_PROGRESS']))
  const first = sameKeyResponses.filter(
    ({ status, headers }) => status < 300 && !headers.has('idempotency-replayed'),
  )
  if (first.length !== 1) faults.push(`${first.length} were first under one key`)
  const [replayed] = await sendConcurrently(fixture, race, { ...sameKey, body }, 1, () => key)
  if (
    replayed!.headers.get('idempotency-replayed') !== 'true' ||
    !Bun.deepEquals(replayed!.body, first[0]?.body)
  )
    faults.push(
      `later under the same key: ${replayed!.status} ${JSON.stringify(replayed!.body).slice(0, 200)}`,
    )

  return { distinctKeys: await distinctKeys.effects(), sameKey: await sameKey.effects(), faults }
}

/** Sends all requests concurrently over open connections. */
async function sendConcurrently(
  fixture: RaceFixture,
  { operation }: Race,
  { token, path = {}, body, headers }: RaceSetup,
  concurrency: number,
  keyOf: (index: number) => string,
): Promise<ApiResponse[]> {
  const route = operation.replaceAll(/\{(\w+)\}/g, (_, name) => path[name]!)
  await Promise.all(Array.from({ length: concurrency }, () => fixture.service.call('GET //health/live')))
  return Promise.all(
    Array.from({ length: concurrency }, (_, index) =>
      fixture.service.call(route, {
        token,
        body: typeof body === 'function' ? body(index) : body,
        headers: { 'idempotency-key': keyOf(index), ...headers },
      }),
    ),
  )
}

function findViolations({ operation }: Race, { status, body }: ApiResponse, refused: string[]): string[] {
  if (status < 300) return []
  const code = body.error?.code
  return refused.includes(code) ? [] : [`${operation}: ${status} ${code} ${body.message}`]
}
