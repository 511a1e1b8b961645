import { expect, test } from 'bun:test'
import { readFixture } from '../question-bank-testbed.ts'
import { parseMoodleXml } from './moodle-parse.ts'

const { questions, problems, ignored } = parseMoodleXml(readFixture('sample.xml'))
const find = (prompt: string) => questions.find(({ draft }) => draft.prompt.startsWith(prompt))

test('a Moodle question has its texts as Markdown, its hint, feedback, tags and line', () => {
  expect(find('Which organ')).toMatchObject({
    line: 7,
    draft: {
      prompt: 'Which organ pumps **blood**?',
      options: ['The heart', 'The liver'],
      correctIndex: 0,
      optionFeedback: ['Yes', ''],
      explanation: 'It beats 100,000 times a day.',
      hint: 'It is in the chest.',
      tags: ['Biology', 'body'],
    },
  })
})

test.each([
  ['Which are *organs*', { type: 'MULTIPLE_CHOICE', correctIndexes: [0, 1] }],
  ['Bats', { options: ['True', 'False'], correctIndex: 1 }],
  ['Which gas', { accepted: ['oxygen', 'O2'] }],
  ['How long', { value: 1, tolerance: 0.1, unit: 'm', otherUnits: [{ unit: 'cm', factor: 0.01 }] }],
  [
    'Match',
    {
      pairs: [
        { left: 'cat', right: 'meow' },
        { left: 'dog', right: 'woof' },
      ],
      distractors: ['moo'],
    },
  ],
  ['From small', { type: 'ORDER', items: ['ant', 'dog', 'elephant'] }],
  [
    'Complete',
    {
      type: 'GAP',
      text: 'Blood is {{1}} and bones are {{2}}.',
      gaps: [{ accepted: ['red', 'dark red'] }, { accepted: ['white'] }],
    },
  ],
  ['After the broken', { accepted: ['yes'] }],
])('the Moodle question "%s" is read', (prompt, fields) => {
  expect(find(prompt)?.draft).toMatchObject(fields as object)
})

test('each Moodle question that cannot be imported is a problem with its line', () => {
  expect(questions).toHaveLength(9)
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [58, 'is of the type "essay", which cannot be imported'],
    [61, 'has the HTML element <img>, which cannot be imported'],
    [68, '</text> does not end <b>.'],
  ])
  expect(ignored).toContain('names of questions, grades and penalties')
})
