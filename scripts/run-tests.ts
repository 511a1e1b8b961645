import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres/embedded-postgres.ts'
import { collectTestFailures } from './collect-test-failures.ts'

/**
 * Runs the tests, two files at a time if there are enough cores, and prints a summary. Each runner has its
 * own PostgreSQL, because some tests close connections or inspect locks. Arguments go to the runner: `bun run
 * test src/platform`. With --no-skips a skipped test counts as a failure.
 */
const given = process.argv.slice(2)
const noSkips = given.includes('--no-skips')
const patterns = given.filter((argument) => argument !== '--no-skips')

const folder = mkdtempSync(join(tmpdir(), 'lyceum-test-run-'))
// PostgreSQL does not run as root: its user needs access to the parent folder.
chmodSync(folder, 0o711)
const report = join(folder, 'report.xml')
/** More than two runners would disturb each other's timing. */
const workers = Math.min(2, availableParallelism())
console.log('Starting PostgreSQL for the tests …')
const servers = await Promise.all(
  Array.from({ length: workers }, (_, index) =>
    startEmbeddedPostgres({
      dataDir: join(folder, `data-${index + 1}`),
      // These databases are temporary. Tests of durability start their own durable servers.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    }),
  ),
)

let code = 1
try {
  const run = Bun.spawn({
    cmd: [
      process.execPath,
      'test',
      '--timeout',
      '120000',
      `--parallel=${workers}`,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...patterns,
    ],
    cwd: join(import.meta.dir, '..'),
    env: {
      ...process.env,
      LYCEUM_TEST_DATABASE_URLS: servers.map(({ url }) => url).join(' '),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => run.kill(signal))
  const failures = await collectTestFailures(run.stderr)
  code = await run.exited
  for (const failure of failures) console.error(`\n──── failed ────\n${failure}`)
  const xml = readFileSync(report, 'utf8')
  const { passed, failed, skipped } = countTests(xml)
  if (patterns.length === 0)
    console.log(`\nThe slowest files, in seconds:\n${listSlowestFiles(xml).join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (noSkips && skipped > 0) {
    console.error('Tests were skipped, and none may be. Is redis-server or chromium missing?')
    code = 1
  }
} finally {
  for (const postgres of servers) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

function countTests(xml: string): { passed: number; failed: number; skipped: number } {
  const lines = xml.match(/<testsuites [^>]*>/)?.[0] ?? ''
  const count = (name: string) => Number(lines.match(new RegExp(`${name}="(\\d+)"`))?.[1] ?? 0)
  const [tests, failed, skipped] = [count('tests'), count('failures') + count('errors'), count('skipped')]
  return { passed: tests - failed - skipped, failed, skipped }
}

function listSlowestFiles(xml: string): string[] {
  const files = Array.from(xml.matchAll(/<testsuite name="([^"]+)" file="\1"[^>]* time="([\d.]+)"/g))
  const seconds = files.map(([, file, time]) => ({ file, time: Number(time) }))
  return seconds
    .sort((one, other) => other.time - one.time)
    .slice(0, 25)
    .map(({ file, time }) => `${time.toFixed(1).padStart(7)}  ${file}`)
}
