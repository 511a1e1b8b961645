import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { openApiText } from '../../src/app/commands/openapi.ts'
import { ESCROW_CHECKS } from '../../src/app/compose/escrow-checks.ts'
import { auditLedger } from '../../src/modules/rewards/audit/audit-ledger.ts'
import { figure } from '../harness/figures.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import { startTestIssuer, type TestIssuer } from '../harness/outside/issuer.ts'
import { type ServiceProcess, spawnService } from '../harness/processes/process.ts'
import type { ApiAnswer } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { RaceBed } from '../races/bed.ts'
import { IDENTITY_RACES } from '../races/identity.ts'
import { LEARNING_RACES } from '../races/learning.ts'
import { MONEY_RACES } from '../races/money.ts'
import { OFFICE_RACES } from '../races/office.ts'
import { PLAY_RACES } from '../races/play.ts'
import type { Stage } from '../races/race.ts'
import { type HeldAnswers, holdAnswers } from './held-answers.ts'
import { comeByProvider, LEARNERS } from './learners.ts'
import { NOT_KEPT, NOT_TRIED } from './not-kept.ts'
import { CHANGING, type Deed, MAKING } from './office.ts'

setDefaultTimeout(240_000)

const PROGRAM = join(import.meta.dir, '../harness/processes/battle-process.ts')
const KILLED = 128 + 9

const RACES = [...LEARNING_RACES, ...PLAY_RACES, ...MONEY_RACES, ...IDENTITY_RACES, ...OFFICE_RACES]
const BY_PROVIDER = comeByProvider(() => issuer)
const DEEDS: Deed[] = [...MAKING, ...CHANGING, BY_PROVIDER, ...LEARNERS, ...RACES].filter(
  ({ operation }) => !(operation in NOT_TRIED),
)
const nameOf = ({ operation, what }: Deed) => (what ? `${operation}: ${what}` : operation)

interface Attempt {
  deed: Deed
  stage: Stage
  send: (by: Pick<ServiceProcess, 'call'>) => Promise<ApiAnswer>
  /** What the process that was to die said all the same, when it was more than that it does not know. */
  heard?: ApiAnswer
}

let issuer: TestIssuer
let bed: RaceBed
let answers: HeldAnswers
let victim: ServiceProcess | undefined
const attempts = new Map<Deed, Attempt>()

beforeAll(async () => {
  issuer = await startTestIssuer()
  const google = issuer.settingsFor('google')
  bed = await RaceBed.open({ ...google, CHAIN: 'off' })
  answers = await holdAnswers(bed.service.test.url)
  const environment = {
    ...google,
    LYCEUM_ENV: 'test',
    DATABASE_URL: answers.databaseUrl,
    // A connection for each, because none comes back.
    DATABASE_POOL_SIZE: '150',
    ROLE: 'api',
    LOG_LEVEL: 'silent',
  }
  victim = await spawnService(environment, JSON.stringify({ queueMs: 600_000 }), PROGRAM)
  const started = performance.now()
  for (const deed of DEEDS) attempts.set(deed, await attempt(deed))
  // Each is done and not answered, or was answered before its time, which its test then says.
  const heard = () => [...attempts.values()].filter((each) => each.heard).length
  await until(() => answers.held() + heard() >= DEEDS.length, 60)
  const dead = victim.kill('SIGKILL')
  victim = undefined
  expect(await dead).toBe(KILLED)
  figure(
    `${answers.held()} requests died with their process in ${Math.round(performance.now() - started)} ms`,
  )
})
afterAll(async () => {
  await victim?.kill('SIGKILL')
  answers?.close()
  await bed?.service.stop()
  await issuer?.stop()
})

/** Lays out what it needs and sends it to the process that is to die; nobody waits for an answer. */
async function attempt(deed: Deed): Promise<Attempt> {
  const stage = await deed.stage(bed)
  const { token, path = {}, headers } = stage
  const route = deed.operation.replaceAll(/\{(\w+)\}/g, (_, name) => path[name]!)
  const body = typeof stage.body === 'function' ? stage.body(0) : stage.body
  const key = { 'idempotency-key': Bun.randomUUIDv7() }
  const made: Attempt = {
    deed,
    stage,
    send: (by) => by.call(route, { token, body, headers: { ...key, ...headers } }),
  }
  made.send(victim!).then(
    (answer) => {
      if (answer.status < 500) made.heard = answer
    },
    () => {},
  )
  return made
}

/** As a client does it whose connection broke: again, under the same key, while it is told to wait. */
async function sendAgain({ send }: Attempt): Promise<ApiAnswer> {
  let answer: ApiAnswer | undefined
  await until(async () => {
    answer = await send(bed.service)
    return answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS'
  }, 20)
  return answer!
}

test('every operation that changes something is tried here, or it is said why not', () => {
  const unsafe = operationsOf(JSON.parse(openApiText()))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`)
  const tried = new Set(DEEDS.map(({ operation }) => operation))
  expect([...tried, ...Object.keys(NOT_TRIED)].sort()).toEqual(unsafe.sort())
  expect(Object.keys(NOT_KEPT).filter((name) => !tried.has(name))).toEqual([])
})

test('the page for readers has each of them where it belongs', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../docs/idempotency.md')).text()
  const [kept, otherwise] = text.split('## The rest') as [string, string]
  const namesIn = (part: string) =>
    [...part.matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, name]) => name!)
  const tried = [...new Set(DEEDS.map(({ operation }) => operation))]
  expect(tried.filter((name) => !(name in NOT_KEPT) && !namesIn(kept).includes(name))).toEqual([])
  expect(Object.keys(NOT_KEPT).filter((name) => !namesIn(otherwise).includes(name))).toEqual([])
  expect(Object.keys(NOT_TRIED).filter((name) => !namesIn(text).includes(name))).toEqual([])
  expect(namesIn(kept).filter((name) => name in NOT_KEPT)).toEqual([])
})

describe('killed between its commit and its stored answer, and sent again under the same key', () => {
  for (const deed of DEEDS) {
    const otherwise = NOT_KEPT[deed.operation]
    const outcome = otherwise ? `is done once (${otherwise.why})` : 'is done once, and its answer is there'
    test(`${nameOf(deed)} ${outcome}`, async () => {
      const made = attempts.get(deed)!
      expect(made.heard && `${made.heard.status} ${JSON.stringify(made.heard.body)}`).toBeUndefined()
      // An impatient client: several at once.
      const [again, ...others] = await Promise.all([sendAgain(made), sendAgain(made), sendAgain(made)])
      // Where it is run again, one of them is the one that runs.
      const isReplayed = [again, ...others].every((one) => one.headers.get('idempotency-replayed') === 'true')
      expect({
        effects: await made.stage.effects(),
        code: again.body.error?.code,
        isGood: again.status < 300,
        isReplayed,
      }).toEqual({
        effects: 1,
        code: undefined,
        isGood: true,
        isReplayed: !otherwise,
      })
      for (const { status, body } of others) expect([status, body]).toEqual([again.status, again.body])
    })
  }
})

test('the books close after all of them', async () => {
  expect((await auditLedger(bed.service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
