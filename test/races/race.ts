import type { ApiAnswer } from '../harness/service.ts'
import type { RaceBed } from './bed.ts'

/** How many come at once, unless a race says otherwise. */
const AT_ONCE = 20

/** Everything that one race needs, laid out and ready. */
export interface Stage {
  token?: string | undefined
  /** For the parameters of the path. */
  path?: Record<string, string>
  /** The same for all, or another for each where the effect must be one all the same. */
  body?: unknown | ((index: number) => unknown)
  headers?: Record<string, string>
  /** How often it has happened, counted in rows. */
  effects(): Promise<number>
}

export interface Race {
  /** As the document names it, below /api/v2. */
  operation: string
  /** When there are several of one operation. */
  what?: string
  /** Fewer where each one costs much. */
  atOnce?: number
  /** How often it happens without a common key: once, unless every request is a wish of its own. */
  apart?: number
  /** What those who came too late may be told. Good answers that change nothing are always right. */
  refused: string[]
  stage(bed: RaceBed): Promise<Stage>
}

export interface Outcome {
  /** Of both ways: with keys of their own, and with one key. */
  apart: number
  together: number
  faults: string[]
}

/** Runs a race both ways. */
export async function runRace(bed: RaceBed, race: Race): Promise<Outcome> {
  const faults: string[] = []
  const atOnce = race.atOnce ?? AT_ONCE

  const apart = await race.stage(bed)
  const keyOf = (index: number) => `apart-${index}-${Bun.randomUUIDv7()}`
  const answers = await release(bed, race, apart, atOnce, keyOf)
  for (const answer of answers) faults.push(...judge(race, answer, race.refused))
  if (!answers.some(({ status }) => status < 300)) faults.push('nobody got through')

  const together = await race.stage(bed)
  const key = `together-${Bun.randomUUIDv7()}`
  const body = typeof together.body === 'function' ? together.body(0) : together.body
  const same = await release(bed, race, { ...together, body }, atOnce, () => key)
  for (const answer of same) faults.push(...judge(race, answer, ['IDEMPOTENCY_IN_PROGRESS']))
  const first = same.filter(({ status, headers }) => status < 300 && !headers.has('idempotency-replayed'))
  if (first.length !== 1) faults.push(`${first.length} were first under one key`)
  const [again] = await release(bed, race, { ...together, body }, 1, () => key)
  if (again!.headers.get('idempotency-replayed') !== 'true' || !Bun.deepEquals(again!.body, first[0]?.body))
    faults.push(`later under the same key: ${again!.status} ${JSON.stringify(again!.body).slice(0, 200)}`)

  return { apart: await apart.effects(), together: await together.effects(), faults }
}

/** All at once, over connections that are open already. */
async function release(
  bed: RaceBed,
  { operation }: Race,
  { token, path = {}, body, headers }: Stage,
  atOnce: number,
  keyOf: (index: number) => string,
): Promise<ApiAnswer[]> {
  const route = operation.replaceAll(/\{(\w+)\}/g, (_, name) => path[name]!)
  await Promise.all(Array.from({ length: atOnce }, () => bed.service.call('GET //health/live')))
  return Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      bed.service.call(route, {
        token,
        body: typeof body === 'function' ? body(index) : body,
        headers: { 'idempotency-key': keyOf(index), ...headers },
      }),
    ),
  )
}

function judge({ operation }: Race, { status, body }: ApiAnswer, refused: string[]): string[] {
  if (status < 300) return []
  const code = body.error?.code
  return refused.includes(code) ? [] : [`${operation}: ${status} ${code} ${body.message}`]
}
