import { afterAll, afterEach, expect, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProcess, isAlive, listProcesses } from '../processes.ts'
import { isRoot } from './database-user.ts'
import { ask, PostgresTestbed, type Service, until } from './postgres-testbed.ts'
import { findServer, stopServer } from './server-process.ts'

const testbed = new PostgresTestbed()
afterEach(() => testbed.cleanUp())
afterAll(() => testbed.removeTemplate())

test('the server of a killed Lyceum stops without data loss', async () => {
  const dataDir = await testbed.folderWithCluster()
  const service = testbed.startService({ dataDir })
  const { url, pid } = await service.started
  await ask(url!, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await service.kill()
  await until(() => !isAlive(pid!))
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('received immediate shutdown request')
  expect(log).toContain('database system is shut down')

  const postgres = await testbed.start(dataDir)
  expect(await ask(postgres.url, 'SELECT answer FROM kept')).toBe(42)
  await postgres.stop()
})

test('the server stops when a signal ends the whole process group of Lyceum', async () => {
  const dataDir = await testbed.folderWithCluster()
  const service = testbed.startService({ dataDir })
  const { pid } = await service.started
  process.kill(-service.pid, 'SIGKILL')
  await until(() => !isAlive(pid!))
})

test('the server of a killed Lyceum is replaced by one with the requested settings', async () => {
  const dataDir = await testbed.folderWithCluster()
  const service = testbed.startService({ dataDir })
  const orphan = await service.started
  await service.kill()
  const postgres = await testbed.start(dataDir, { settings: { work_mem: '9MB' } })
  expect(postgres.pid).not.toBe(orphan.pid!)
  expect(await ask(postgres.url, 'SHOW work_mem')).toBe('9MB')
  await postgres.stop()
})

test('an orphaned server is found though its pid file is gone or its folder has moved', async () => {
  const folder = testbed.folder()
  const service = testbed.startService({ dataDir: join(folder, 'old') })
  const orphan = await service.started
  // It would stop by itself within a moment.
  process.kill(orphan.pid!, 'SIGSTOP')
  await service.kill()
  renameSync(join(folder, 'old'), join(folder, 'new'))
  rmSync(join(folder, 'new', 'postgres', 'postmaster.pid'))
  const starting = testbed.start(join(folder, 'new'))
  process.kill(orphan.pid!, 'SIGCONT')
  const postgres = await starting
  expect(postgres.pid).not.toBe(orphan.pid!)
  expect(findProcess(orphan.pid!)?.program ?? '').toBe('')
  expect(await ask(postgres.url, 'SELECT 1')).toBe(1)
  await postgres.stop()
})

test('a killed server recovers every committed row', async () => {
  const dataDir = await testbed.folderWithCluster()
  const first = await testbed.start(dataDir)
  await ask(first.url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS number')
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await testbed.start(dataDir)
  expect(await ask(second.url, 'SELECT count(*)::int FROM kept')).toBe(1000)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('automatic recovery in progress')
  await second.stop()
})

test('a stale pid file does not stop the start, even if its pid now belongs to another program', async () => {
  const dataDir = await testbed.folderWithCluster()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const first = await testbed.start(dataDir)
  const text = readFileSync(pidFile, 'utf8')
  await first.stop()

  // The other program runs as the database user, whose processes PostgreSQL takes for its own server.
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const otherProcess = Bun.spawn(['sleep', '60'], isRoot() ? { uid, gid } : {})
  const leavePidFile = () => {
    writeFileSync(pidFile, text.replace(/^\d+/, String(otherProcess.pid)), { mode: 0o600 })
    chownSync(pidFile, uid, gid)
  }
  leavePidFile()
  const second = await testbed.start(dataDir)
  expect(await ask(second.url, 'SELECT 1')).toBe(1)
  await second.stop()
  expect(otherProcess.exitCode).toBeNull()

  otherProcess.kill('SIGKILL')
  await otherProcess.exited
  leavePidFile()
  const third = await testbed.start(dataDir)
  expect(await ask(third.url, 'SELECT 1')).toBe(1)
  await third.stop()
})

for (const alsoInitdb of [false, true]) {
  const who = alsoInitdb ? 'Lyceum and initdb are' : 'only Lyceum is'
  test(`when ${who} killed while the cluster is being created, the next start creates it again`, async () => {
    const dataDir = testbed.folder()
    const service = testbed.startService({ dataDir })
    await until(() => isHalfMade(dataDir))
    await service.kill()
    if (alsoInitdb) for (const { pid } of findInitdb(dataDir)) process.kill(pid, 'SIGKILL')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(listUnfinished(dataDir)).toHaveLength(1)

    const postgres = await testbed.start(dataDir)
    expect(await ask(postgres.url, 'SELECT 1')).toBe(1)
    expect(listUnfinished(dataDir)).toEqual([])
    expect(findInitdb(dataDir)).toEqual([])
    await postgres.stop()
  })
}

test('Ctrl-C in the terminal reaches Lyceum and leaves PostgreSQL running until Lyceum stops it', async () => {
  const dataDir = await testbed.folderWithCluster()
  const service = testbed.startService({ dataDir })
  const { url, pid } = await service.started
  await ask(url!, 'CREATE TABLE kept AS SELECT 42 AS answer')
  pressCtrlC(service)
  await Bun.sleep(300)
  expect(await ask(url!, 'SELECT answer FROM kept')).toBe(42)
  await service.stop()
  expect(isAlive(pid!)).toBe(false)
})

test('a server that cannot stop because a session hangs is stopped by force and loses no data', async () => {
  const dataDir = await testbed.folderWithCluster()
  const cluster = join(dataDir, 'postgres')
  const first = await testbed.start(dataDir)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const hanging = new Client({ connectionString: first.url })
  hanging.on('error', () => {})
  await hanging.connect()
  const { rows } = await hanging.query('SELECT pg_backend_pid() AS pid')
  process.kill(rows[0].pid, 'SIGSTOP')
  await stopServer(findServer(cluster)!, cluster, 0.5)
  await first.stop()
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('received immediate shutdown request')
  const second = await testbed.start(dataDir)
  expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42)
  await second.stop()
})

/** A terminal sends the signal to the whole process group; the service leads its own group. */
function pressCtrlC(service: Service): void {
  process.kill(-service.pid, 'SIGINT')
}

function listUnfinished(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.includes('.unfinished-'))
}

function isHalfMade(dataDir: string): boolean {
  return listUnfinished(dataDir).some((name) =>
    existsSync(join(dataDir, name, 'cluster', 'base', '1', 'PG_VERSION')),
  )
}

function findInitdb(dataDir: string) {
  return listProcesses().filter(
    ({ program, commandLine }) => program === 'initdb' && commandLine.includes(dataDir),
  )
}
