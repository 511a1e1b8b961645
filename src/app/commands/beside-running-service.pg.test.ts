import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellBlocksOf } from '../../../test/documentation/commands.ts'
import { runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { findServer } from '../../platform/embedded/postgres/server-process.ts'

const FIXTURE = join(import.meta.dir, '../../modules/authoring/packs/fixture')
const ROOT = join(import.meta.dir, '../../..')
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-beside-')))
const [dataDir, folder] = [newFolder(), newFolder()]
let service: ServiceProcess
let database: number
beforeAll(async () => {
  service = await spawnService({ DATA_DIR: dataDir })
  database = findServer(join(dataDir, 'postgres'))!.pid
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  for (const each of [dataDir, folder]) rmSync(each, { recursive: true, force: true, maxRetries: 20 })
})

/** Runs a command beside the service, which must go on with the same database. */
async function run(words: string[], environment: Record<string, string> = {}) {
  const outcome = await runCommand(words, { DATA_DIR: dataDir, CHAIN: 'off', ...environment })
  expect([outcome.code, outcome.errors]).toEqual([0, expect.not.stringContaining('already using')])
  expect(findServer(join(dataDir, 'postgres'))?.pid).toBe(database)
  expect((await service.call('GET //health/ready')).status).toBe(200)
  return outcome.output
}

test('migrate runs beside the embedded service', async () => {
  expect(await run(['migrate'])).toContain('up to date')
})

test('the backup and the restore drill of docs/operations.md work literally', async () => {
  const block = shellBlocksOf('docs/operations.md').find((text) => text.includes('bun lyceum backup'))!
  const [backup, ...rest] = block.trim().split('\n') as [string, ...string[]]
  const drill = join(folder, 'drill')
  const sh = async (line: string) => {
    const child = Bun.spawn({
      cmd: [
        'bash',
        '-euc',
        line.replaceAll('/mnt/backups', drill).replace('/srv/lyceum-new', join(folder, 'new')),
      ],
      cwd: ROOT,
      env: {
        PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
        DATA_DIR: dataDir,
        CHAIN: 'off',
        MAIL: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([await child.exited, errors]).toEqual([0, expect.any(String)])
    return output
  }
  await sh(backup)
  const made = readdirSync(drill).find((name) => /^lyceum-\w+Z$/.test(name))!
  const [checked, restored] = [rest[0]!, rest[1]!].map((line) =>
    line.replace(/lyceum-\d{8}T\d{6}Z/, made),
  ) as [string, string]
  expect(await sh(checked)).toContain('is complete')
  expect(await sh(restored)).toContain('The ledger is balanced')
})

test('upgrade-check runs beside the embedded service and finds the newest backup', async () => {
  const words = ['upgrade-check', '--json', '--backups', join(folder, 'backups')]
  const before = JSON.parse(await run(words))
  expect([before.ok, before.migrations.pending, before.warnings]).toEqual([
    true,
    [],
    [expect.stringContaining('There is no backup')],
  ])
  await run(['backup', '--to', join(folder, 'backups')])
  const after = JSON.parse(await run(words))
  expect([after.warnings, after.freeBytes > 0]).toEqual([[], true])
  expect(after.backup.ageMs).toBeLessThan(600_000)
})

test('admin create runs beside the embedded service, which signs the new administrator in', async () => {
  const password = 'a long enough password'
  await run(['admin', 'create', '--email', 'root@lyceum.test', '--username', 'root_user'], {
    LYCEUM_ADMIN_PASSWORD: password,
  })
  const { status, body } = await service.call('POST /auth/login', {
    body: { email: 'root@lyceum.test', password },
  })
  expect([status, body.data?.user.role]).toEqual([200, 'ADMIN'])
})

test('content import and export run beside the embedded service, which shows the courses', async () => {
  const before = await service.call('GET /public/courses')
  expect(before.body.data).toEqual([])
  expect(await run(['content', 'import', FIXTURE, '--dry-run'])).toContain('Dry run: nothing was changed')
  expect((await service.call('GET /public/courses')).body.data).toEqual([])
  expect(await run(['content', 'import', FIXTURE])).toMatch(/courses +4 added/)
  await waitUntil(async () => (await service.call('GET /public/courses')).body.data.length === 4)
  const out = join(folder, 'out')
  await run(['content', 'export', out])
  expect(existsSync(join(out, 'courses/chain-basics/course.yaml'))).toBe(true)
})

test('ledger audit and payments reconcile run beside the embedded service', async () => {
  expect(await run(['ledger', 'audit'])).toContain('✓ The ledger is balanced')
  expect(await run(['payments', 'reconcile'])).toContain('orders without discrepancies')
})

test('certificates rotate-key runs beside the embedded service, which publishes the key', async () => {
  const output = await run(['certificates', 'rotate-key'])
  const [, keyId] = /The key (\S+) was added/.exec(output)!
  await waitUntil(async () =>
    JSON.stringify((await service.call('GET //.well-known/did.json')).body).includes(keyId!),
  )
})

test('keys rotate runs beside the embedded service, which publishes the key', async () => {
  const countKeys = async () => (await service.call('GET //.well-known/jwks.json')).body.keys.length
  const before = await countKeys()
  expect(await run(['keys', 'rotate'])).toContain('A new key was added')
  await waitUntil(async () => (await countKeys()) === before + 1)
})
