import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openApiText } from '../../src/app/commands/openapi.ts'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { ApiResponse } from '../harness/api-client.ts'
import { completion, startTestLlm, type TestLlm } from '../harness/external-services/llm.ts'
import { startTestIssuer, type TestIssuer } from '../harness/external-services/oidc-issuer.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import { type ServiceProcess, spawnService } from '../harness/processes/service-process.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { ACCOUNT_RACES } from '../races/account-races.ts'
import { ADMIN_AND_WEBHOOK_RACES } from '../races/admin-and-webhook-races.ts'
import { CONTEST_AND_BATTLE_RACES } from '../races/contest-and-battle-races.ts'
import { LEARNING_RACES } from '../races/learning-races.ts'
import { PAYMENT_RACES } from '../races/payment-races.ts'
import { RaceFixture } from '../races/race-fixture.ts'
import type { RaceSetup } from '../races/run-race.ts'
import { ADMIN_CREATES, ADMIN_UPDATES, type IdempotentOperation } from './admin-operations.ts'
import { LEARNER_OPERATIONS, providerSignInOperation } from './learner-operations.ts'
import { NOT_STORED, NOT_TESTED } from './not-stored.ts'
import { dropCommitReplies, type UnacknowledgedCommits } from './unacknowledged-commits.ts'

const PROGRAM = join(import.meta.dir, '../harness/processes/battle-process.ts')
const KILLED = 128 + 9

const RACES = [
  ...LEARNING_RACES,
  ...CONTEST_AND_BATTLE_RACES,
  ...PAYMENT_RACES,
  ...ACCOUNT_RACES,
  ...ADMIN_AND_WEBHOOK_RACES,
]
const BY_PROVIDER = providerSignInOperation(() => issuer)
const OPERATIONS: IdempotentOperation[] = [
  ...ADMIN_CREATES,
  ...ADMIN_UPDATES,
  BY_PROVIDER,
  ...LEARNER_OPERATIONS,
  ...RACES,
].filter(({ operation }) => !(operation in NOT_TESTED))
const nameOf = ({ operation, what }: IdempotentOperation) => (what ? `${operation}: ${what}` : operation)

/** What the model drafts for authors. */
const MODEL_DRAFT = {
  slides: [
    {
      type: 'NOTE',
      title: '',
      content: 'A key.',
      back: '',
      language: '',
      options: [],
      correctIndex: 0,
      explanation: '',
    },
  ],
  questions: [{ prompt: 'What opens?', options: ['A key', 'A lock'], correctIndex: 0, explanation: '' }],
}

interface Attempt {
  tested: IdempotentOperation
  stage: RaceSetup
  send: (by: Pick<ServiceProcess, 'call'>) => Promise<ApiResponse>
  /** Unexpected responses of the process that should have died. */
  response?: ApiResponse
}

let issuer: TestIssuer
let llm: TestLlm
let fixture: RaceFixture
let commits: UnacknowledgedCommits
let victim: ServiceProcess | undefined
const attempts = new Map<IdempotentOperation, Attempt>()

beforeAll(async () => {
  issuer = await startTestIssuer()
  llm = startTestLlm(() => completion(MODEL_DRAFT))
  const google = issuer.settingsFor('google')
  fixture = await RaceFixture.open({ ...google, CHAIN: 'off' })
  commits = await dropCommitReplies(fixture.service.test.url)
  const environment = {
    ...google,
    ...llm.settings,
    LYCEUM_ENV: 'test',
    DATABASE_URL: commits.databaseUrl,
    // One connection per request, because no connection is released.
    DATABASE_POOL_SIZE: '200',
    ROLE: 'api',
    LOG_LEVEL: 'silent',
  }
  victim = await spawnService(environment, JSON.stringify({ queueTimeoutMs: 600_000 }), PROGRAM)
  const started = performance.now()
  for (const tested of OPERATIONS) attempts.set(tested, await attempt(tested))
  // Each request commits without a response, or responds too early, which its test reports.
  const countResponses = () => [...attempts.values()].filter((each) => each.response).length
  await waitUntil(() => commits.count() + countResponses() >= OPERATIONS.length)
  const dead = victim.kill('SIGKILL')
  victim = undefined
  expect(await dead).toBe(KILLED)
  reportMeasurement(
    `${commits.count()} requests died with their process in ${Math.round(performance.now() - started)} ms`,
  )
})
afterAll(async () => {
  await victim?.kill('SIGKILL')
  commits?.close()
  await fixture?.service.stop()
  await issuer?.stop()
  await llm?.stop()
})

