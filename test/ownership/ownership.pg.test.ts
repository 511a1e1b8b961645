import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battles/rules.ts'
import { createTestDatabase } from '../harness/database.ts'
import { figure } from '../harness/figures.ts'
import { operationsOf } from '../harness/operations/operations.ts'
import { furnish, holdMoney, type Possessions, type Thing } from '../harness/operations/possessions.ts'
import { changedTables, digestTables } from '../harness/personal/rows.ts'
import { type ApiAnswer, startTestService, type TestService, type TestUser } from '../harness/service.ts'
import { openSocket } from '../harness/socket.ts'
import { type Attempt, attemptsOn, unknownOf } from './attempts.ts'
import { MAY_REACH, NOT_FILLED } from './reach.ts'

setDefaultTimeout(120_000)

/** How many attempts are made before the rows are looked at; OWNERSHIP_STEP=1 says which one it was. */
const STEP = Number(process.env.OWNERSHIP_STEP ?? 12)
/** Whoever is looked at here stays in the queue for as long as it takes. */
const PATIENT = { battleRules: { ...BATTLE_RULES, queueMs: 3_600_000 } }
const SETTINGS = { DEMO_CONTENT: 'on', CHAIN: 'on' }

let service: TestService
let theirs: Possessions
let stranger: TestUser
let own: Partial<Record<Thing, string>>
let document: object
let stop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase()
  const furnishing = await startTestService(SETTINGS, database, PATIENT)
  theirs = await furnish(furnishing)
  await furnishing.stop()
  // Without jobs, nothing but the stranger's requests can change what the owner has.
  service = await startTestService({ ...SETTINGS, ROLE: 'api' }, database, PATIENT)
  stop = async () => {
    await service.stop()
    await database.drop()
  }
  document = (await service.call('GET //openapi.json')).body
  await renewStranger()
})
afterAll(() => stop())

/** Somebody with a PIN and quotes of their own. What they are sent to do may end their session, or them. */
async function renewStranger(): Promise<void> {
  stranger = await service.register()
  own = { user: stranger.id, course: theirs.ids.course, ...(await holdMoney(service, stranger)) }
}

/** Rows that speak of the owner, or of anything that is the owner's alone. */
const digestTheirs = () => {
  const { ids, owner, waiting } = theirs
  const things: Thing[] = ['session', 'room', 'order', 'buyQuote', 'sellQuote', 'notification']
  const more: Thing[] = ['certificate', 'submission', 'privateContest', 'wallet', 'device']
  const names = [owner.id, owner.email, waiting.id, ...[...things, ...more].map((thing) => ids[thing])]
  return digestTables(service.test.database.query, names.join('|'))
}

const send = (method: string, path: string, body: unknown) =>
  service.call(`${method} /${path}`, { token: stranger.accessToken, ...(body ? { body } : {}) })

const gist = ({ status, body }: ApiAnswer) =>
  status < 300 ? `${status}` : `${status} ${body.error?.code} ${body.message}`

function mayReach({ operation, thing }: Attempt): boolean {
  return thing !== undefined && (MAY_REACH[operation.name]?.things.includes(thing) ?? false)
}

/** Whoever was sent to do one of these is signed out. */
const ENDS_SESSIONS = /auth\/logout|auth\/sessions\/|user\/account$/

/** What is wrong with one attempt: another answer than for nothing, something told, something changed. */
async function faultsOf(attempt: Attempt): Promise<string[]> {
  const { operation, thing } = attempt
  const unknown = await send(operation.method, attempt.unknownPath, attempt.unknownBody)
  const answer = await send(operation.method, attempt.path, attempt.body)
  const faults: string[] = []
  // Nobody is configured here whom one could sign in with.
  if (answer.status >= 500 && answer.body.error?.code !== 'PROVIDER_UNAVAILABLE')
    faults.push(`is ${gist(answer)}`)
  const isReached = mayReach(attempt)
  if (!isReached && thing && gist(answer) !== gist(unknown))
    faults.push(`is ${gist(answer)}, and not ${gist(unknown)}`)
  const told = [theirs.owner.email, theirs.ids.order, theirs.ids.session, theirs.ids.submission]
  const text = JSON.stringify(answer.body)
  for (const secret of told) if (!isReached && text.includes(secret)) faults.push(`tells ${secret}`)
  if (ENDS_SESSIONS.test(operation.name)) await renewStranger()
  return faults.map((fault) => `${nameOf(attempt)}: ${fault}`)
}

