import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiText } from '../src/app/commands/openapi.ts'
import { CONFORMANCE_PAGE, conformanceText } from '../test/conformance/render-table.ts'
import { NOTICES, noticesText } from './check-licences.ts'
import { compileContracts } from './compile-contracts.ts'
import { CLIENT_METHODS, CLIENT_TYPES, clientMethods, clientTypes } from './generate-client.ts'
import { schemaText } from './generate-schema.ts'

/**
 * Runs all checks that must pass before a change is merged, the fastest first. `--write` updates generated
 * files; `--without-tests` skips the tests.
 */
const write = process.argv.includes('--write')
const withoutTests = process.argv.includes('--without-tests')
const root = join(import.meta.dir, '..')
const bun = process.execPath
const failed: string[] = []

await step('format and lint', () =>
  run([bun, 'x', 'biome', write ? 'check' : 'ci', ...(write ? ['--write'] : []), '.']),
)
await step('types', () => run([bun, 'x', 'tsc', '--noEmit', '-p', '.']))
await step('module rules', () => run([bun, 'scripts/check-architecture.ts']))
await step('writes', () => run([bun, 'scripts/check-writes.ts']))
await step('clock', () => run([bun, 'scripts/check-clock.ts']))
await step('vocabulary', () => run([bun, 'scripts/check-vocabulary.ts']))
await step('texts of the web applications', () => run([bun, 'scripts/check-messages.ts']))
await step('content', () => run([bun, 'src/app/main.ts', 'content', 'lint', 'content']))
await step('unused code', () => run([bun, 'x', 'knip', '--no-progress']))
await step('licences', () => run([bun, 'scripts/check-licences.ts']))
await step('third-party notices', () => same(NOTICES, noticesText()))
await step('OpenAPI document', () => same('docs/openapi.json', openApiText()))
await step('types of the client', () => same(CLIENT_TYPES, clientTypes()))
await step('methods of the client', () => same(CLIENT_METHODS, clientMethods()))
await step('conformance table', () => same(CONFORMANCE_PAGE, conformanceText()))
await step('contract artifacts', () =>
  [...compileContracts()].map(([name, text]) => same(`contracts/artifacts/${name}`, text)).every(Boolean),
)
await step('database schema', async () => same('migrations/schema.sql', await schemaText()))
if (!withoutTests)
  await step('tests', () =>
    run([bun, 'scripts/run-tests.ts', ...(process.argv.includes('--no-skips') ? ['--no-skips'] : [])]),
  )

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exit(failed.length === 0 ? 0 : 1)

async function step(name: string, check: () => Promise<boolean> | boolean): Promise<void> {
  console.log(`\n▸ ${name}`)
  const started = performance.now()
  const passed = await check()
  console.log(`${passed ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (!passed) failed.push(name)
}

async function run(command: string[]): Promise<boolean> {
  return (await Bun.spawn({ cmd: command, cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).exited) === 0
}

/** Fails if a generated file in the repository differs from the generator's output. */
function same(path: string, expected: string): boolean {
  const full = join(root, path)
  if (write) Bun.write(full, expected)
  const found = write ? expected : readFileSync(full, 'utf8')
  if (found !== expected)
    console.error(`${path} differs from the generated text. Update it with: bun run check --write`)
  return found === expected
}
