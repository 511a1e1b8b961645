import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { chooseNth, type Draft, type Question, startDraft } from '../../ui/player/question/draft.ts'
import { changedLater, sentAnswers } from './test-answers.ts'

const shared = { prompt: '?', promptHtml: '<p>?</p>', hasHint: false }
const options = { options: ['a', 'b', 'c'], optionsHtml: ['a', 'b', 'c'] }
const single: Question = { ...shared, ...options, id: 'single', type: 'SINGLE_CHOICE' }
const multiple: Question = { ...shared, ...options, id: 'multiple', type: 'MULTIPLE_CHOICE' }
const number: Question = { ...shared, id: 'number', type: 'NUMBER', units: ['km', 'm'] }

const choose = (question: Question, ...keys: number[]) =>
  keys.reduce((draft, key) => chooseNth(question, draft, key), startDraft(question))

test('a draft that is not complete any more removes the saved answer', () => {
  const drafts = { single: choose(single, 1), multiple: choose(multiple, 2, 2) }
  expect(sentAnswers([single, multiple, number], drafts, 'en')).toEqual([
    { questionId: 'single', selectedOption: 1 },
    { questionId: 'multiple', answer: null },
  ])
})

test('an answer was changed later if the draft is not the graded answer', () => {
  const graded = (question: Question, given: { selectedOption?: number; answer?: Api.Answer }) =>
    ({ ...question, selectedOption: null, answer: null, ...given }) as Api.TestResultQuestion
  const isChanged = (question: Api.TestResultQuestion, draft: Draft | undefined, locale = 'en') =>
    changedLater([question], draft ? { [question.id]: draft } : {}, locale).length === 1
  const one = graded(single, { selectedOption: 1 })
  expect(isChanged(one, choose(single, 1))).toBe(false)
  expect(isChanged(one, choose(single, 2))).toBe(true)
  expect(isChanged(one, undefined)).toBe(false)
  const several = graded(multiple, { answer: { selectedOptions: [0, 2] } })
  // The order of the choices says nothing.
  expect(isChanged(several, choose(multiple, 2, 0))).toBe(false)
  expect(isChanged(several, choose(multiple, 2))).toBe(true)
  expect(isChanged(several, startDraft(multiple))).toBe(true)
  expect(isChanged(graded(multiple, {}), startDraft(multiple))).toBe(false)
  // PostgreSQL stores the fields in another order.
  const typed = graded(number, { answer: { unit: 'm', value: 1.5 } })
  expect(isChanged(typed, { ...startDraft(number), text: '1,5', unit: 'm' }, 'fr')).toBe(false)
  expect(isChanged(typed, { ...startDraft(number), text: '1,5', unit: 'km' }, 'fr')).toBe(true)
})
