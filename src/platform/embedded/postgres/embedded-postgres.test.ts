import { afterAll, afterEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { findFreePort } from '../../ports.ts'
import { findPostgresPackage } from './binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres.ts'
import { ask, PostgresTestbed, startErrorOf } from './postgres-testbed.ts'

const testbed = new PostgresTestbed()
afterEach(() => testbed.cleanUp())
afterAll(() => testbed.removeTemplate())

test('a checkpoint on request leaves the stop little to write', async () => {
  const dataDir = testbed.folder()
  const postgres = await testbed.start(dataDir)
  await ask(postgres.url, 'CREATE TABLE much AS SELECT generate_series(1, 200000)')
  await postgres.writeCheckpoint()
  await postgres.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const [requested, atTheStop] = Array.from(log.matchAll(/complete: wrote (\d+) buffers/g), ([, count]) =>
    Number(count),
  )
  expect(requested).toBeGreaterThan(500)
  expect(atTheStop).toBeLessThan(requested! / 10)
})

test('the first start creates a database within three seconds, and later starts take half a second', async () => {
  // The fastest of a few runs counts, because the machine may be busy.
  const firstStarts: number[] = []
  const nextStarts: number[] = []
  for (const dataDir of [testbed.folder(), testbed.folder(), testbed.folder()]) {
    const first = await timed(firstStarts, () => testbed.start(dataDir))
    await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    for (let round = 0; round < 3; round++) {
      const next = await timed(nextStarts, () => testbed.start(dataDir))
      expect(await ask(next.url, 'SELECT answer FROM kept')).toBe(42)
      expect(next.url).toBe(first.url)
      await next.stop()
    }
  }
  // A machine with more work than cores gets a longer limit.
  const crowd = Math.max(1, loadavg()[0]! / availableParallelism())
  expect(Math.min(...firstStarts)).toBeLessThan(3000 * crowd)
  expect(Math.min(...nextStarts)).toBeLessThan(500 * crowd)
})

test('the role of the service owns the database and is no superuser', async () => {
  const server = await testbed.start(testbed.folder())
  const rights = `SELECT rolname || ' ' || (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
    FROM pg_roles WHERE rolname = current_user`
  expect(await ask(server.serviceUrl, rights)).toBe('lyceum_service false')
  // What the migrations and the queue do.
  await ask(server.serviceUrl, 'CREATE EXTENSION pg_trgm')
  await ask(server.serviceUrl, 'CREATE SCHEMA pgboss')
  await ask(server.serviceUrl, 'CREATE TABLE kept (id integer)')
  for (const forbidden of [
    'CREATE ROLE other',
    'ALTER SYSTEM SET fsync = off',
    "COPY kept FROM PROGRAM 'echo 1'",
    'SELECT rolpassword FROM pg_authid',
    "SELECT pg_read_file('PG_VERSION')",
    'CREATE DATABASE other',
    'ALTER ROLE lyceum_service SUPERUSER',
  ])
    expect(await ask(server.serviceUrl, forbidden).catch((error) => error.code)).toBe('42501')
})

test('a database of which the superuser owned everything is given to the role of the service at the next start', async () => {
  const dataDir = await testbed.folderWithCluster()
  const first = await testbed.start(dataDir)
  for (const statement of [
    'ALTER DATABASE lyceum OWNER TO lyceum',
    'DROP OWNED BY lyceum_service',
    'DROP ROLE lyceum_service',
    'CREATE EXTENSION pg_trgm',
    'CREATE SCHEMA pgboss',
    "CREATE TYPE pgboss.state AS ENUM ('a', 'b')",
    'CREATE TABLE pgboss.job (id integer, state pgboss.state) PARTITION BY LIST (id)',
    'CREATE TABLE pgboss.job_1 PARTITION OF pgboss.job FOR VALUES IN (1)',
    'CREATE TABLE "Odd name" (id bigserial, other bigint GENERATED ALWAYS AS IDENTITY, note text)',
    'CREATE SEQUENCE alone',
    'CREATE VIEW shown AS SELECT note FROM "Odd name"',
    'CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql AS $$ SELECT 2 * n $$',
    `INSERT INTO "Odd name" (note) VALUES ('kept')`,
  ])
    await ask(first.url, statement)
  await first.stop()
  const next = await testbed.start(dataDir)
  for (const statement of [
    `INSERT INTO "Odd name" (note) VALUES ('new')`,
    'ALTER TABLE "Odd name" ADD COLUMN more text',
    "SELECT nextval('alone')",
    'DROP VIEW shown',
    'DROP FUNCTION twice(integer)',
    "INSERT INTO pgboss.job VALUES (1, 'a')",
    "ALTER TYPE pgboss.state ADD VALUE 'c'",
    'DROP SCHEMA pgboss CASCADE',
    'VACUUM',
  ])
    await ask(next.serviceUrl, statement)
  expect(await ask(next.serviceUrl, 'SELECT count(*)::integer FROM "Odd name"')).toBe(2)
  const left = `SELECT count(*)::integer FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relowner <> 'lyceum_service'::regrole`
  expect(await ask(next.serviceUrl, left)).toBe(0)
})

test('the URL works for both drivers, and the server has the required settings', async () => {
  const dataDir = await testbed.folderWithCluster()
  const postgres = await testbed.start(dataDir, { settings: { work_mem: '7MB' } })
  const sql = new SQL(postgres.url)
  const [row] = await sql`SELECT current_user, current_database()`
  await sql.close()
  expect(row).toEqual({ current_user: 'lyceum', current_database: 'lyceum' })

  const show = (name: string) => ask(postgres.url, `SHOW ${name}`)
  expect(await show('data_directory')).toBe(join(dataDir, 'postgres'))
  expect(await show('fsync')).toBe('on')
  expect(await show('synchronous_commit')).toBe('on')
  expect(await show('data_checksums')).toBe('on')
  expect(await show('TimeZone')).toBe('UTC')
  expect(await show('server_encoding')).toBe('UTF8')
  expect(await show('listen_addresses')).toBe('127.0.0.1')
  expect(await show('unix_socket_directories')).toBe('')
  expect(await show('work_mem')).toBe('7MB')
  expect(await ask(postgres.url, "SELECT upper('éß')")).toBe('Éß')
  await postgres.stop()
})

test('stop shuts the server down cleanly despite open sessions, and a second stop does nothing', async () => {
  const dataDir = await testbed.folderWithCluster()
  const postgres = await testbed.start(dataDir)
  const sleeping = ask(postgres.url, 'SELECT pg_sleep(600)').catch((error: { code?: string }) => error.code)
  const asleep = `SELECT count(*)::int FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`
  while ((await ask(postgres.url, asleep)) !== 1) await Bun.sleep(10)
  await Promise.all([postgres.stop(), postgres.stop()])
  await postgres.stop()
  expect(await sleeping).toBe('57P01')
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')
})

test('connecting needs the password, which only the owner of the data folder can read', async () => {
  const dataDir = await testbed.folderWithCluster()
  const postgres = await testbed.start(dataDir)
  const url = new URL(postgres.url)
  expect(readFileSync(join(dataDir, 'postgres.password'), 'utf8')).toBe(url.password)
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  url.password = 'guess'
  expect(await ask(url.href, 'SELECT 1').catch((error: { code?: string }) => error.code)).toBe('28P01')
  await postgres.stop()
})

test('a lost password file is replaced, and a wrong one is reported', async () => {
  const dataDir = await testbed.folderWithCluster()
  const first = await testbed.start(dataDir)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()

  writeFileSync(join(dataDir, 'postgres.password'), 'of another folder')
  const error = await startErrorOf(testbed.start(dataDir))
  expect(error.message).toContain(`The password in ${join(dataDir, 'postgres.password')} is not that`)

  rmSync(join(dataDir, 'postgres.password'))
  const second = await testbed.start(dataDir)
  expect(second.url).not.toBe(first.url)
  expect(await ask(second.url, 'SELECT answer FROM kept')).toBe(42)
  await second.stop()
})

test('a given port is used, and the error names it when another program has it', async () => {
  const dataDir = await testbed.folderWithCluster()
  const port = await findFreePort()
  const postgres = await testbed.start(dataDir, { port })
  expect(postgres.port).toBe(port)
  await postgres.stop()

  const otherServer = await listen(port)
  const error = await startErrorOf(testbed.start(dataDir, { port }))
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error.message).toContain(`Port ${port} on 127.0.0.1`)
  expect(error.message).toContain('is taken by another program')
  otherServer.close()
})

