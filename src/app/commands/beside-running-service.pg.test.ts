import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellBlocksOf } from '../../../test/documentation/commands.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { Database } from '../../platform/db/database.ts'
import { findRunningPostgres } from '../../platform/embedded/postgres/running-postgres.ts'
import { findServer } from '../../platform/embedded/postgres/server-process.ts'
import { newId } from '../../platform/ids.ts'
import { countFailedJobs } from '../../platform/jobs/inspect-jobs.ts'

const FIXTURE = join(import.meta.dir, '../../modules/authoring/packs/fixture')
const ROOT = join(import.meta.dir, '../../..')
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-beside-')))
const [dataDir, folder] = [newFolder(), newFolder()]
let service: ServiceProcess
let database: number
let adminToken: string
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

test('backup --keep deletes the older backup, as the dry run says, and --every refuses short intervals', async () => {
  const to = join(folder, 'kept')
  const backUp = async () => /✓ (\S+)/.exec(await run(['backup', '--to', to, '--keep', '1']))![1]!
  const list = async () =>
    JSON.parse(await run(['backup', '--to', to, '--list', '--json'])).backups.map(
      ({ path }: { path: string }) => path,
    )
  const first = await backUp()
  expect(await list()).toEqual([first])
  const dryRun = await run(['backup', '--to', to, '--keep', '1', '--dry-run'])
  expect(dryRun).toBe(`Dry run: ${first} would be deleted.\n`)
  expect(await list()).toEqual([first])
  // The installation with another secret key is another one: it deletes nothing.
  const other = ['backup', '--to', to, '--keep', '1', '--dry-run']
  expect(await run(other, { SECRET_KEY: 'a-secret-key-of-another-installation-0123456789' })).toBe('')
  const second = await backUp()
  expect(await list()).toEqual([second])
  const often = await runCommand(['backup', '--to', to, '--every', '0.0001'], { DATA_DIR: dataDir })
  expect([often.code, often.errors]).toEqual([2, expect.stringContaining('from 0.25 to 720')])
})

test('backup --keep warns of an old backup that it cannot delete, and the new backup counts', async () => {
  const to = join(folder, 'kept')
  const [old] = readdirSync(to).filter((name) => name.endsWith('Z'))
  writeFileSync(join(to, `${old}.deleting`), '')
  const outcome = await runCommand(['backup', '--to', to, '--keep', '1'], { DATA_DIR: dataDir, CHAIN: 'off' })
  expect([outcome.code, outcome.output]).toEqual([0, expect.stringContaining('✓ ')])
  expect(outcome.errors).toStartWith(`! ${join(to, old!)} is old and could not be deleted`)
})

test('users find and users show run beside the embedded service', async () => {
  const user = await service.register()
  const { users, total } = JSON.parse(await run(['users', 'find', user.email.toUpperCase(), '--json']))
  expect([total, users]).toEqual([1, [expect.objectContaining({ id: user.id, role: 'USER' })]])
  expect(await run(['users', 'find', user.username])).toMatch(
    new RegExp(`^id .*\n${user.id}  ${user.email}  ${user.username}  USER  active  \\d{4}-\\d\\d-\\d\\d\n$`),
  )
  expect(await run(['users', 'find', 'nobody-of-this-name'])).toBe('No account matches.\n')
  const shown = JSON.parse(await run(['users', 'show', user.id, '--json']))
  expect(shown).toMatchObject({ id: user.id, email: user.email, balances: { XP: '0', GEM: '0' } })
  expect(await run(['users', 'show', user.email])).toContain(`id          ${user.id}\n`)
  const unknown = await runCommand(['users', 'show', 'nobody@lyceum.test'], { DATA_DIR: dataDir })
  expectReadableError(unknown, 'No account has the address nobody@lyceum.test')
})

