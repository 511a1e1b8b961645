import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/postgres/embedded-postgres.ts'
import type { Mutant } from './mutants.ts'

const root = join(import.meta.dir, '../..')
const COPIED = [
  'src',
  'test',
  'migrations',
  'contracts',
  'content',
  'package.json',
  'tsconfig.json',
  'bunfig.toml',
]
/** The timeout of a test with a mutant: a multiple of its normal duration, and a constant. */
const TIMEOUT_FACTOR = 4
const SLACK_MS = 5_000
const LIMIT_MS = 600_000
const UNKNOWN_MS = 30_000
/** MUTATE_SHOW=1 prints the output of the tests. */
const shown = process.env.MUTATE_SHOW ? 'inherit' : 'ignore'

/** Test files that run together. */
export interface Stage {
  tests: string[]
}

/** 'slow' means that the tests timed out. */
export type Outcome = 'killed' | 'slow' | 'survived'

/** The normal duration of each stage, once it is measured; before that a long timeout is used. */
const normalMs = new Map<string, number>()

/**
 * A copy of the source tree with its own PostgreSQL for the whole run, so that a mutant costs only its tests.
 */
export interface MutationWorker {
  /** Runs stage after stage until one fails. */
  judge(mutant: Mutant, stages: Stage[]): Promise<Outcome>
  close(): Promise<void>
}

export async function createMutationWorker(): Promise<MutationWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-mutants-'))
  // PostgreSQL does not run as root: its user needs access to the parent folder.
  chmodSync(folder, 0o711)
  const copy = join(folder, 'copy')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  for (const part of COPIED) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  cheapenHashes(copy)
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const admin = new Database({ url: postgres.url, poolSize: 1, statementTimeoutMs: 60_000 })

  const run = (stage: Stage, limitMs: number) =>
    runTests(stage, { copy, temporary, url: postgres.url, limitMs })

  /** Failed tests do not drop their databases. */
  const dropTestDatabases = async () => {
    const names = await admin.query<{ name: string }>`
      select datname as name from pg_database where datname like 'test\\_%'`
    for (const { name } of names)
      await admin.withSession(({ script }) => script(`drop database if exists ${name} with (force)`))
  }

  const limitOf = async (stage: Stage): Promise<number> => {
    const key = JSON.stringify(stage)
    if (!normalMs.has(key)) {
      normalMs.set(key, UNKNOWN_MS)
      const started = performance.now()
      if ((await run(stage, LIMIT_MS)) !== 'survived')
        throw new Error(`${key} fails before anything is changed`)
      normalMs.set(key, performance.now() - started)
      console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s without a mutant: ${key}`)
    }
    return normalMs.get(key)! * TIMEOUT_FACTOR + SLACK_MS
  }

  return {
    judge: async (mutant, stages) => {
      const path = join(copy, mutant.file)
      for (const stage of stages) {
        const limitMs = await limitOf(stage)
        const source = readFileSync(path, 'utf8')
        writeFileSync(path, mutant.text)
        const outcome = await run(stage, limitMs).finally(() => writeFileSync(path, source))
        await dropTestDatabases()
        if (outcome !== 'survived') return outcome
      }
      return 'survived'
    },
    close: async () => {
      await admin.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Cheap hashes: their cost is not tested here, and it is most of the cost of PIN tests. */
function cheapenHashes(copy: string): void {
  const path = join(copy, 'src/modules/accounts/public/password.ts')
  const cheap = readFileSync(path, 'utf8').replace(
    /memoryCost: [\d_]+, timeCost: \d+/,
    'memoryCost: 8, timeCost: 1',
  )
  writeFileSync(path, cheap)
}

interface TestEnvironment {
  copy: string
  temporary: string
  url: string
  limitMs: number
}

async function runTests(
  { tests }: Stage,
  { copy, temporary, url, limitMs }: TestEnvironment,
): Promise<Outcome> {
  const run = Bun.spawn({
    cmd: [process.execPath, 'test', '--bail', '--timeout', '60000', ...tests],
    cwd: copy,
    env: {
      ...process.env,
      TMPDIR: temporary,
      LYCEUM_TEST_DATABASE_URLS: url,
      LOG_LEVEL: 'silent',
      // The model tests take fewer steps than in the full suite.
      LEDGER_MODEL_RUNS: '16',
    },
    stdio: ['ignore', shown, shown],
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    run.kill('SIGKILL')
  }, limitMs)
  const code = await run.exited
  clearTimeout(timer)
  if (isLate) return 'slow'
  return code === 0 ? 'survived' : 'killed'
}
