import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readErasures } from '../src/app/backup/erasure-log.ts'
import { restoreBackup } from '../src/app/backup/restore-backup.ts'
import type { TestUser } from './harness/api-client.ts'
import { runCommand } from './harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { waitUntil } from './harness/wait-until.ts'

/** A backup must not bring back deleted accounts and ended sessions. Each test builds on the previous one. */

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-restore-')))
// Below a folder that other users cannot enter, the cluster would be created in a folder that is not deleted.
chmodSync(root, 0o711)
const [first, second, third] = [join(root, 'first'), join(root, 'second'), join(root, 'third')]
const backups = join(root, 'backups')
const ERASURES_FILE = join(backups, 'erasures.jsonl')

let service: ServiceProcess
let deleted: TestUser
let survivor: TestUser
/** A session that the backup does not know. */
let later: TestUser
let backup: string

beforeAll(async () => {
  service = await spawnService({ DATA_DIR: first, ERASURES_FILE })
  deleted = await service.register()
  survivor = await service.register()
  const outcome = await runCommand(['backup', '--to', backups], { DATA_DIR: first, ERASURES_FILE })
  expect([outcome.code, outcome.errors]).toEqual([0, ''])
  backup = /✓ (\S+)/.exec(outcome.output)![1]!
  later = { ...survivor, ...(await signIn(survivor)).body.data }
  const { password, accessToken: token } = deleted
  expect((await service.call('DELETE /user/account', { token, body: { password } })).status).toBe(200)
  await waitUntil(() => readErasures(ERASURES_FILE).length === 1)
  expect(await service.kill('SIGTERM')).toBe(0)
})
afterAll(async () => {
  await service.kill('SIGTERM').catch(() => {})
  rmSync(root, { recursive: true, force: true, maxRetries: 20 })
})

const signIn = ({ email, password }: TestUser) =>
  service.call('POST /auth/login', { body: { email, password } })
const accessStatus = async ({ accessToken: token }: TestUser) =>
  (await service.call('GET /user/profile', { token })).status
const refreshStatus = async ({ refreshToken }: TestUser) =>
  (await service.call('POST /auth/refresh', { body: { refreshToken } })).status

test('the file of deletions beside the backup contains the id and the time alone', () => {
  const [line, rest] = readFileSync(ERASURES_FILE, 'utf8').split('\n')
  expect([JSON.parse(line!), rest]).toEqual([{ userId: deleted.id, at: expect.any(String) }, ''])
})

test('a restore ends all sessions and deletes accounts again', async () => {
  const outcome = await runCommand(['restore', backup, '--into', second])
  expect([outcome.code, outcome.errors]).toEqual([0, ''])
  expect(outcome.output).toContain('2 sessions were ended')
  expect(outcome.output).toContain('1 accounts that were deleted after the backup were deleted again')
  expect(existsSync(join(second, 'restore.pending'))).toBe(false)
})

test('the first start finishes an interrupted restore: old tokens are refused, the deleted account is gone', async () => {
  await restoreBackup(backup, third, () => {}, readErasures(ERASURES_FILE))
  expect(existsSync(join(third, 'restore.pending'))).toBe(true)
  service = await spawnService({ DATA_DIR: third })
  expect(existsSync(join(third, 'restore.pending'))).toBe(false)
  for (const user of [survivor, later, deleted])
    expect([await accessStatus(user), await refreshStatus(user)]).toEqual([401, 401])
  expect((await signIn(deleted)).status).toBe(401)
  const again = await signIn(survivor)
  expect(again.status).toBe(200)
  expect(await accessStatus(again.body.data)).toBe(200)
  expect(await refreshStatus(again.body.data)).toBe(200)
})

test('a restore without a file of deletions warns the operator', async () => {
  const empty = join(root, 'empty')
  const outcome = await runCommand(['restore', join(empty, 'nothing'), '--into', join(root, 'fourth')], {
    DATA_DIR: empty,
  })
  expect(outcome.errors).toContain('accounts that were deleted after the backup are back')
})
