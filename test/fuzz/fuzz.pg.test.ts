import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { ESCROW_CHECKS } from '../../src/modules/admin/escrow-checks.ts'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { createTestDatabase } from '../harness/database.ts'
import type { ApiOperation } from '../harness/operations/operations.ts'
import { createOwnedResources, type OwnedResources } from '../harness/operations/owned-resources.ts'
import { type Probe, RouteProber } from '../harness/operations/route-prober.ts'
import { changedTables, digestTables } from '../harness/personal-data/table-digests.ts'
import { seededRandom } from '../harness/random.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { createContent } from './create-content.ts'
import { FrameFuzzer } from './frame-fuzzer.ts'
import { sendRawRequests } from './raw-requests.ts'
import { requestArbitrary } from './request-generator.ts'
import { sendUnsupportedMethods } from './unsupported-methods.ts'

/** FUZZ_RUNS makes it longer, FUZZ_SEED another one. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
setDefaultTimeout(Math.max(120_000, RUNS * 20_000))

const SETTINGS = { DEMO_CONTENT: 'on', CHAIN: 'off' }
/** Nobody's time in the queue is over while it is looked at whether anything has changed. */
const LONG_QUEUE = { battleRules: { ...BATTLE_RULES, queueTimeoutMs: 3_600_000, friendRoomTtlMs: 3_600_000 } }
let service: TestService
let owned: OwnedResources
let prober: RouteProber
let written: Partial<OwnedResources['ids']>
let stop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  const setupService = await startTestService(SETTINGS, database, LONG_QUEUE)
  owned = await createOwnedResources(setupService)
  await setupService.stop()
  // Without jobs, nothing but the requests changes anything.
  service = await startTestService({ ...SETTINGS, ROLE: 'api' }, database, LONG_QUEUE)
  stop = async () => {
    await service.stop()
    await database.drop()
  }
  prober = await RouteProber.open(service, owned.owner)
  written = await createContent(prober)
  prober.allowedUnavailableCodes = ['PROVIDER_UNAVAILABLE']
})
afterAll(() => stop())

const inOrder = <Key>(counts: Map<Key, number>) =>
  [...counts]
    .sort()
    .map((pair) => pair.join(' × '))
    .join(', ')

const shuffled = <Item>(items: Item[]) => {
  const random = seededRandom(SEED)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** A body or a path may be looked at first. */
const NO_KEY = [400, 404]
/** Written by the clock and by no request: a process says that it is there. */
const BY_THE_CLOCK = ['battle_process']
const digestAll = () => digestTables(service.test.database.query)

/** Administrators are sent to what they have written: what a pack has brought is not theirs to change. */
const idsFor = ({ path }: ApiOperation) =>
  path.includes('/admin/') ? { ...owned.ids, ...written } : owned.ids

test('a database has no row more, less or other for all the requests that are refused for their form', async () => {
  const before = await digestAll()
  const probes = prober.operations.flatMap((operation) => {
    const { method, needsToken, bodySchema, bodyExample } = operation
    const list: Omit<Probe, 'operation'>[] = []
    const body = bodySchema ? { body: bodyExample } : {}
    if (needsToken) list.push({ what: 'no token', token: null, ...body, expected: [401] })
    if (operation.operation['x-roles'])
      list.push({ what: 'no right', role: 'USER', ...body, expected: [403] })
    if (bodySchema) {
      for (const rawBody of ['{"a":', '[]', '"x"', '{"a":1e999}', '{"a":"\\u0000"}'])
        list.push({ what: rawBody, rawBody, expected: [400] })
      list.push({ what: 'too large', rawBody: `{"a":"${'x'.repeat(70_000)}"}`, expected: [413] })
      list.push({
        what: 'no JSON',
        rawBody: 'a=b',
        headers: { 'content-type': 'text/plain' },
        expected: [415],
      })
    }
    const key = { 'idempotency-key': 'a b' }
    if (method !== 'GET' && needsToken) list.push({ what: 'no key', headers: key, ...body, expected: NO_KEY })
    return list.map((probe) => ({ ...probe, class: 'refused for its form', operation }))
  })
  await prober.sendAll(probes)
  expect(prober.violations.splice(0)).toEqual([])
  const changed = changedTables(before, await digestAll())
  expect(changed.filter((table) => !BY_THE_CLOCK.includes(table))).toEqual([])
})

test('whatever is sent, every answer is one that the document describes', async () => {
  const probes = prober.operations.flatMap((operation, index) =>
    fc
      .sample(requestArbitrary(operation, prober.document, idsFor(operation)), {
        numRuns: RUNS,
        seed: SEED + index,
      })
      .map((probe) => ({ ...probe, operation })),
  )
  // In another order, so that what comes at once is not all of one operation.
  await prober.sendAll(shuffled(probes))
  reportMeasurement(`fuzz ${SEED}: ${prober.sent} requests to ${prober.operations.length} operations`)
  for (const [name, statuses] of prober.classes) reportMeasurement(`  ${name}: ${inOrder(statuses)}`)
  expect(prober.violations.splice(0)).toEqual([])
})

test('whatever the bytes of a request are, the answer is ours or one of the few that the runtime gives', async () => {
  const { sent, faults } = await sendRawRequests(service)
  reportMeasurement(`fuzz: ${sent} requests of raw bytes`)
  expect(faults).toEqual([])
})

test('every method that a path does not take is refused in the same form, with those that it takes', async () => {
  const { sent, faults } = await sendUnsupportedMethods(service, prober.operations)
  reportMeasurement(`fuzz: ${sent} requests with other methods`)
  expect(faults).toEqual([])
})

test('whatever is said over a socket, every frame is one that the document describes', async () => {
  const { body: document } = await service.call('GET //asyncapi.json')
  const fuzz = new FrameFuzzer(service.url, document, Object.values(owned.ids))
  await fuzz.run((await service.register()).accessToken, RUNS, SEED)
  reportMeasurement(`fuzz ${SEED}: ${fuzz.sent} frames: ${inOrder(fuzz.received)}`)
  expect(fuzz.violations).toEqual([])
})

test('the books close after all of it', async () => {
  expect((await auditLedger(service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