test('when no port is given and the remembered one is taken, another is chosen and remembered', async () => {
  const dataDir = await testbed.folderWithCluster()
  const first = await testbed.start(dataDir)
  await first.stop()
  const otherServer = await listen(first.port)
  const second = await testbed.start(dataDir)
  expect(second.port).not.toBe(first.port)
  expect(readFileSync(join(dataDir, 'postgres.port'), 'utf8')).toBe(`${second.port}\n`)
  await second.stop()
  otherServer.close()
})

test('a second start on the same folder names the process that uses it, and succeeds after that one stops', async () => {
  const dataDir = await testbed.folderWithCluster()
  const first = await testbed.start(dataDir)
  const error = await startErrorOf(testbed.start(dataDir))
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error.message).toContain(`Another Lyceum (pid ${process.pid}) is already using ${dataDir}`)
  await first.stop()
  const second = await testbed.start(dataDir)
  await second.stop()
})

test('of several processes that start concurrently, one wins and the others name it', async () => {
  const dataDir = testbed.folder()
  const services = [1, 2, 3, 4].map(() => testbed.startService({ dataDir }))
  const starts = await Promise.all(services.map((service) => service.started))
  const winner = services[starts.findIndex((start) => start.url)]
  const errors = starts.flatMap((start) => start.fault ?? [])
  expect(errors).toHaveLength(3)
  for (const error of errors) expect(error).toContain(`Another Lyceum (pid ${winner?.pid}) is already using`)
  await winner?.stop()
})

