import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { VARIABLE_NAMES } from '../src/platform/config/config.ts'
import { startTestService, type TestService } from './harness/service.ts'

const ROOT = join(import.meta.dir, '..')
let service: TestService

beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterAll(() => service.stop())

test('the commands of the README tour succeed', async () => {
  const blocks = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
  const tour = blocks.map((block) => block[1]!).find((text) => text.includes('/auth/register'))
  const shell = Bun.spawn({
    cmd: ['bash', '-eu', '-c', tour!],
    env: { ...process.env, BASE: service.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ])
  expect({ code: await shell.exited, complaints }).toEqual({ code: 0, complaints: '' })
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(
    answers.map((answer) => answer.success),
    output,
  ).toEqual(Array(7).fill(true))
  const [, enrollment, lesson, board, , profile] = answers.map((answer) => answer.data)
  expect(enrollment.progressPercentage).toBe(0)
  expect(lesson.xpEarned).toBeGreaterThan(0)
  expect(board.me).toEqual({ rank: 1, totalXP: lesson.xpEarned })
  expect(profile).toMatchObject({ country: 'KE', timeZone: 'Africa/Nairobi' })
})

test('docs/operations.md lists exactly the variables that the service reads', () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  // Other tables of the page name some variables too.
  const settings = page.split('## Settings')[1]!.split('\n## ')[0]!
  const listed = [...settings.matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\|/gm)].map((row) => row[1])
  expect(listed.sort()).toEqual([...VARIABLE_NAMES].sort())
})

test('every link between the documents leads to a file', () => {
  for (const file of documents()) {
    // Links in code blocks are examples.
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '')
    for (const [, target] of text.matchAll(/\]\((?!http)([^)#\s]+)\)/g)) {
      const exists = existsSync(join(ROOT, file, '..', target!))
      expect({ file, target, exists }).toMatchObject({ exists: true })
    }
  }
})

test('the list of decisions names every decision', () => {
  const folder = join(ROOT, 'docs/decisions')
  const list = readFileSync(join(folder, 'README.md'), 'utf8')
  const listed = [...list.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, file]) => file!)
  const written = readdirSync(folder).filter((file) => /^\d{4}-/.test(file))
  expect(listed.sort()).toEqual(written.sort())
})

test('every decision has the four sections, in this order', () => {
  const folder = join(ROOT, 'docs/decisions')
  for (const file of readdirSync(folder).filter((name) => /^\d{4}-/.test(name))) {
    const sections = readFileSync(join(folder, file), 'utf8').match(/^## .*$/gm)
    expect({ file, sections }).toEqual({
      file,
      sections: ['## Context', '## Decision', '## Consequences', '## Alternatives considered'],
    })
  }
})

/** All documents of the project. Lessons are not included, because their links have another form. */
function documents(): string[] {
  const patterns = [
    '*.md',
    'docs/**/*.md',
    'src/*/*/README.md',
    '{bench,contracts,packages/client}/*.md',
    'bench/notes/*.md',
  ]
  return patterns.flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: ROOT })])
}
