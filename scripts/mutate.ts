import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres.ts'
import { TARGETS } from './mutation-targets.ts'
import { type Mutant, mutantsOf } from './mutations.ts'

/**
 * Breaks the code on purpose, one small change at a time, and looks whether the nearest tests notice:
 * `bun scripts/mutate.ts ledger pin [--only queries] [--every 3] [--from 1]`. It works in a copy, takes minutes, and is no part of the
 * tests. What nobody noticed goes to `docs/mutation.md` by hand, with a judgement.
 */
const root = join(import.meta.dir, '..')
const names = process.argv.slice(2).filter((word) => word in TARGETS)
const option = (name: string, usual: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
/** Files whose path has this in it. */
const only = process.argv[process.argv.indexOf('--only') + 1 || process.argv.length] ?? ''
const every = option('every', 1)
const from = option('from', 0)
const SLACK_MS = 15_000
const LIMIT_MS = 600_000
/** MUTATE_SHOW=1 shows what the tests say. */
const shown = process.env.MUTATE_SHOW ? 'inherit' : 'ignore'

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

/** Also for whoever has seen enough. */
const cleanUp = async () => {
  await postgres.stop()
  rmSync(copy, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void cleanUp().then(() => process.exit(1)))

try {
  for (const name of names.length > 0 ? names : Object.keys(TARGETS)) await runTarget(name)
} finally {
  await cleanUp()
}

async function runTarget(name: string): Promise<void> {
  const { files, tests } = TARGETS[name]!
  const chosen = Object.entries(files).filter(([file]) => file.includes(only))
  const started = performance.now()
  for (const near of new Set(chosen.map(([, test]) => test)))
    if (!(await passes([near], LIMIT_MS))) throw new Error(`${near} fails before anything is changed`)
  const limitMs = (performance.now() - started) * 3 + SLACK_MS
  const isNoticed = async (near: string) =>
    !(await passes([near], limitMs)) || !(await passes(tests, LIMIT_MS))
  const survivors: Mutant[] = []
  let killed = 0
  for (const [file, near] of chosen) {
    const source = readFileSync(join(root, file), 'utf8')
    const mutants = mutantsOf(file, source).filter((_, index) => index % every === from % every)
    let killedHere = 0
    for (const mutant of mutants) {
      writeFileSync(join(copy, file), mutant.text)
      if (await isNoticed(near)) killedHere++
      else {
        survivors.push(mutant)
        console.log(
          `  survived ${file}:${mutant.line} ${mutant.rule}\n    ${mutant.before}\n    ${mutant.after}`,
        )
      }
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
    stdio: ['ignore', shown, shown],
  })
  const timer = setTimeout(() => run.kill('SIGKILL'), limitMs)
  const code = await run.exited
  clearTimeout(timer)
  return code === 0
}
