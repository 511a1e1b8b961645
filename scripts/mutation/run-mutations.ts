import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createMutants, type Mutant } from './mutants.ts'
import { createMutationWorker, type Outcome } from './mutation-worker.ts'
import { TARGETS } from './targets.ts'

/**
 * Mutation testing: changes the code in one place at a time and checks whether the nearest tests fail: `bun
 * scripts/mutation/run-mutations.ts ledger pin [--only queries] [--every 3] [--from 1] [--seconds 280]
 * [--lanes 2] [--again] [--thorough]`. It works in copies, stores its results in a file and continues there
 * in the next run. `--seconds` limits the run, `--again` repeats surviving mutants, `--thorough` also runs
 * the slow tests of the target, `--sum` only prints the totals. It is not part of the tests. Surviving
 * mutants are added to `docs/mutation-testing.md` by hand, with an assessment.
 */
const root = join(import.meta.dir, '../..')
const FOUND = join(root, 'node_modules/.cache/mutants.jsonl')

interface Finding extends Omit<Mutant, 'text'> {
  outcome: Outcome
  isThorough: boolean
}

const has = (name: string) => process.argv.includes(`--${name}`)
const option = (name: string, defaultValue: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? defaultValue : Number(process.argv[at + 1])
}
/** Only files whose path contains this text. */
const only = process.argv[process.argv.indexOf('--only') + 1 || process.argv.length] ?? ''
const names = process.argv.slice(2).filter((word) => word in TARGETS)
const chosen = names.length > 0 ? names : Object.keys(TARGETS)

const found = new Map<string, Finding>()
if (existsSync(FOUND))
  for (const line of readFileSync(FOUND, 'utf8').split('\n').filter(Boolean)) recordFinding(JSON.parse(line))

if (!has('sum')) await work(chosen.flatMap(untestedMutants))
for (const name of chosen) sumUp(name)

function keyOf({ file, rule, before, after }: Pick<Finding, 'file' | 'rule' | 'before' | 'after'>): string {
  return JSON.stringify([file, rule, before, after])
}

function recordFinding(finding: Finding): void {
  found.set(keyOf(finding), finding)
}

function sampleOf(name: string): Mutant[] {
  const [every, from] = [option('every', 1), option('from', 0)]
  return Object.entries(TARGETS[name]!.files)
    .filter(([file]) => new RegExp(only).test(file))
    .flatMap(([file, { lines }]) =>
      createMutants(file, readFileSync(join(root, file), 'utf8')).filter(
        ({ line }) => !lines || lines.some(([first, last]) => line >= first && line <= last),
      ),
    )
    .filter((_, index) => index % every === from % every)
}

/** Mutants without a result, or surviving mutants. */
function untestedMutants(name: string): { name: string; mutant: Mutant }[] {
  return sampleOf(name)
    .filter((mutant) => {
      const known = found.get(keyOf(mutant))
      return has('again') ? known && known.outcome !== 'killed' : !known
    })
    .map((mutant) => ({ name, mutant }))
}

async function work(mutants: { name: string; mutant: Mutant }[]): Promise<void> {
  mkdirSync(dirname(FOUND), { recursive: true })
  const deadline = performance.now() + option('seconds', 86_400) * 1000
  const left = mutants.values()
  let done = 0
  const isThorough = has('thorough')
  await Promise.all(
    Array.from({ length: Math.min(option('lanes', 2), mutants.length) }, async () => {
      const worker = await createMutationWorker()
      try {
        while (performance.now() < deadline) {
          const next = left.next()
          if (next.done) break
          const { name, mutant } = next.value
          const { files, slow } = TARGETS[name]!
          const { stages } = files[mutant.file]!
          const outcome = await worker.judge(mutant, isThorough ? [...stages, ...slow] : stages)
          const { text: _, ...change } = mutant
          const finding: Finding = { ...change, outcome, isThorough }
          recordFinding(finding)
          appendFileSync(FOUND, `${JSON.stringify(finding)}\n`)
          done++
          if (outcome !== 'killed') console.log(describeFinding(finding))
        }
      } finally {
        await worker.close()
      }
    }),
  )
  console.log(`${done} of ${mutants.length} were asked about.`)
}

function describeFinding({ file, line, rule, before, after, outcome }: Finding): string {
  return `  ${outcome} ${file}:${line} ${rule}\n    ${before}\n    ${after}`
}

function sumUp(name: string): void {
  const sample = sampleOf(name)
  for (const [file, mutants] of Map.groupBy(sample, (mutant) => mutant.file)) {
    const findings = mutants.flatMap((mutant) => found.get(keyOf(mutant)) ?? [])
    const count = (outcome: Outcome) => findings.filter((one) => one.outcome === outcome).length
    console.log(
      `${name} ${file}: ${mutants.length} mutants, ${findings.length} asked about, ${count('killed')} killed, ${count('slow')} slow, ${count('survived')} survived`,
    )
    if (has('sum'))
      for (const finding of findings) if (finding.outcome !== 'killed') console.log(describeFinding(finding))
  }
}
