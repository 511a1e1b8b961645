import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { copyDatabase, createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { readErasures } from '../backup/erasure-log.ts'

/**
 * The drill for an external PostgreSQL, by "Your own servers" of docs/operations.md: the database goes back to an earlier moment,
 * and the file of deletions does not. Each test builds on the previous one.
 */
const folder = mkdtempSync(join(tmpdir(), 'lyceum-after-restore-'))
const ERASURES_FILE = join(folder, 'erasures.jsonl')
const joined = join(folder, 'joined.jsonl')
/** The database of the service, and the state to which it is restored. */
let current: TestDatabase
let restored: TestDatabase
let service: ServiceProcess
let deleted: TestUser
let survivor: TestUser
/** A session and an account that the restored database does not know. */
let laterSession: TestUser
let laterAccount: TestUser

const settings = ({ url }: TestDatabase) => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, 'data'),
  CHAIN: 'off',
})
const start = (database: TestDatabase) => spawnService({ ...settings(database), ERASURES_FILE })
const run = (...words: string[]) => runCommand(words, settings(restored))
const signIn = ({ email, password }: TestUser) =>
  service.call('POST /auth/login', { body: { email, password } })
const accessStatus = async ({ accessToken: token }: TestUser) =>
  (await service.call('GET /user/profile', { token })).status
const refreshStatus = async ({ refreshToken }: TestUser) =>
  (await service.call('POST /auth/refresh', { body: { refreshToken } })).status
const countOpenSessions = async () => {
  const [row] = await restored.database
    .query`select count(*)::int as count from session where revoked_at is null`
  return (row as { count: number }).count
}

beforeAll(async () => {
  current = await createTestDatabase()
  service = await start(current)
  deleted = await service.register()
  survivor = await service.register()
  expect(await service.kill('SIGTERM')).toBe(0)
  restored = await copyDatabase(current)

  service = await start(current)
  laterSession = { ...survivor, ...(await signIn(survivor)).body.data }
  laterAccount = await service.register()
  for (const { password, accessToken: token } of [deleted, laterAccount])
    expect((await service.call('DELETE /user/account', { token, body: { password } })).status).toBe(200)
  await waitUntil(() => readErasures(ERASURES_FILE).length === 2)
  expect(await service.kill('SIGTERM')).toBe(0)
})
afterAll(async () => {
  await service?.kill('SIGKILL')
  for (const database of [current, restored]) await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('after-restore without the file of deletions, or with a damaged one, says so and changes nothing', async () => {
  // The default is in DATA_DIR, which a new machine does not have.
  expect(existsSync(join(folder, 'data/erasures.jsonl'))).toBe(false)
  expectReadableError(await run('after-restore'), 'erasures.jsonl does not exist', '--erasures')
  const damaged = join(folder, 'damaged.jsonl')
  writeFileSync(damaged, `${readFileSync(ERASURES_FILE, 'utf8')}{"userId":\n`)
  expectReadableError(await run('after-restore', '--erasures', damaged), 'is damaged in line 3')
  expect(await countOpenSessions()).toBe(2)
})

test('after-restore --dry-run names the accounts that would be deleted, and changes nothing', async () => {
  const outcome = await run('after-restore', '--erasures', ERASURES_FILE, '--dry-run')
  expect([outcome.code, outcome.output]).toEqual([
    0,
    `Dry run: 2 sessions would be ended.\nDry run: ${deleted.id} would be deleted again.\n`,
  ])
  expect(await countOpenSessions()).toBe(2)
  const accounts = await restored.database.query`select email from user_account where id = ${deleted.id}`
  expect(accounts).toEqual([{ email: deleted.email }])
})

test('after-restore ends the sessions of the restored database and repeats the deletions of joined files', async () => {
  // The files of two workers, of which both have the same deletions.
  writeFileSync(joined, readFileSync(ERASURES_FILE, 'utf8').repeat(2))
  const outcome = await run('after-restore', '--erasures', joined)
  expect([outcome.code, outcome.errors]).toEqual([0, ''])
  expect(outcome.output).toContain('2 sessions were ended')
  expect(outcome.output).toContain('1 accounts that were deleted after the backup were deleted again')
  expect(await countOpenSessions()).toBe(0)
})

test('after-restore can run again', async () => {
  const outcome = await run('after-restore', '--erasures', joined)
  expect([outcome.code, outcome.errors]).toEqual([0, ''])
  expect(outcome.output).toContain('0 sessions were ended')
  expect(outcome.output).toContain('0 accounts that were deleted')
})

test('the checks of the drill pass on the restored database', async () => {
  const audit = await run('ledger', 'audit')
  expect([audit.code, audit.output]).toEqual([0, expect.stringContaining('The ledger is balanced')])
  expect((await run('payments', 'reconcile')).code).toBe(0)
})

test('the service on the restored database refuses old tokens and the deleted account, and lets others sign in', async () => {
  service = await start(restored)
  for (const user of [survivor, laterSession, deleted, laterAccount])
    expect([await accessStatus(user), await refreshStatus(user)]).toEqual([401, 401])
  expect((await signIn(deleted)).status).toBe(401)
  const again = await signIn(survivor)
  expect(again.status).toBe(200)
  expect([await accessStatus(again.body.data), await refreshStatus(again.body.data)]).toEqual([200, 200])
})
