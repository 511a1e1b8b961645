import { expect, test } from 'bun:test'
import { diffSlides } from './diff-slides.ts'
import type { SnapshotSlide } from './public/snapshot.ts'

const text = (content: string): SnapshotSlide => ({ type: 'CALLOUT', tone: 'TIP', content })
const card = (front: string): SnapshotSlide => ({ type: 'FLASHCARD', front, back: 'Back' })
const quiz = (questionId: string, prompt: string): SnapshotSlide => ({
  type: 'QUIZ',
  questionId,
  question: { prompt },
})

/** Each difference as its kind and places. */
const compare = (before: SnapshotSlide[], after: SnapshotSlide[]) =>
  diffSlides(before, after).map(({ change, from, to }) => [change, from, to])

test('equal slides have no differences, in whatever order their fields are', () => {
  expect(
    compare([text('a'), card('b')], [{ content: 'a', tone: 'TIP', type: 'CALLOUT' }, card('b')]),
  ).toEqual([])
})

test('added and removed slides are named by their places, and the others do not count as moved', () => {
  expect(compare([text('a'), card('b')], [card('new'), text('a'), card('b')])).toEqual([['ADDED', null, 1]])
  expect(compare([text('a'), card('b'), text('c')], [text('a'), text('c')])).toEqual([['REMOVED', 2, null]])
  expect(compare([], [text('a')])).toEqual([['ADDED', null, 1]])
})

test('a moved slide is one difference', () => {
  const [a, b, c, d] = [text('a'), text('b'), text('c'), text('d')]
  expect(compare([a, b, c, d], [d, a, b, c])).toEqual([['MOVED', 4, 1]])
})

test('a changed slide is found by its type and neighbours, and a quiz by its question, also if it moved', () => {
  expect(compare([text('a'), card('b'), text('c')], [text('a'), card('B'), text('c')])).toEqual([
    ['CHANGED', 2, 2],
  ])
  expect(compare([quiz('1', 'A?'), text('a'), text('b')], [text('a'), text('b'), quiz('1', 'B?')])).toEqual([
    ['CHANGED', 1, 3],
  ])
  const [difference] = diffSlides([text('a')], [text('b')])
  expect(difference).toMatchObject({ before: { content: 'a' }, after: { content: 'b' } })
})

test('a slide of another type is not a change', () => {
  expect(compare([text('a')], [card('a')])).toEqual([
    ['REMOVED', 1, null],
    ['ADDED', null, 1],
  ])
})

test('the same question with another id is the same slide', () => {
  expect(compare([quiz('1', 'A?')], [quiz('2', 'A?')])).toEqual([])
})

test('every slide is in at most one difference, and those without one are equal', () => {
  let seed = 7
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % limit
  }
  const slides = () => Array.from({ length: random(8) }, () => [text, card][random(2)]!(String(random(5))))
  for (let round = 0; round < 500; round++) {
    const [before, after] = [slides(), slides()]
    const differences = diffSlides(before, after)
    const [from, to] = [
      differences.flatMap((difference) => difference.from ?? []),
      differences.flatMap((difference) => difference.to ?? []),
    ]
    expect([new Set(from).size, new Set(to).size]).toEqual([from.length, to.length])
    const rest = (all: SnapshotSlide[], places: number[]) =>
      all.filter((_, index) => !places.includes(index + 1))
    expect(rest(before, from)).toEqual(rest(after, to))
  }
})