test('a large log file is rotated at the start', async () => {
  const dataDir = await testbed.folderWithCluster()
  writeFileSync(join(dataDir, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'))
  const postgres = await testbed.start(dataDir)
  expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(100_000)
  expect(statSync(join(dataDir, 'postgres.log.1')).size).toBe(11 * 1024 * 1024)
  await postgres.stop()
})

test('a damaged cluster is rejected with its folder and the action to take, and nothing is deleted', async () => {
  const dataDir = await testbed.folderWithCluster()
  const cluster = join(dataDir, 'postgres')
  await (await testbed.start(dataDir)).stop()
  const filesBefore = readdirSync(cluster, { recursive: true }).sort()
  const refusal = async () => {
    const error = await startErrorOf(testbed.start(dataDir))
    expect(error).toBeInstanceOf(EmbeddedPostgresError)
    expect(error.message).toContain(cluster)
    return error.message
  }

  const version = readFileSync(join(cluster, 'PG_VERSION'))
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n')
  expect(await refusal()).toContain('was made by PostgreSQL 15, and Lyceum carries PostgreSQL 18')
  rmSync(join(cluster, 'PG_VERSION'))
  expect(await refusal()).toContain('PG_VERSION is missing')
  writeFileSync(join(cluster, 'PG_VERSION'), version)

  const control = readFileSync(join(cluster, 'global', 'pg_control'))
  writeFileSync(join(cluster, 'global', 'pg_control'), control.subarray(0, 100))
  expect(await refusal()).toContain('global/pg_control is missing or cut')
  writeFileSync(join(cluster, 'global', 'pg_control'), Buffer.alloc(8192, 'garbage'))
  expect(await refusal()).toContain('is damaged. Restore it from a backup')
  const flipped = Buffer.from(control)
  flipped[40]! ^= 1
  writeFileSync(join(cluster, 'global', 'pg_control'), flipped)
  expect(await refusal()).toContain('incorrect checksum in control file')

  writeFileSync(join(cluster, 'global', 'pg_control'), control)
  expect(readdirSync(cluster, { recursive: true }).sort()).toEqual(filesBefore)
  await (await testbed.start(dataDir)).stop()
})

test('when PostgreSQL dies at its start, the message contains the last lines of its log', async () => {
  const dataDir = testbed.folder()
  const error = await startErrorOf(testbed.start(dataDir, { settings: { max_connections: 'plenty' } }))
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error.message).toContain('invalid value for parameter "max_connections": "plenty"')
  await (await testbed.start(dataDir)).stop()
})

test('a data folder or cluster that is a file is rejected', async () => {
  const folder = testbed.folder()
  writeFileSync(join(folder, 'file'), '')
  expect((await startErrorOf(testbed.start(join(folder, 'file')))).message).toContain(
    `The data folder ${join(folder, 'file')} cannot be used`,
  )
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'postgres'), 'precious')
  expect((await startErrorOf(testbed.start(join(folder, 'data')))).message).toContain('is not a folder')
  expect(readFileSync(join(folder, 'data', 'postgres'), 'utf8')).toBe('precious')
})

test('on a machine without a matching package the error says to use an external PostgreSQL', () => {
  expect(() => findPostgresPackage('plan9', 'mips')).toThrow(
    /no embedded PostgreSQL for plan9-mips.*set DATABASE_URL to use a PostgreSQL of your own/,
  )
})

async function timed<Result>(times: number[], work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  times.push(performance.now() - start)
  return result
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
