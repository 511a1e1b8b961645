import { describe, expect, test } from 'bun:test'
import {
  answerOf,
  chooseNth,
  draftOf,
  fillMatch,
  moveItem,
  type Question,
  readNumber,
  rightParts,
  startDraft,
} from './draft.ts'

const shared = { id: 'q', prompt: '?', promptHtml: '<p>?</p>', hasHint: false }
const multiple: Question = {
  ...shared,
  type: 'MULTIPLE_CHOICE',
  options: ['a', 'b', 'c'],
  optionsHtml: ['a', 'b', 'c'],
}
const number: Question = { ...shared, type: 'NUMBER', units: ['km', 'm'] }
const order: Question = { ...shared, type: 'ORDER', items: ['x', 'y', 'z'], itemsHtml: ['x', 'y', 'z'] }
const match: Question = {
  ...shared,
  type: 'MATCH',
  left: ['l1', 'l2'],
  leftHtml: ['l1', 'l2'],
  right: ['r1', 'r2', 'r3'],
  rightHtml: ['r1', 'r2', 'r3'],
}
const gap: Question = {
  ...shared,
  type: 'GAP',
  text: '{{1}} {{2}}',
  textHtml: '<p></p>',
  gapCount: 2,
  wordBank: ['hash', 'block'],
}

describe('the draft of a saved answer', () => {
  const single: Question = { ...multiple, type: 'SINGLE_CHOICE' }
  const text: Question = { ...shared, type: 'SHORT_TEXT' }

  test.each<[Question, Parameters<typeof draftOf>[1]]>([
    [single, { selectedOption: 2 }],
    [multiple, { selectedOptions: [0, 2] }],
    [number, { value: -1234.5, unit: 'm' }],
    [text, { text: 'a hash' }],
    [order, { order: [2, 0, 1] }],
    [match, { matches: [2, 0] }],
    [gap, { gaps: ['hash', 'block'] }],
  ])('it gives the same answer again in every language', (question, answer) => {
    for (const locale of ['en', 'fr', 'pt', 'sw', 'ar'])
      expect(answerOf(question, draftOf(question, answer), locale)).toEqual(answer)
  })
})

describe('the answer of a draft', () => {
  test('it is undefined while the answer is not complete', () => {
    for (const question of [multiple, number, match, gap, { ...shared, type: 'SHORT_TEXT' } as const])
      expect(answerOf(question, startDraft(question))).toBeUndefined()
    expect(answerOf(match, fillMatch(startDraft(match), 0, 2))).toBeUndefined()
  })

  test('keys select several options, and a second press takes one back', () => {
    const draft = [2, 0, 7, 2].reduce((each, key) => chooseNth(multiple, each, key), startDraft(multiple))
    expect(answerOf(multiple, draft)).toEqual({ selectedOptions: [0] })
  })

  test('keys fill pairs and gaps one after the other, and a right side is used once', () => {
    const pairs = [2, 2, 0, 1].reduce((each, key) => chooseNth(match, each, key), startDraft(match))
    expect(answerOf(match, pairs)).toEqual({ matches: [2, 0] })
    const words = [1, 0].reduce((each, key) => chooseNth(gap, each, key), startDraft(gap))
    expect(answerOf(gap, words)).toEqual({ gaps: ['block', 'hash'] })
  })

  test('a number has the first unit unless another one is selected', () => {
    const draft = { ...startDraft(number), text: ' 1,5 ' }
    expect(answerOf(number, draft)).toEqual({ value: 1.5, unit: 'km' })
    expect(answerOf(number, { ...draft, unit: 'm' })).toEqual({ value: 1.5, unit: 'm' })
    expect(answerOf({ ...number, units: [] }, { ...draft, unit: '' })).toEqual({ value: 1.5 })
  })

  test('an item moves to another position, and not out of the list', () => {
    const draft = startDraft(order)
    expect(moveItem(draft, 0, 2).order).toEqual([1, 2, 0])
    expect(moveItem(draft, 2, 0).order).toEqual([2, 0, 1])
    expect(moveItem(draft, 0, -1)).toBe(draft)
    expect(moveItem(draft, 2, 3)).toBe(draft)
  })
})

test('numbers are read as people type them', () => {
  const read = (locale: string, texts: string[]) => texts.map((text) => readNumber(text, locale))
  expect(
    read('en', ['12', '-3.5', '−3,5', '1 200', '1,100', '1,200.5', '1,200,000', '0,125', '1e3', '.5']),
  ).toEqual([12, -3.5, -3.5, 1200, 1100, 1200.5, 1_200_000, 0.125, 1000, 0.5])
  expect(read('fr', ['1,100', '1.5', '1.200,5', '1 200,5'])).toEqual([1.1, 1.5, 1200.5, 1200.5])
  expect(read('ar', ['٣٫٥', '١٬٢٠٠'])).toEqual([3.5, 1200])
  expect(read('en', ['', 'x', '1.2.3', '--1', '1,2,3', '0x10', '1e999'])).toEqual(Array(7).fill(undefined))
})

test('the right parts are known from the solution', () => {
  const texts = { explanation: '', explanationHtml: '' }
  expect(rightParts(startDraft(order), { ...texts, type: 'ORDER', order: [0, 2, 1] })).toEqual([
    true,
    false,
    false,
  ])
  const draft = { ...startDraft(gap), gaps: [' Café', 'price'] }
  const accepted = [['cafe'], ['hash', 'digest']]
  expect(rightParts(draft, { ...texts, type: 'GAP', gaps: ['cafe', 'hash'], accepted })).toEqual([
    true,
    false,
  ])
})
