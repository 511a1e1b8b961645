import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { keccak256 } from 'viem'
import { CourseCertificate } from '../contracts/artifacts/CourseCertificate.ts'
import { XpToken } from '../contracts/artifacts/XpToken.ts'
import { CONTRACTS } from '../contracts/contracts.ts'
import { requireCompatible } from '../src/app/backup/check-backup.ts'
import { readManifest } from '../src/app/backup/manifest.ts'
import { restoreBackup } from '../src/app/backup/restore-backup.ts'
import { developmentRelayer } from '../src/app/chain/development-keys.ts'
import { settleRewardsJob } from '../src/modules/settlement/settle-rewards.ts'
import { Chain } from '../src/platform/chain/chain.ts'
import { createHttpRpc } from '../src/platform/chain/http-rpc.ts'
import { Database } from '../src/platform/db/database.ts'
import { readStateFile } from '../src/platform/embedded/data-folder.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres/embedded-postgres.ts'
import { beginRestore, endRestore } from '../src/platform/embedded/postgres/restore-marker.ts'
import { databaseUrl } from '../src/platform/embedded/postgres/wait-until-ready.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { type LearningLoad, startLearningLoad } from './harness/learning-load.ts'
import { expectReadableError, runCommand } from './harness/processes/run-command.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { waitUntil } from './harness/wait-until.ts'

/**
 * Backs up a service during writes, stops it, and restores the backup elsewhere. Each test builds on the
 * previous one.
 */

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-backup-')))
// Below a folder that other users cannot enter, the cluster would be created in a folder that is not deleted.
chmodSync(root, 0o711)
const first = join(root, 'first')
const second = join(root, 'second')
const environment = { DEMO_CONTENT: 'on', CHAIN: 'on', RATE_LIMITS: 'off' }

let service: ServiceProcess
let load: LearningLoad
let artist: TestUser
let avatarPath: string
let backup: string
let acknowledgedBefore: LearningLoad['acknowledged']
let releaseInFlight = async () => {}
const databases: Database[] = []

