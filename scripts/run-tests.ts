import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { webDigest } from '../src/app/web/web-digest.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres/embedded-postgres.ts'
import { TEST_LIMIT_MS } from '../test/test-limit.ts'
import { OUTSIDE_PACKAGES } from './binary/shipped-files.ts'
import { collectTestFailures } from './collect-test-failures.ts'
import { readTestReport, type TestReport } from './read-test-report.ts'
import { testFolderParent } from './test-folder.ts'

/**
 * Runs the tests, three files at a time, and prints a summary. Each runner has its
 * own PostgreSQL, because some tests close connections or inspect locks. Arguments go to the runner: `bun run
 * test src/platform`. The slowest files start first, by scripts/test-timings.json; --update-timings writes it after a whole
 * run. With --no-skips a skipped test counts as a failure. If a few files failed, they run again,
 * one at a time, and the summary names what passed only then; --no-second-run leaves that out.
 */
const OPTIONS = ['--no-skips', '--no-second-run', '--update-timings']
/** Seconds matter less than the order, so it is updated now and then. */
const TIMINGS = 'scripts/test-timings.json'
/** More failed files than this are no accident. */
const MAX_FILES_AGAIN = 8

const ROOT = join(import.meta.dir, '..')

const given = process.argv.slice(2)
const noSkips = given.includes('--no-skips')
const hasSecondRun = !given.includes('--no-second-run')
const updatesTimings = given.includes('--update-timings')
const patterns = given.filter((argument) => !OPTIONS.includes(argument))

const folder = mkdtempSync(join(testFolderParent(), 'lyceum-test-run-'))
// PostgreSQL does not run as root: its user needs access to the parent folder.
chmodSync(folder, 0o711)
/** One more than the cores of a small machine, because many tests wait. More would disturb each other's timing. */
const workers = Math.min(3, availableParallelism() + 1)
console.log('Starting PostgreSQL for the tests …')
const webBuild = join(folder, 'web')
/** In the repository, two folders deep, because the bundle looks for the files of the product from there. */
const commandLine = join(ROOT, 'dist', `test-${process.pid}`)
const isWhole = patterns.length === 0
const building = Promise.all([buildWebApplications(webBuild), isWhole && bundleCommandLine(commandLine)])
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
  await building
  const first = await runTests(patterns, workers)
  code = first.code
  if (isWhole) console.log(`\nThe slowest files, in seconds:\n${listSlowestFiles(first.report).join('\n')}`)
  const { passed, failed, skipped, failedFiles } = first.report
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)

  // A file that did not load is missing in the report, so running the others again would hide it.
  const isComplete = failed > 0 && failed === first.failures
  const mayRunAgain = hasSecondRun && isWhole && failedFiles.length <= MAX_FILES_AGAIN
  if (isComplete && mayRunAgain) {
    console.log(`\nRunning again, one at a time: ${failedFiles.join(', ')}`)
    const second = await runTests(
      failedFiles.map((file) => `./${file}`),
      1,
    )
    code = second.code
    console.log(`\nThe second run: ${second.report.passed} passed, ${second.report.failed} failed`)
    if (code === 0)
      console.log(
        `Failed by chance, which is a defect:\n${first.report.failedTests.map((test) => `  ${test}`).join('\n')}`,
      )
  }
  if (noSkips && skipped > 0) {
    console.error('Tests were skipped, and none may be. Is redis-server or chromium missing?')
    code = 1
  }
} finally {
  for (const postgres of servers) await postgres.stop()
  for (const path of [folder, commandLine]) rmSync(path, { recursive: true, force: true })
}
process.exit(code)

/** Once for all tests, because a build takes seconds of both cores. */
async function buildWebApplications(target: string): Promise<void> {
  const script = join(ROOT, 'scripts/build-web.ts')
  await Bun.$`NODE_ENV=production ${process.execPath} ${script} ${join(target, webDigest(ROOT))}`.quiet()
}

/** For the processes that tests start. Few files start some, so a run of single files does without. */
async function bundleCommandLine(target: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'src/app/main.ts')],
    outdir: target,
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    external: OUTSIDE_PACKAGES,
  })
}

interface TestRun {
  code: number
  /** The runner's own count, with files that did not load. */
  failures: number
  report: TestReport
}

async function runTests(paths: string[], runners: number): Promise<TestRun> {
  const report = join(folder, `report-${crypto.randomUUID()}.xml`)
  const run = Bun.spawn({
    cmd: [
      process.execPath,
      'test',
      `--parallel=${runners}`,
      // To load and compile the service again for each file would take half of the processor time of most files.
      '--no-isolate',
      // The limit of the preloaded file would apply only to the first file of a runner.
      `--timeout=${TEST_LIMIT_MS}`,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      `--timings=${TIMINGS}`,
      ...(updatesTimings ? ['--update-timings'] : []),
      ...paths,
    ],
    cwd: ROOT,
    env: {
      ...process.env,
      LYCEUM_TEST_DATABASE_URLS: servers.map(({ url }) => url).join(' '),
      LYCEUM_TEST_WEB_BUILD: webBuild,
      ...(isWhole ? { LYCEUM_TEST_COMMAND_LINE: join(commandLine, 'main.js') } : {}),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const forward = (signal: NodeJS.Signals) => void run.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, forward)
  const failures = await collectTestFailures(run.stderr)
  const exitCode = await run.exited
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, forward)
  for (const failure of failures.texts) console.error(`\n──── failed ────\n${failure}`)
  // A runner that was stopped writes no report.
  const file = Bun.file(report)
  const xml = (await file.exists()) ? await file.text() : ''
  return {
    code: xml === '' ? exitCode || 1 : exitCode,
    failures: failures.count,
    report: readTestReport(xml),
  }
}

function listSlowestFiles({ seconds }: TestReport): string[] {
  return Array.from(seconds)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 25)
    .map(([file, time]) => `${time.toFixed(1).padStart(7)}  ${file}`)
}
