import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import { answerAll, importPool } from './battles/battle-testbed.ts'
import type { ApiResponse, TestUser } from './harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from './harness/database.ts'
import { gemBalanceOf, giveGems } from './harness/give-gems.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { openSocket } from './harness/socket.ts'
import { waitUntil } from './harness/wait-until.ts'

const PROGRAM = join(import.meta.dir, 'harness/processes/battle-process.ts')
const STAKE = 40

let database: TestDatabase
let one: ServiceProcess
let other: ServiceProcess
let admin: TestUser
beforeAll(async () => {
  database = await createTestDatabase()
  await importPool(createWrite(database.database, reactionTable([]), () => {}))
  const environment = { DATABASE_URL: database.url, LYCEUM_ENV: 'test', RATE_LIMITS: 'on' }
  const rules = JSON.stringify({ countdownMs: 200, revealMs: 200 })
  one = await spawnService(environment, rules, PROGRAM)
  other = await spawnService(environment, rules, PROGRAM)
  admin = await one.register()
  await database.database.query`update user_account set role = 'ADMIN' where id = ${admin.id}`
  const login = { email: admin.email, password: admin.password }
  admin.accessToken = (await one.call('POST /auth/login', { body: login })).body.data.accessToken
})
afterAll(async () => {
  await Promise.all([one?.kill('SIGTERM'), other?.kill('SIGTERM')])
  await database?.drop()
})

async function replace(changes: object): Promise<void> {
  const token = admin.accessToken
  const { version } = (await one.call('GET /admin/runtime-settings', { token })).body.data
  const settings = {
    isSignUpOpen: null,
    areStakesOn: null,
    generalLimit: null,
    creatorLimits: null,
    grantLimits: null,
    twoFactorRoles: null,
  }
  const body = { ...settings, ...changes, version, reason: 'A test.' }
  expect((await one.call('PUT /admin/runtime-settings', { token, body })).status).toBe(200)
}

const codeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : body.error.code)
let visitors = 0
const signUp = (process: ServiceProcess) => {
  visitors++
  const body = {
    email: `v${visitors}@example.com`,
    username: `visitor_${visitors}`,
    password: 'a-long-pass-phrase',
  }
  return process.call('POST /auth/register', { body })
}

test('a process obeys the change that another process stored: sign-up and the general limit', async () => {
  expect(codeOf(await signUp(other))).toBe('OK')
  await replace({ isSignUpOpen: false, generalLimit: { count: 5_000, windowSeconds: 50 } })
  const refused = await signUp(one)
  expect([refused.status, codeOf(refused)]).toEqual([403, 'SIGN_UP_CLOSED'])
  await waitUntil(async () => codeOf(await signUp(other)) === 'SIGN_UP_CLOSED')
  for (const process of [one, other]) {
    await waitUntil(async () => {
      const { headers } = await process.call('GET /public/paths')
      return headers.get('ratelimit-policy') === '"general";q=5000;w=50'
    })
  }
  await replace({})
  await waitUntil(async () => codeOf(await signUp(other)) === 'OK')
})