/** Prepares an operation and sends it to the process that will be killed, without waiting for a response. */
async function attempt(tested: IdempotentOperation): Promise<Attempt> {
  const stage = await tested.stage(fixture)
  const { token, path = {}, headers } = stage
  const route = tested.operation.replaceAll(/\{(\w+)\}/g, (_, name) => path[name]!)
  const body = typeof stage.body === 'function' ? stage.body(0) : stage.body
  const key = { 'idempotency-key': Bun.randomUUIDv7() }
  const attempted: Attempt = {
    tested,
    stage,
    send: (by) => by.call(route, { token, body, headers: { ...key, ...headers } }),
  }
  attempted.send(victim!).then(
    (answer) => {
      if (answer.status < 500) attempted.response = answer
    },
    () => {},
  )
  return attempted
}

/** Retries with the same key like a client whose connection broke, while it is asked to wait. */
async function sendAgain({ send }: Attempt): Promise<ApiResponse> {
  let answer: ApiResponse | undefined
  await waitUntil(async () => {
    answer = await send(fixture.service)
    return answer.body.error?.code !== 'IDEMPOTENCY_IN_PROGRESS'
  })
  return answer!
}

test('every operation that changes data is tested here or has a documented reason', () => {
  const unsafe = operationsOf(JSON.parse(openApiText()))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`)
  const tried = new Set(OPERATIONS.map(({ operation }) => operation))
  expect([...tried, ...Object.keys(NOT_TESTED)].sort()).toEqual(unsafe.sort())
  expect(Object.keys(NOT_STORED).filter((name) => !tried.has(name))).toEqual([])
})

test('docs/idempotency.md lists every operation in the right section', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../docs/idempotency.md')).text()
  const [stored, otherwise] = text.split('## The rest') as [string, string]
  const namesIn = (part: string) =>
    [...part.matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, name]) => name!)
  const tried = [...new Set(OPERATIONS.map(({ operation }) => operation))]
  expect(tried.filter((name) => !(name in NOT_STORED) && !namesIn(stored).includes(name))).toEqual([])
  expect(Object.keys(NOT_STORED).filter((name) => !namesIn(otherwise).includes(name))).toEqual([])
  expect(Object.keys(NOT_TESTED).filter((name) => !namesIn(text).includes(name))).toEqual([])
  expect(namesIn(stored).filter((name) => name in NOT_STORED)).toEqual([])
})

describe('an operation that is killed between its commit and its response, and is retried with the same key', () => {
  for (const tested of OPERATIONS) {
    const otherwise = NOT_STORED[tested.operation]
    const outcome = otherwise ? `is done once (${otherwise.why})` : 'is done once, and its answer is there'
    test(`${nameOf(tested)} ${outcome}`, async () => {
      const attempted = attempts.get(tested)!
      expect(
        attempted.response && `${attempted.response.status} ${JSON.stringify(attempted.response.body)}`,
      ).toBeUndefined()
      // Several concurrent retries.
      const [again, ...others] = await Promise.all([
        sendAgain(attempted),
        sendAgain(attempted),
        sendAgain(attempted),
      ])
      // If it runs again, only one of the retries runs it.
      const isReplayed = [again, ...others].every((one) => one.headers.get('idempotency-replayed') === 'true')
      expect({
        effects: await attempted.stage.effects(),
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

test('the ledger audit passes after all operations', async () => {
  expect((await auditLedger(fixture.service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