test('jobs list, failed and retry run beside the embedded service, which runs the job again', async () => {
  const { serviceUrl: url } = (await findRunningPostgres(dataDir))!
  const own = new Database({ url, poolSize: 2 })
  try {
    await own.withSession(
      ({ statement }) => statement`
        insert into outbox (id, job, data) values (${newId()}, 'notifications.deliver', '{"notificationIds": ["none"]}')`,
    )
    await waitUntil(async () => (await countFailedJobs(own.query, null)) === 1)
    const failed = async () =>
      JSON.parse(await run(['jobs', 'failed', '--queue', 'notifications.deliver', '--json']))
    const { jobs, total } = await failed()
    expect(total).toBe(1)
    expect(jobs).toMatchObject([{ job: 'notifications.deliver', message: expect.stringContaining('uuid') }])
    const { id } = jobs[0]
    expect(await run(['jobs', 'failed'])).toContain(`\n${id}  notifications.deliver  `)
    expect(await run(['jobs', 'list'])).toMatch(
      /^queue +waiting.*\nnotifications\.deliver +\d.*in the outbox\./s,
    )
    expect(await run(['jobs', 'retry', '--all', '--dry-run'])).toBe('Dry run: 1 jobs would run again.\n')
    expect((await failed()).jobs[0].id).toBe(id)
    expect(await run(['jobs', 'retry', id])).toBe('1 jobs run again.\n')
    // It fails again, so the new id shows that it ran.
    await waitUntil(async () => (await countFailedJobs(own.query, null)) === 1)
    expect((await failed()).jobs[0].id).not.toBe(id)
    const again = await runCommand(['jobs', 'retry', id], { DATA_DIR: dataDir, CHAIN: 'off' })
    expect([again.code, again.output]).toEqual([6, '0 jobs run again.\n'])
    expectReadableError(again, `${id}: no failed job has this id`)
    const entries = await own.query`
      select actor_role as role, subject_id as id from audit_entry where action = 'job.retried'`
    expect(entries).toEqual([{ role: 'OPERATOR', id }])
  } finally {
    await own.close()
  }
})

test('doctor and status run beside the embedded service', async () => {
  const doctor = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir, CHAIN: 'off' })
  const { ok, checks } = JSON.parse(doctor.output)
  // The disk of the test machine may be nearly full, which is a fault.
  const faults = checks.filter(({ state }: { state: string }) => state === 'failing')
  expect([doctor.code, ok]).toEqual(faults.length === 0 ? [0, true] : [5, false])
  expect(faults.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'disk')).toEqual(
    [],
  )
  const messages = checks.map(
    ({ name, state, message }: Record<string, string>) => `${name} ${state}: ${message}`,
  )
  expect(messages).toContain('database ok: all migrations have run')
  const { port } = new URL(service.url)
  expect(await run(['status'], { PORT: port })).toMatch(/: ready, \S+ \(\S+\), role all\n✓ database/)
  const status = JSON.parse(await run(['status', '--url', service.url, '--json']))
  expect(status).toMatchObject({ url: service.url, status: 'ready', checks: { database: 'ok' } })
  const away = await runCommand(['status', '--url', 'http://127.0.0.1:1'])
  expectReadableError(away, 'Nothing answers at http://127.0.0.1:1')
  expect(away.code).toBe(4)
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
  adminToken = body.data.accessToken
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
  // What authors made is exported with everything, and drafts only if they are asked for.
  const { category, level } = (await service.call('GET /public/courses')).body.data[0]
  const draft = { title: 'A draft of an author', description: 'Nobody has seen it.', category, level }
  expect((await service.call('POST /admin/courses', { token: adminToken, body: draft })).status).toBe(201)
  const draftsIn = (to: string) =>
    readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^authored\/courses\/./.test(path),
    )
  const [published, all] = [join(folder, 'published'), join(folder, 'all')]
  await run(['content', 'export', published, '--all'])
  await run(['content', 'export', all, '--all', '--drafts'])
  expect([draftsIn(published).length, draftsIn(all).length > 0]).toEqual([0, true])
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
