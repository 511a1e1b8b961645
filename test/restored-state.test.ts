import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** The test files of a runner share their modules, so what one leaves behind would change the next one. */
const RESTORED: [what: string, change: RegExp, restoration: RegExp][] = [
  ['the clock', /\b(useClock|createTestClock)\(/, /\buseSystemClock\b/],
  ['a function', /\bspyOn\(/, /\bmockRestore\(|\bmock\.restore\(/],
  ['the environment', /\bprocess\.env\.\w+ = /, /\bdelete process\.env\.|\bprocess\.env = /],
  ['the log level', /\blog\.level = '/, /\blog\.level = level\b/],
]

/** The changes in the text of a test file that it does not undo. */
function unrestored(text: string): string[] {
  return RESTORED.flatMap(([what, change, restoration]) =>
    change.test(text) && !restoration.test(text) ? [what] : [],
  )
}

test('each test file restores the clock, functions, environment and log level that it changes', async () => {
  const root = join(import.meta.dir, '..')
  const files = Array.from(
    new Bun.Glob(
      '{src,test,web,packages,scripts,bench,contracts}/**/*{.test.ts,.test.tsx,-testbed.ts}',
    ).scanSync(root),
  ).filter((path) => !path.includes('node_modules') && !import.meta.path.endsWith(path))
  expect(files.length).toBeGreaterThan(600)
  const found = await Promise.all(
    files.map(async (path) =>
      unrestored(await Bun.file(join(root, path)).text()).map((what) => `${path}: ${what}`),
    ),
  )
  expect(found.flat()).toEqual([])
})

test('a change without its restoration is found', () => {
  expect(unrestored('useClock(() => 0)')).toEqual(['the clock'])
  expect(unrestored('useClock(() => 0)\nafterAll(useSystemClock)')).toEqual([])
  expect(unrestored("spyOn(log, 'warn')")).toEqual(['a function'])
})
