import { join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const RUNNER = join(ROOT, 'web/ui/runner')
const SQLITE = join(ROOT, 'node_modules/sql.js/dist/sql-wasm-browser.wasm')

/** Writes a file of the build under a name with the digest of its content, and returns the name. */
type WriteHashed = (base: string, ending: string, content: string | Uint8Array) => string

/** The names of the files in which the code of learners runs. */
export type RunnerNames = Record<'sandbox' | 'javascript' | 'sql' | 'sqlite', string>

/**
 * Builds the sandbox page and the workers. The page contains its script, because its policy allows no request, and gets the text
 * of a worker from the application.
 */
export async function buildRunner(write: WriteHashed): Promise<RunnerNames> {
  const [sandbox, javascript, sql] = await Promise.all(
    ['sandbox', 'javascript-worker', 'sql-worker'].map((name) => bundleScript(join(RUNNER, `${name}.ts`))),
  )
  const page = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><script>${sandbox}</script>`
  return {
    sandbox: write('sandbox', 'html', page),
    javascript: write('run-javascript', 'js', javascript!),
    sql: write('run-sql', 'js', sql!),
    sqlite: write('sqlite', 'wasm', await Bun.file(SQLITE).bytes()),
  }
}

/** A script without imports, for a page or a worker. */
export async function bundleScript(path: string): Promise<string> {
  const result = await Bun.build({
    entrypoints: [path],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  if (!result.success) throw new AggregateError(result.logs, `${path} cannot be built.`)
  return await result.outputs[0]!.text()
}
