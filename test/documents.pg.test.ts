import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLE_NAMES } from '../src/platform/config.ts'
import { startTestService, type TestService } from './harness/service.ts'

const ROOT = join(import.meta.dir, '..')
let service: TestService

beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterAll(() => service.stop())

test('the tour of the README works when it is pasted', async () => {
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

test('the operations page lists every variable that the service reads, and no other', () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\|/gm)].map((row) => row[1])
  expect(listed.sort()).toEqual([...VARIABLE_NAMES].sort())
})

test('links between the documents lead somewhere', async () => {
  for (const file of [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/operations.md',
    'docs/observability.md',
    'docs/scaling.md',
    'docs/performance.md',
    'docs/reliability.md',
    'docs/mutation.md',
    'bench/README.md',
    'packages/client/README.md',
  ]) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, target] of text.matchAll(/\]\((?!http)([^)#]+)\)/g)) {
      const path = join(ROOT, file, '..', target!)
      expect({
        file,
        target,
        exists: (await Bun.file(path).exists()) || (await isFolder(path)),
      }).toMatchObject({ exists: true })
    }
  }
})

async function isFolder(path: string): Promise<boolean> {
  const { stat } = await import('node:fs/promises')
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
}
