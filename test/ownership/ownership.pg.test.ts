import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import type { ApiResponse, TestUser } from '../harness/api-client.ts'
import { createTestDatabase } from '../harness/database.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import {
  createOwnedResources,
  createPaymentResources,
  type OwnedResources,
  type ResourceKind,
} from '../harness/operations/owned-resources.ts'
import { changedTables, digestTables } from '../harness/personal-data/table-digests.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { openSocket } from '../harness/socket.ts'
import { ALLOWED_ACCESS, UNFILLED_TABLES } from './access-rules.ts'
import { type ForeignIdRequest, foreignIdRequests, unknownOf } from './foreign-id-requests.ts'

/**
 * The number of requests between two comparisons of the rows; OWNERSHIP_STEP=1 finds the request that changed
 * them.
 */
const STEP = Number(process.env.OWNERSHIP_STEP ?? 12)
/** The owner's tickets do not expire during the test. */
const LONG_QUEUE = { battleRules: { ...BATTLE_RULES, queueTimeoutMs: 3_600_000 } }
const SETTINGS = { DEMO_CONTENT: 'on', CHAIN: 'on' }

let service: TestService
let theirs: OwnedResources
let otherUser: TestUser
let own: Partial<Record<ResourceKind, string>>
let document: object
let stop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  const setupService = await startTestService(SETTINGS, database, LONG_QUEUE)
  theirs = await createOwnedResources(setupService)
  await setupService.stop()
  // Without jobs, only requests of the other user can change the owner's rows.
  service = await startTestService({ ...SETTINGS, ROLE: 'api' }, database, LONG_QUEUE)
  stop = async () => {
    await service.stop()
    await database.drop()
  }
  document = (await service.call('GET //openapi.json')).body
  await renewOtherUser()
})
afterAll(() => stop())

/** A user with a PIN and quotes. The requests may end the session or the account. */
async function renewOtherUser(): Promise<void> {
  otherUser = await service.register()
  own = {
    user: otherUser.id,
    course: theirs.ids.course,
    ...(await createPaymentResources(service, otherUser)),
  }
}

/** Rows that refer to the owner or to a resource of the owner. */
const digestTheirs = () => {
  const { ids, owner, waiting } = theirs
  const kinds: ResourceKind[] = ['session', 'room', 'order', 'buyQuote', 'sellQuote', 'notification']
  const more: ResourceKind[] = ['certificate', 'submission', 'privateContest', 'wallet', 'device']
  const names = [owner.id, owner.email, waiting.id, ...[...kinds, ...more].map((resource) => ids[resource])]
  return digestTables(service.test.database.query, names.join('|'))
}

const send = (method: string, path: string, body: unknown) =>
  service.call(`${method} /${path}`, { token: otherUser.accessToken, ...(body ? { body } : {}) })

const summarize = ({ status, body }: ApiResponse) =>
  status < 300 ? `${status}` : `${status} ${body.error?.code} ${body.message}`

function isAllowed({ operation, resource }: ForeignIdRequest): boolean {
  return resource !== undefined && (ALLOWED_ACCESS[operation.name]?.resources.includes(resource) ?? false)
}

/** Operations that sign the caller out. */
const ENDS_SESSIONS = /auth\/logout|auth\/sessions\/|user\/account$/

/** The faults of one attempt: a different response than for an unknown id, leaked data, or changed rows. */
async function violationsOf(attempt: ForeignIdRequest): Promise<string[]> {
  const { operation, resource } = attempt
  const unknown = await send(operation.method, attempt.unknownPath, attempt.unknownBody)
  const response = await send(operation.method, attempt.path, attempt.body)
  const violations: string[] = []
  // No identity provider is configured here.
  if (response.status >= 500 && response.body.error?.code !== 'PROVIDER_UNAVAILABLE')
    violations.push(`is ${summarize(response)}`)
  const isReached = isAllowed(attempt)
  if (!isReached && resource && summarize(response) !== summarize(unknown))
    violations.push(`is ${summarize(response)}, and not ${summarize(unknown)}`)
  const secrets = [theirs.owner.email, theirs.ids.order, theirs.ids.session, theirs.ids.submission]
  const text = JSON.stringify(response.body)
  for (const secret of secrets) if (!isReached && text.includes(secret)) violations.push(`tells ${secret}`)
  if (ENDS_SESSIONS.test(operation.name)) await renewOtherUser()
  return violations.map((violation) => `${nameOf(attempt)}: ${violation}`)
}

