import { expect, test } from 'bun:test'
import { Gathering } from './gathering.ts'

test('what is asked for while a group is under way is the next group, up to its size', async () => {
  const groups: number[][] = []
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const gathering = new Gathering(async (items: number[]) => {
    groups.push(items)
    await gates[groups.length - 1]?.promise
    return items.map((item) => item * 10)
  }, 3)
  const first = gathering.ask(1)
  await Bun.sleep(0)
  const rest = [2, 3, 4, 5].map((item) => gathering.ask(item))
  await Bun.sleep(0)
  expect(groups).toEqual([[1]])
  for (const { resolve } of gates) resolve()
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50])
  expect(groups).toEqual([[1], [2, 3, 4], [5]])
})

test('one whose fault spoils a group is alone with it', async () => {
  const gathering = new Gathering(async (items: number[]) => {
    if (items.includes(2)) throw new Error('not two')
    return items
  }, 10)
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => gathering.ask(item)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await gathering.ask(4)).toBe(4)
})
