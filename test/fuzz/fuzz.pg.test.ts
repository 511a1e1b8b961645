import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
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

/** FUZZ_RUNS sets the number of runs, FUZZ_SEED the seed. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_115)
setDefaultTimeout(Math.max(120_000, RUNS * 20_000))

const SETTINGS = { DEMO_CONTENT: 'on', CHAIN: 'off' }
/** Tickets do not expire while the rows are compared. */
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
  // Without jobs, only the requests can change rows.
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

/** The body or the path may be validated first. */
const NO_KEY = [400, 404]
/** Written by a timer and not by a request: the heartbeat of the process. */
const BY_THE_CLOCK = ['battle_process']
const digestAll = () => digestTables(service.test.database.query)

/** Administrators get the ids of their own content, because content of a pack cannot be changed. */
const idsFor = ({ path }: ApiOperation) =>
  path.includes('/admin/') ? { ...owned.ids, ...written } : owned.ids

test('requests that are refused as malformed change no row', async () => {
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

test('every response to a generated request is documented', async () => {
  const probes = prober.operations.flatMap((operation, index) =>
    fc
      .sample(requestArbitrary(operation, prober.document, idsFor(operation)), {
        numRuns: RUNS,
        seed: SEED + index,
      })
      .map((probe) => ({ ...probe, operation })),
  )
  // In another order, so that concurrent requests are for different operations.
  await prober.sendAll(shuffled(probes))
  reportMeasurement(`fuzz ${SEED}: ${prober.sent} requests to ${prober.operations.length} operations`)
  for (const [name, statuses] of prober.classes) reportMeasurement(`  ${name}: ${inOrder(statuses)}`)
  expect(prober.violations.splice(0)).toEqual([])
})

test('every response to malformed bytes is from the service or one of the known responses of the runtime', async () => {
  const { sent, faults } = await sendRawRequests(service)
  reportMeasurement(`fuzz: ${sent} requests of raw bytes`)
  expect(faults).toEqual([])
})

test('every unsupported method is refused with the error envelope and the allowed methods', async () => {
  const { sent, faults } = await sendUnsupportedMethods(service, prober.operations)
  reportMeasurement(`fuzz: ${sent} requests with other methods`)
  expect(faults).toEqual([])
})

test('every frame in reply to a generated frame is documented', async () => {
  const { body: document } = await service.call('GET //asyncapi.json')
  const fuzz = new FrameFuzzer(service.url, document, Object.values(owned.ids))
  await fuzz.run((await service.register()).accessToken, RUNS, SEED)
  reportMeasurement(`fuzz ${SEED}: ${fuzz.sent} frames: ${inOrder(fuzz.received)}`)
  expect(fuzz.violations).toEqual([])
})

test('the ledger audit passes after all fuzzing', async () => {
  expect((await auditLedger(service.test.database, ESCROW_CHECKS)).faults).toEqual([])
})