test('a process refuses new stakes after another process turned them off, and its running battle pays out', async () => {
  const users = [await other.register(), await other.register(), await other.register()] as const
  const [ada, bob, eve] = users
  const db = database.database.query
  for (const { id } of users) await giveGems(db, id, STAKE)
  const body = { stakeAmount: STAKE }
  const created = await other.call('POST /quiz-battles/rooms', { token: ada.accessToken, body })
  const { roomId, roomCode } = created.body.data
  const joined = await other.call(`POST /quiz-battles/rooms/${roomCode}/join`, { token: bob.accessToken })
  expect(codeOf(joined)).toBe('OK')
  const sockets = [await openSocket(other.url, ada), await openSocket(other.url, bob)] as const
  for (const socket of sockets) socket.send('battle.ready', { roomId })
  await Promise.all(sockets.map((socket) => socket.next('battle.start')))

  await replace({ areStakesOn: false })
  const stake = () => other.call('POST /quiz-battles/rooms', { token: eve.accessToken, body })
  await waitUntil(async () => {
    const response = await stake()
    // A room from before the change arrived is closed, and its stake refunded.
    if (response.status === 201)
      await other.call(`DELETE /quiz-battles/rooms/${response.body.data.roomCode}`, {
        token: eve.accessToken,
      })
    return codeOf(response) === 'STAKES_OFF'
  })
  const ends = await Promise.all([answerAll(sockets[0], () => true), answerAll(sockets[1], () => false)])
  expect(ends.map(({ result }) => result)).toEqual(['WIN', 'LOSS'])
  await waitUntil(async () => (await gemBalanceOf(db, ada.id)) === 2 * STAKE)
  expect(await gemBalanceOf(db, bob.id)).toBe(0)
  await waitUntil(async () => (await gemBalanceOf(db, eve.id)) === STAKE)
  for (const socket of sockets) socket.close()
  expect((await auditLedger(database.database)).faults).toEqual([])
})

/** The least time of three rounds, because the machine may be busy in a round; the promise is about the service. */
async function expectWithinASecond(what: string, measure: (round: number) => Promise<number>): Promise<void> {
  const measured: number[] = []
  for (let round = 0; round < 3; round++) measured.push(await measure(round))
  const least = Math.min(...measured)
  reportMeasurement(`${what}: another process obeys after ${least.toFixed(0)} ms`)
  expect(least).toBeLessThan(1_000)
}

test('a process obeys within a second of the change that another process stored', async () => {
  const db = database.database.query
  await expectWithinASecond('stakes turned off', async () => {
    const player = await other.register()
    await giveGems(db, player.id, STAKE)
    const stake = () =>
      other.call('POST /quiz-battles/rooms', { token: player.accessToken, body: { stakeAmount: STAKE } })
    const isRefused = async () => {
      const response = await stake()
      if (response.status === 201)
        await other.call(`DELETE /quiz-battles/rooms/${response.body.data.roomCode}`, {
          token: player.accessToken,
        })
      return codeOf(response) === 'STAKES_OFF'
    }
    await replace({ areStakesOn: true })
    await waitUntil(async () => !(await isRefused()))
    await replace({ areStakesOn: false })
    const stored = performance.now()
    await waitUntil(isRefused)
    const took = performance.now() - stored
    await waitUntil(async () => (await gemBalanceOf(db, player.id)) === STAKE)
    return took
  })
  expect((await auditLedger(database.database)).faults).toEqual([])
})

const publicSettingsOf = async (process: ServiceProcess) =>
  (await process.call('GET /public/site-settings')).body.data as { name: string; isSignUpOpen: boolean }

test('a process refuses sign-ups within a second after another process closed them', async () => {
  await expectWithinASecond('sign-up closed', async () => {
    await replace({ isSignUpOpen: true })
    await waitUntil(async () => (await publicSettingsOf(other)).isSignUpOpen)
    await replace({ isSignUpOpen: false })
    const stored = performance.now()
    await waitUntil(async () => !(await publicSettingsOf(other)).isSignUpOpen)
    expect(codeOf(await signUp(other))).toBe('SIGN_UP_CLOSED')
    return performance.now() - stored
  })
  await replace({})
})

test('a process shows the name of the site within a second after another process changed it', async () => {
  await expectWithinASecond('name of the site changed', async (round) => {
    // The process has the earlier name in its memory.
    const before = (await publicSettingsOf(other)).name
    const body = { name: `School ${round}`, language: 'en', accent: 'teal' }
    expect(before).not.toBe(body.name)
    const token = admin.accessToken
    expect((await one.call('PUT /admin/site-settings', { token, body })).status).toBe(200)
    const stored = performance.now()
    await waitUntil(async () => (await publicSettingsOf(other)).name === body.name)
    return performance.now() - stored
  })
})
