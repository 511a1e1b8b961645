import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testClusterUrl } from '../../../test/harness/database.ts'
import { createAuthority } from '../../../test/harness/tls-certificates.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { databaseUserFor } from '../embedded/postgres/database-user.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { startPostgresPubSub } from '../pubsub/postgres-pubsub.ts'
import { defineJob, jobHandler } from '../transaction/define-job.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite } from '../transaction/write.ts'
import { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { migrate, readMigrations } from './migrate.ts'
import { PipelinedReads } from './pipelined-reads.ts'
import { DatabaseSetupError } from './setup-error.ts'

const authority = createAuthority('The trusted authority')
const untrustedCa = createAuthority('Another authority')
const parcel = defineJob<{ number: number }>('tls-parcel')

let folder: string
let server: EmbeddedPostgres
/** The host name in the certificate. */
let url: string
/** An address that is not in the certificate. */
let otherwise: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-tls-'))
  chmodSync(folder, 0o755)
  const { certificate, key } = authority.issue('localhost')
  const files = { ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key') }
  writeFileSync(files.ssl_cert_file, certificate)
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 })
  const { identity } = databaseUserFor('/nowhere')
  if (identity) for (const file of Object.values(files)) chownSync(file, identity.uid, identity.gid)
  const settings = { shared_buffers: '32MB', ssl: 'on', ...files }
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings })
  otherwise = `${server.url}?sslmode=verify-full`
  url = otherwise.replace('127.0.0.1', 'localhost')
  const migrations = readMigrations(join(import.meta.dir, '../../../migrations'))
  await migrate(
    { url, tlsCa: authority.certificate },
    migrations.filter(({ name }) => name === '0001_platform.sql'),
  )
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a server with a valid certificate of the trusted authority', () => {
  test('every connection to a verified server uses TLS: statements, pipelined reads, pub/sub and jobs', async () => {
    const tlsCa = authority.certificate
    const database = new Database({ url, tlsCa, poolSize: 3 })
    const pipelined = new PipelinedReads({ url, tlsCa })
    const pubsub = await startPostgresPubSub(database)
    const runs: number[] = []
    const handlers = [jobHandler(parcel, async ({ number }) => void runs.push(number))]
    const jobs = await startJobRunner({ database, databaseUrl: url, tlsCa, handlers })
    try {
      const received: unknown[] = []
      await pubsub.subscribe('news', (message) => received.push(message))
      pubsub.publish('news', 'read all about it')
      await createWrite(database, reactionTable([]), () => jobs.wake())(async (tx) =>
        tx.enqueue(parcel, { number: 7 }),
      )
      expect(await pipelined.query`select 1 as one`).toEqual([{ one: 1 }] as never)
      await waitUntil(() => received.length === 1 && runs.length === 1)
      expect(runs).toEqual([7])

      const open = await database.query<{ name: string; isSealed: boolean }>`
        select application_name as name, ssl as "isSealed" from pg_stat_ssl join pg_stat_activity using (pid)
        where usename = current_user and backend_type = 'client backend'`
      expect(open.filter(({ isSealed }) => !isSealed)).toEqual([])
      const names = new Set(open.map(({ name }) => name))
      for (const name of ['lyceum', 'lyceum-pipelined', 'lyceum-jobs']) expect(names).toContain(name)
    } finally {
      await jobs.stop()
      await pubsub.close()
      await pipelined.close()
      await database.close()
    }
  })
})

describe('a server that fails verification', () => {
  const cases: [string, () => Promise<{ url: string; tlsCa: string }>][] = [
    [
      'a server with a certificate of another authority',
      async () => ({ url, tlsCa: untrustedCa.certificate }),
    ],
    [
      'a server with the certificate of another name',
      async () => ({ url: otherwise, tlsCa: authority.certificate }),
    ],
    [
      'a server without a certificate',
      async () => ({
        url: `${(await testClusterUrl()).replace('127.0.0.1', 'localhost')}?sslmode=verify-full`,
        tlsCa: authority.certificate,
      }),
    ],
  ]
  test('the operator is told that the certificate cannot be verified', async () => {
    for (const given of [
      { url, tlsCa: untrustedCa.certificate },
      { url: otherwise, tlsCa: authority.certificate },
    ]) {
      const error = await migrate(given, []).catch((refused: unknown) => refused)
      expect(error).toBeInstanceOf(DatabaseSetupError)
      expect((error as Error).message).toContain('The certificate of the database at')
      expect((error as Error).message).toContain('DATABASE_CA_FILE')
    }
  })

  for (const [who, connection] of cases) {
    test(`${who} receives no statement and no job`, async () => {
      const given = await connection()
      const database = new Database({ ...given, poolSize: 1 })
      const error = await database.query`select 1`.catch((refused: unknown) => refused)
      expect(error).toBeInstanceOf(DatabaseError)
      const begun = startJobRunner({
        database,
        databaseUrl: given.url,
        tlsCa: given.tlsCa,
        handlers: [],
      })
      expect(
        await begun.then(
          (jobs) => jobs.stop().then(() => 'it was told'),
          () => 'refused',
        ),
      ).toBe('refused')
      await database.close()
    })
  }
})
