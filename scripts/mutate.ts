import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.ts'
import { TARGETS } from './mutation-targets.ts'
import { type Mutant, mutantsOf } from './mutations.ts'

/**
 * Breaks the code on purpose, one small change at a time, and looks whether the nearest tests notice:
 * `bun scripts/mutate.ts ledger pin [--every 3] [--from 10]`. It works in a copy, takes minutes, and is no part of the
 * tests. What nobody noticed goes to `docs/mutation.md` by hand, with a judgement.
 */
const root = join(import.meta.dir, '..')
const names = process.argv.slice(2).filter((word) => word in TARGETS)
const option = (name: string, usual: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
const every = option('every', 1)
const from = option('from', 0)
const SLACK_MS = 15_000

const copy = mkdtempSync(join(tmpdir(), 'lyceum-mutants-'))
for (const part of [
  'src',
  'test',
  'migrations',
  'contracts',
  'content',
  'package.json',
  'tsconfig.json',
  'bunfig.toml',
])
  cpSync(join(root, part), join(copy, part), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
const postgres = await startEmbeddedPostgres({
  dataDir: join(copy, 'data'),
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
})

try {
  for (const name of names.length > 0 ? names : Object.keys(TARGETS)) await runTarget(name)
} finally {
  await postgres.stop()
  rmSync(copy, { recursive: true, force: true })
}

async function runTarget(name: string): Promise<void> {
  const { files, tests } = TARGETS[name]!
  const started = performance.now()
  if (!(await passes(tests, 600_000))) throw new Error(`the tests of ${name} fail before anything is changed`)
  const limitMs = (performance.now() - started) * 3 + SLACK_MS
  const survivors: Mutant[] = []
  let killed = 0
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    const mutants = mutantsOf(file, source).filter((_, index) => index % every === from % every)
    let killedHere = 0
    for (const mutant of mutants) {
      writeFileSync(join(copy, file), mutant.text)
      if (await passes(tests, limitMs)) {
        survivors.push(mutant)
        console.log(
          `  survived ${file}:${mutant.line} ${mutant.rule}\n    ${mutant.before}\n    ${mutant.after}`,
        )
      } else killedHere++
    }
    writeFileSync(join(copy, file), source)
    killed += killedHere
    console.log(`${name} ${file}: ${mutants.length} mutants, ${killedHere} killed`)
  }
  console.log(`${name}: ${killed + survivors.length} mutants, ${killed} killed, ${survivors.length} survived`)
}

/** Whether the tests pass. Those that take too long do not. */
async function passes(tests: string[], limitMs: number): Promise<boolean> {
  const run = Bun.spawn({
    cmd: [process.execPath, 'test', '--bail', '--timeout', '60000', ...tests],
    cwd: copy,
    env: {
      ...process.env,
      LYCEUM_TEST_DATABASE_URL: postgres.url,
      LOG_LEVEL: 'silent',
      // The models need not walk as far as they do in the suite.
      LEDGER_MODEL_RUNS: '20',
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const timer = setTimeout(() => run.kill('SIGKILL'), limitMs)
  const code = await run.exited
  clearTimeout(timer)
  return code === 0
}