const nameOf = ({ operation, resource }: ForeignIdRequest) => `${operation.name}, ${resource ?? 'a claim'}`

test('the owner has rows in every table with user data', async () => {
  const rows = await service.test.database.query<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`
  const digests = await digestTables(service.test.database.query, `${theirs.owner.id}|${theirs.waiting.id}`)
  const empty = rows.map(({ table }) => table).filter((table) => digests[table]!.startsWith('<count>0'))
  expect(empty.filter((table) => !UNFILLED_TABLES[table])).toEqual([])
})

test('requests of another user with the owner’s ids get the same responses as unknown ids, and change nothing of the owner’s', async () => {
  const violations: string[] = []
  const all = operationsOf(document).flatMap((operation) =>
    foreignIdRequests(operation, document, theirs, own),
  )
  // Accessible resources come last, because these requests remove resources that the others use.
  const [first, last] = [all.filter((attempt) => !isAllowed(attempt)), all.filter(isAllowed)]
  let before = await digestTheirs()
  for (let from = 0; from < first.length; from += STEP) {
    const some = first.slice(from, from + STEP)
    for (const attempt of some) violations.push(...(await violationsOf(attempt)))
    const after = await digestTheirs()
    const changed = changedTables(before, after)
    if (changed.length > 0) violations.push(`${changed} changed by one of ${some.map(nameOf).join('; ')}`)
    before = after
  }
  for (const attempt of last) violations.push(...(await violationsOf(attempt)))
  reportMeasurement(`ownership: ${all.length} attempts on ${operationsOf(document).length} operations`)
  expect(violations).toEqual([])
})

test('every accessible resource is in the document and was requested', () => {
  const names = operationsOf(document).map(({ name }) => name)
  expect(Object.keys(ALLOWED_ACCESS).filter((name) => !names.includes(name))).toEqual([])
})

test('frames of another user about the owner’s rooms and contests get the same replies as unknown ids', async () => {
  const { body: live } = await service.call('GET //asyncapi.json')
  // The earlier user may already be in the room.
  await renewOtherUser()
  const before = await digestTheirs()
  const types = Object.keys(live.operations)
    .filter((name) => /^receive\.(battle|contest)\./.test(name))
    .map((name) => name.slice('receive.'.length))
  expect(types.length).toBeGreaterThan(5)
  for (const type of types) {
    const isContest = type.startsWith('contest.')
    const id = isContest ? theirs.ids.privateContest : theirs.ids.room
    const responses: string[] = []
    for (const requestedId of [id, unknownOf(id)]) {
      const socket = await openSocket(service.url, { accessToken: otherUser.accessToken })
      await socket.next('auth.ok')
      const question = { questionId: Bun.randomUUIDv7(), selectedOption: 0 }
      socket.send(
        type,
        isContest ? { contestId: requestedId } : { roomId: requestedId, ...question },
        requestedId,
      )
      socket.send('ping')
      await socket.next('pong', 30)
      responses.push(socket.frames.map((frame) => `${frame.type} ${frame.data.code ?? ''}`).join(', '))
      socket.close()
      await socket.waitUntilClosed()
    }
    expect([type, responses[0]]).toEqual([type, responses[1]!])
  }
  expect(changedTables(before, await digestTheirs())).toEqual([])
})

test('the id of a submission file alone does not give access to it', async () => {
  const [file] = await service.test.database.query<{ id: string }>`
    select id from project_file where user_id = ${theirs.owner.id}`
  const answers = [file!.id, Bun.randomUUIDv7()].map((id) =>
    service.call(`GET //files/submissions/${id}`, { token: otherUser.accessToken }),
  )
  const [known, unknown] = await Promise.all(answers)
  expect(known!.status).toBe(404)
  expect(summarize(known!)).toBe(summarize(unknown!))
})
