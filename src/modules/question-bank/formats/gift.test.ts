import { expect, test } from 'bun:test'
import { readFixture } from '../question-bank-testbed.ts'
import { parseGift } from './gift-parse.ts'

const { questions, problems, ignored } = parseGift(readFixture('sample.gift'))
const find = (prompt: string) => questions.find(({ draft }) => draft.prompt.startsWith(prompt))

test('a GIFT question with options has its feedback, explanation, tags and line', () => {
  expect(find('Which river')).toMatchObject({
    line: 5,
    draft: {
      type: 'SINGLE_CHOICE',
      prompt: 'Which river flows through Cairo?',
      options: ['The Nile', 'The Congo', 'The Niger'],
      correctIndex: 0,
      optionFeedback: ['Yes, from south to north.', 'It ends in the Atlantic.', ''],
      explanation: 'Cairo lies just before the delta.',
      tags: ['Rivers', 'africa', 'geography'],
    },
  })
})

test.each([
  ['Rain', { options: ['True', 'False'], correctIndex: 0, optionFeedback: null }],
  ['Ice', { correctIndex: 1, optionFeedback: ['Look at a glass of water.', 'Right: it floats.'] }],
  ['Which of these', { type: 'MULTIPLE_CHOICE', correctIndexes: [0, 2] }],
  [
    'The capital',
    {
      prompt: 'The capital of Kenya is _____ and it has a national park.',
      accepted: ['Nairobi', 'nairobi city'],
    },
  ],
  ['How many', { type: 'NUMBER', value: 6, tolerance: 0 }],
  ['What is pi', { value: 3.14, tolerance: 0.01 }],
  ['A number', { value: 3, tolerance: 2 }],
  [
    'Match',
    {
      pairs: [
        { left: 'Ghana', right: 'Accra' },
        { left: 'Senegal', right: 'Dakar' },
        { left: 'Mali', right: 'Bamako' },
      ],
      distractors: ['Lagos'],
    },
  ],
  [
    'What does',
    { prompt: 'What does **HTML** mean?', options: ['HyperText Markup Language', '*High* text = mark'] },
  ],
  ['Escaped', { prompt: 'Escaped signs: which is 2 {x}?', options: ['a = b', 'a ~ b # c'] }],
])('the GIFT question "%s" is read', (prompt, fields) => {
  expect(find(prompt)?.draft).toMatchObject(fields as object)
})

test('each GIFT question that cannot be imported is a problem with its line, and the others are read', () => {
  expect(questions).toHaveLength(11)
  expect(problems.map(({ line, excerpt }) => [line, excerpt.slice(0, 12)])).toEqual([
    [45, 'Write about '],
    [47, 'This is only'],
    [49, 'Which are vo'],
    [51, 'An unclosed '],
    [53, 'Half right? '],
  ])
  expect(problems.map(({ message }) => message).join('\n')).toMatch(
    /essay[\s\S]*description[\s\S]*several right[\s\S]*brace[\s\S]*partly right/,
  )
  expect(ignored).toEqual(['names of questions'])
})

test('a GIFT short answer with a wildcard is a problem, and an escaped star is a star', () => {
  expect(parseGift('Which? {=ab*}').problems[0]?.message).toContain('wildcard')
  expect(parseGift('Which? {=a\\\\*b}').questions[0]?.draft).toMatchObject({ accepted: ['a*b'] })
})
