import { expect, test } from 'bun:test'
import { createProgress } from './progress.ts'

function written(isTTY: boolean): string[] {
  const texts: string[] = []
  const progress = createProgress({ isTTY, write: (text) => texts.push(text) })
  progress.show('lessons', 100, 250)
  progress.show('lessons', 250, 250)
  progress.show('paths', 0, 0)
  progress.end()
  progress.end()
  return texts
}

test('progress draws a bar on a terminal and removes it at the end', () => {
  expect(written(true)).toEqual([
    `\r\x1b[K[${'#'.repeat(12)}${'.'.repeat(18)}] lessons 100/250`,
    `\r\x1b[K[${'#'.repeat(30)}] lessons 250/250`,
    `\r\x1b[K[${'#'.repeat(30)}] paths 0/0`,
    '\r\x1b[K',
  ])
})

test('progress writes one line for each complete step elsewhere', () => {
  expect(written(false)).toEqual(['lessons: 250 done\n'])
})