const nameOf = ({ operation, thing }: Attempt) => `${operation.name}, ${thing ?? 'a claim'}`

test('the owner has something in every table that holds what users have', async () => {
  const rows = await service.test.database.query<{ table: string }>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id'
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`
  const digests = await digestTables(service.test.database.query, `${theirs.owner.id}|${theirs.waiting.id}`)
  const empty = rows.map(({ table }) => table).filter((table) => digests[table]!.startsWith('<count>0'))
  expect(empty.filter((table) => !NOT_FILLED[table])).toEqual([])
})

test('a stranger with the owner’s ids is answered as one with ids of nothing, and changes nothing of the owner’s', async () => {
  const faults: string[] = []
  const all = operationsOf(document).flatMap((operation) => attemptsOn(operation, document, theirs, own))
  // What may be reached comes last: it takes the things away that the others are sent for.
  const [first, last] = [all.filter((attempt) => !mayReach(attempt)), all.filter(mayReach)]
  let before = await digestTheirs()
  for (let from = 0; from < first.length; from += STEP) {
    const some = first.slice(from, from + STEP)
    for (const attempt of some) faults.push(...(await faultsOf(attempt)))
    const after = await digestTheirs()
    const changed = changedTables(before, after)
    if (changed.length > 0) faults.push(`${changed} changed by one of ${some.map(nameOf).join('; ')}`)
    before = after
  }
  for (const attempt of last) faults.push(...(await faultsOf(attempt)))
  figure(`ownership: ${all.length} attempts on ${operationsOf(document).length} operations`)
  expect(faults).toEqual([])
})

test('what may be reached is in the document, and was asked for', () => {
  const names = operationsOf(document).map(({ name }) => name)
  expect(Object.keys(MAY_REACH).filter((name) => !names.includes(name))).toEqual([])
})

test('frames of a stranger about the owner’s rooms and contests are answered as those about nothing', async () => {
  const { body: live } = await service.call('GET //asyncapi.json')
  // The stranger of before may be in the room by now.
  await renewStranger()
  const before = await digestTheirs()
  const types = Object.keys(live.operations)
    .filter((name) => /^receive\.(battle|contest)\./.test(name))
    .map((name) => name.slice('receive.'.length))
  expect(types.length).toBeGreaterThan(5)
  for (const type of types) {
    const isContest = type.startsWith('contest.')
    const id = isContest ? theirs.ids.privateContest : theirs.ids.room
    const heard: string[] = []
    for (const asked of [id, unknownOf(id)]) {
      const socket = await openSocket(service.url, { accessToken: stranger.accessToken })
      await socket.next('auth.ok')
      const question = { questionId: Bun.randomUUIDv7(), selectedOption: 0 }
      socket.send(type, isContest ? { contestId: asked } : { roomId: asked, ...question }, asked)
      socket.send('ping')
      await socket.next('pong', 30)
      heard.push(socket.frames.map((frame) => `${frame.type} ${frame.data.code ?? ''}`).join(', '))
      socket.close()
      await socket.untilClosed()
    }
    expect([type, heard[0]]).toEqual([type, heard[1]!])
  }
  expect(changedTables(before, await digestTheirs())).toEqual([])
})

test('a file of a submission is not given to whoever knows its id alone', async () => {
  const [file] = await service.test.database.query<{ id: string }>`
    select id from project_file where user_id = ${theirs.owner.id}`
  const answers = [file!.id, Bun.randomUUIDv7()].map((id) =>
    service.call(`GET //files/submissions/${id}`, { token: stranger.accessToken }),
  )
  const [known, unknown] = await Promise.all(answers)
  expect(known!.status).toBe(404)
  expect(gist(known!)).toBe(gist(unknown!))
})