beforeAll(async () => {
  service = await spawnService({ ...environment, DATA_DIR: first })
  artist = await service.register()
  const form = new FormData()
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  form.append('avatar', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  const { status } = await service.call('PATCH /user/profile', { token: artist.accessToken, body: form })
  expect(status).toBe(200)
  const { body } = await service.call('GET /user/profile', { token: artist.accessToken })
  avatarPath = new URL(body.data.profileImageUrl).pathname
  load = await startLearningLoad(service, 2)
})
afterAll(async () => {
  await releaseInFlight()
  await load.stop().catch(() => {})
  for (const database of databases) await database.close()
  await service.kill('SIGTERM').catch(() => {})
  rmSync(root, { recursive: true, force: true, maxRetries: 20 })
})

/** The embedded database of a data folder, with the connection of its service. */
function databaseOf(dataDir: string): Database {
  const port = Number(readStateFile(dataDir, 'postgres.port'))
  const database = new Database({
    url: databaseUrl(port, readStateFile(dataDir, 'postgres.password')!),
    poolSize: 3,
    idleInTransactionTimeoutMs: 120_000,
  })
  databases.push(database)
  return database
}

function chainOf(dataDir: string): Chain {
  const read = (name: string) => readFileSync(join(dataDir, 'chain', name), 'utf8')
  return new Chain({
    rpc: createHttpRpc(() => `http://127.0.0.1:${read('port').trim()}`),
    chainId: 31_337,
    network: 'test',
    explorerUrl: undefined,
    confirmations: 1,
    contracts: CONTRACTS,
    addresses: JSON.parse(read('contracts.json')).contracts,
  })
}

const settleNow = (database: Database) =>
  createWrite(database, reactionTable([]), () => {})(async (tx) => tx.enqueue(settleRewardsJob, {}))

async function claim({ learner, courseId }: LearningLoad['completedCourses'][number]): Promise<string> {
  const response = await service.call('POST /certificates/claim', {
    token: learner.accessToken,
    body: { courseId, studentName: 'Ada Backup' },
  })
  expect(response.status).toBe(201)
  return response.body.data.certificateId
}

/**
 * Blocks the confirmation of a minted certificate, so that a transaction stays pending as long as necessary.
 */
async function keepOneInFlight(database: Database): Promise<() => Promise<void>> {
  for (const completed of load.completedCourses) {
    const certificateId = await claim(completed)
    const release = Promise.withResolvers<void>()
    const isInFlight = Promise.withResolvers<boolean>()
    const transaction = database.transaction(async ({ statement }) => {
      await statement`select 1 from certificate where id = ${certificateId} for update`
      const status = async () => {
        const [row] = await database.query<{ status: string }>`
          select status from chain_transaction where reference = 'certificate:' || ${certificateId}::text`
        return row?.status
      }
      await waitUntil(async () => ['sent', 'confirmed', 'failed'].includes((await status()) ?? ''))
      isInFlight.resolve((await status()) === 'sent')
      await release.promise
    }, 120_000)
    transaction.catch(isInFlight.reject)
    if (await isInFlight.promise)
      return async () => {
        release.resolve()
        await transaction
      }
    release.resolve()
    await transaction
  }
  throw new Error('every certificate was minted before it could be blocked')
}

/** The transactions that the relayer sent, read from the file of the chain. */
function sentOnChain(journal: string): Set<string> {
  const [, ...blocks] = readFileSync(journal, 'utf8').split('\n').filter(Boolean)
  return new Set(
    blocks.flatMap((line) => JSON.parse(line).transactions as `0x${string}`[]).map((raw) => keccak256(raw)),
  )
}

async function signedIn(database: Database): Promise<Set<string>> {
  const rows = await database.query<{ hash: string }>`select hash from chain_attempt`
  return new Set(rows.map(({ hash }) => hash))
}

describe('a backup of a running service', () => {
  test('a backup is made during writes and pending transactions, and only its owner can read it', async () => {
    const database = databaseOf(first)
    await waitUntil(() => load.completedCourses.length >= 3 && load.acknowledged.length >= 30)
    await settleNow(database)
    await waitUntil(async () => {
      const [done] = await database.query`select from chain_transaction where status = 'confirmed' limit 1`
      return done !== undefined
    })
    releaseInFlight = await keepOneInFlight(database)
    for (const completed of load.completedCourses.slice(-2)) await claim(completed)
    await settleNow(database)
    acknowledgedBefore = [...load.acknowledged]
    const outcome = await runCommand(['backup', '--to', join(root, 'backups')], { DATA_DIR: first })
    expect([outcome.code, outcome.errors]).toEqual([0, ''])
    const acknowledgedMeanwhile = load.acknowledged.length - acknowledgedBefore.length
    backup = /✓ (\S+)/.exec(outcome.output)![1]!
    reportMeasurement(
      `backup: ${acknowledgedBefore.length} completions before, ${acknowledgedMeanwhile} meanwhile; ${outcome.output.trim().split('\n').slice(-3)[0]}`,
    )
    expect(outcome.output).toContain('Copying the database: 100 %')
    expect(acknowledgedMeanwhile).toBeGreaterThan(0)
    expect(readdirSync(join(root, 'backups')).sort()).toEqual(['erasures.jsonl', basename(backup)])
    for (const name of ['manifest.json', 'postgres/PG_VERSION', 'chain/journal.jsonl', 'postgres.password'])
      expect([name, statSync(join(backup, name)).mode & 0o777]).toEqual([name, 0o600])
    expect(statSync(backup).mode & 0o777).toBe(0o700)
  })

  test('a backup into the folder of the running service is refused, and later writes do not change a backup', async () => {
    expectReadableError(await runCommand(['restore', backup, '--into', first]), first, 'not empty')
    // Writes after the backup are not part of it; the unsafe control below uses them.
    const before = load.completedCourses.length
    await releaseInFlight()
    releaseInFlight = async () => {}
    await waitUntil(() => load.completedCourses.length > before)
    await claim(load.completedCourses.at(-1)!)
    const database = databaseOf(first)
    await settleNow(database)
    await waitUntil(async () => {
      const [row] = await database.query<{ open: number }>`
        select count(*)::int as open from chain_transaction where status in ('queued', 'sent')`
      return row!.open === 0
    })
    await load.stop()
    for (const open of databases.splice(0)) await open.close()
    expect(await service.kill('SIGTERM')).toBe(0)
  })

  test('the verification accepts a complete backup, and names the damaged file when one byte is different', async () => {
    const checked = await runCommand(['backup', '--check', backup])
    expect([checked.code, checked.output.includes('is complete')]).toEqual([0, true])
    const damage = (name: string) =>
      restoreBackup(backup, second, () => {}).catch(({ message }) => message.includes(name))
    for (const name of ['postgres/global/pg_control', 'chain/journal.jsonl', 'manifest.json']) {
      const file = join(backup, name)
      const bytes = readFileSync(file)
      const damaged = Buffer.from(bytes)
      damaged[bytes.length >> 1]! ^= 1
      writeFileSync(file, damaged)
      expect([name, await damage(`The backup is damaged: `), await damage(name)]).toEqual([name, true, true])
      writeFileSync(file, bytes)
    }
    expect(readdirSync(root)).not.toContain('second')
  })

  test('a backup that this version or machine cannot run is refused', () => {
    const manifest = readManifest(backup)
    requireCompatible(manifest)
    const { postgresMajor, migrations } = manifest
    expect(() => requireCompatible({ ...manifest, postgresMajor: postgresMajor - 1 })).toThrow(
      `PostgreSQL ${postgresMajor}`,
    )
    expect(() => requireCompatible({ ...manifest, migrations: [...migrations, '9999_later.sql'] })).toThrow(
      'newer Lyceum',
    )
    expect(() => requireCompatible({ ...manifest, machine: 'darwin-arm64' })).toThrow('darwin-arm64')
    expect(() => readManifest(join(backup, 'chain'))).toThrow('is not a backup')
  })

  test('a backup is restored into a new folder, and the ledger audit passes', async () => {
    const { code, output, errors } = await runCommand(['restore', backup, '--into', second])
    expect([code, errors]).toEqual([0, ''])
    expect(output).toContain('The ledger is balanced')
    await expect(restoreBackup(backup, second, () => {})).rejects.toThrow('not empty')
    // An incomplete restore is never used as a complete one.
    beginRestore(second)
    await expect(startEmbeddedPostgres({ dataDir: second })).rejects.toThrow('was interrupted')
    endRestore(second)
  })

  test('commands open a stopped database although its port is taken', async () => {
    const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
    const settings = { ...environment, DATA_DIR: second, EMBEDDED_POSTGRES_PORT: String(other.port) }
    try {
      const { code, errors } = await runCommand(['ledger', 'audit'], settings)
      expect([code, errors]).toEqual([0, ''])
    } finally {
      await other.stop(true)
    }
  })

  test('the chain and the database of a backup are consistent: confirmed transactions exist, and existing ones were signed', async () => {
    const embedded = await startEmbeddedPostgres({ dataDir: second })
    const database = databaseOf(second)
    try {
      const journal = join(second, 'chain', 'journal.jsonl')
      const onChain = sentOnChain(journal)
      const signed = await signedIn(database)
      const confirmed = await database.query<{ hash: string }>`
        select transaction_hash as hash from chain_transaction where status = 'confirmed'`
      const [row] = await database.query<{ inFlight: number }>`
        select count(*)::int as "inFlight" from chain_transaction where status in ('queued', 'sent')`
      reportMeasurement(`restored: ${confirmed.length} transactions confirmed, ${row!.inFlight} in flight`)
      expect(row!.inFlight).toBeGreaterThan(0)
      expect(confirmed.length).toBeGreaterThan(0)
      expect(confirmed.filter(({ hash }) => !onChain.has(hash))).toEqual([])
      const isOurs = await relayed(journal)
      expect([...onChain].filter((hash) => isOurs.has(hash) && !signed.has(hash))).toEqual([])
      // The unsafe control uses a later copy of the chain: it has transactions that this database never
      // signed.
      const later = join(first, 'chain', 'journal.jsonl')
      const isOursLater = await relayed(later)
      expect(
        [...sentOnChain(later)].filter((hash) => isOursLater.has(hash) && !signed.has(hash)).length,
      ).toBeGreaterThan(0)
    } finally {
      await databases.pop()!.close()
      await embedded.stop()
    }
  })

  test('a restored service continues: nothing is lost or minted twice, and the chain matches the ledger', async () => {
    service = await spawnService({ ...environment, DATA_DIR: second })
    const login = await service.call('POST /auth/login', {
      body: { email: artist.email, password: artist.password },
    })
    expect(login.status).toBe(200)
    const avatar = await fetch(service.url + avatarPath)
    expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/webp'])

    const database = databaseOf(second)
    const completions = await database.query<{ userId: string; lessonId: string }>`
      select user_id as "userId", lesson_id as "lessonId" from lesson_completion`
    const stored = new Set(completions.map(({ userId, lessonId }) => `${userId} ${lessonId}`))
    expect(acknowledgedBefore.filter(({ userId, lessonId }) => !stored.has(`${userId} ${lessonId}`))).toEqual(
      [],
    )

    await settleNow(database)
    await waitUntil(async () => {
      const [row] = await database.query<{ open: number; unsettled: number }>`
        select (select count(*)::int from chain_transaction where status in ('queued', 'sent')) as open,
          (select count(*)::int from ledger_balance b left join settlement_position p
            on p.asset = b.asset and b.account = 'user:' || p.user_id
            where b.account like 'user:%' and b.asset in ('XP', 'GEM')
              and (b.balance <> coalesce(p.settled, 0) or p.open_batch_id is not null)) as unsettled`
      if (row!.unsettled > 0) await settleNow(database)
      await Bun.sleep(100)
      return row!.open === 0 && row!.unsettled === 0
    })
    const chain = chainOf(second)
    const [minted] = await database.query<{ count: bigint; failed: number }>`
      select count(*) filter (where status = 'MINTED') as count,
        count(*) filter (where status <> 'MINTED')::int as failed from certificate`
    expect(minted!.failed).toBe(0)
    expect(await chain.read(CourseCertificate, 'totalMinted', [])).toBe(minted!.count)
    const [xp] = await database.query<{ total: bigint }>`
      select sum(balance)::bigint as total from ledger_balance where asset = 'XP' and account like 'user:%'`
    expect(await chain.read(XpToken, 'totalSupply', [])).toBe(xp!.total * 10n ** 18n)
  })
})

/** The hashes of the transactions in a journal that the relayer sent, by their signatures. */
async function relayed(journal: string): Promise<Set<string>> {
  const { recoverTransactionAddress } = await import('viem')
  const [, ...blocks] = readFileSync(journal, 'utf8').split('\n').filter(Boolean)
  const raws = blocks.flatMap((line) => JSON.parse(line).transactions as `0x02${string}`[])
  const hashes = new Set<string>()
  for (const raw of raws) {
    const sender = await recoverTransactionAddress({ serializedTransaction: raw })
    if (sender === developmentRelayer.address) hashes.add(keccak256(raw))
  }
  return hashes
}
