import { describe, expect, test } from 'bun:test'
import { chooseNth, fillGap, moveItem, type Question, startDraft } from '../ui/player/question/draft.ts'
import { givenAnswers, restoreDraft } from './stored-drafts.ts'

const shared = { prompt: '?', promptHtml: '<p>?</p>', hasHint: false }
const options = { options: ['a', 'b', 'c'], optionsHtml: ['a', 'b', 'c'] }
const single: Question = { ...shared, ...options, id: 'single', type: 'SINGLE_CHOICE' }
const multiple: Question = { ...shared, ...options, id: 'multiple', type: 'MULTIPLE_CHOICE' }
const number: Question = { ...shared, id: 'number', type: 'NUMBER', units: ['km', 'm'] }
const text: Question = { ...shared, id: 'text', type: 'SHORT_TEXT' }
const order: Question = { ...shared, id: 'order', type: 'ORDER', items: ['x', 'y'], itemsHtml: ['x', 'y'] }
const match: Question = {
  ...shared,
  id: 'match',
  type: 'MATCH',
  left: ['l1', 'l2'],
  leftHtml: ['l1', 'l2'],
  right: ['r1', 'r2', 'r3'],
  rightHtml: ['r1', 'r2', 'r3'],
}
const gap: Question = {
  ...shared,
  id: 'gap',
  type: 'GAP',
  text: '{{1}} {{2}}',
  textHtml: '<p></p>',
  gapCount: 2,
  wordBank: null,
}
const QUESTIONS = [single, multiple, number, text, order, match, gap]

const overReload = (question: Question, draft: object) =>
  restoreDraft(question, JSON.parse(JSON.stringify(draft)))

describe('drafts over a reload', () => {
  const complete = {
    single: chooseNth(single, startDraft(single), 1),
    multiple: [2, 0].reduce((each, key) => chooseNth(multiple, each, key), startDraft(multiple)),
    number: { ...startDraft(number), text: '1,5', unit: 'm' },
    text: { ...startDraft(text), text: ' a hash ' },
    order: moveItem(startDraft(order), 0, 1),
    match: [2, 0].reduce((each, key) => chooseNth(match, each, key), startDraft(match)),
    gap: fillGap(fillGap(startDraft(gap), 0, 'hash'), 1, 'block'),
  }

  test('every type gives the answer that the service expects', () => {
    const drafts = Object.fromEntries(
      QUESTIONS.map((question) => [
        question.id,
        overReload(question, complete[question.id as keyof typeof complete])!,
      ]),
    )
    expect(drafts).toEqual(complete)
    expect(givenAnswers(QUESTIONS, drafts, 'en')).toEqual([
      { questionId: 'single', selectedOption: 1 },
      { questionId: 'multiple', answer: { selectedOptions: [2, 0] } },
      { questionId: 'number', answer: { value: 1.5, unit: 'm' } },
      { questionId: 'text', answer: { text: 'a hash' } },
      { questionId: 'order', answer: { order: [1, 0] } },
      { questionId: 'match', answer: { matches: [2, 0] } },
      { questionId: 'gap', answer: { gaps: ['hash', 'block'] } },
    ])
  })

  test('what is begun is kept, and is no answer', () => {
    const begun = {
      multiple: startDraft(multiple),
      number: { ...startDraft(number), text: 'one' },
      match: chooseNth(match, startDraft(match), 1),
      gap: fillGap(startDraft(gap), 0, 'hash'),
    }
    const drafts = {
      multiple: overReload(multiple, begun.multiple)!,
      number: overReload(number, begun.number)!,
      match: overReload(match, begun.match)!,
      gap: overReload(gap, begun.gap)!,
    }
    expect(drafts.match.matches).toEqual([1, undefined])
    expect(drafts).toEqual(begun)
    expect(givenAnswers(QUESTIONS, drafts, 'en')).toEqual([])
  })

  test('an order that the learner has not seen is no answer', () => {
    expect(givenAnswers([order], {}, 'en')).toEqual([])
  })

  test('a draft that does not fit its question is left out, because the service would refuse all answers', () => {
    const unfit: [Question, unknown][] = [
      [single, 1],
      [single, { selected: [3] }],
      [multiple, { selected: [0, 9] }],
      [number, { text: '1', unit: 'kg' }],
      [order, { order: [0, 2] }],
      [order, { order: [1] }],
      [match, { matches: [0, 7] }],
      [match, { matches: [0] }],
      [gap, { gaps: ['hash'] }],
    ]
    for (const [question, stored] of unfit) expect(restoreDraft(question, stored)).toBeUndefined()
  })
})
