import { expect, test } from 'bun:test'
import { buildXlsx, readFixture } from '../question-bank-testbed.ts'
import { parseAiken } from './aiken.ts'
import { parseFile } from './parse-file.ts'
import { readCsv } from './table.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const rowsOf = (name: string) => readCsv(readFixture(name)).rows.map(({ cells }) => cells)

test('Aiken questions are read, and each fault is named with its line', () => {
  const { questions, problems } = parseAiken(readFixture('sample.aiken.txt'))
  expect(questions.map(({ line, draft }) => [line, draft.prompt])).toEqual([
    [1, 'Which gas do plants take in?'],
    [7, 'Which number\nis even?'],
  ])
  expect(questions.map(({ draft }) => draft)).toMatchObject([
    { correctIndex: 1 },
    { correctIndex: 1, options: ['3', '8'] },
  ])
  expect(problems.map(({ line }) => line)).toEqual([13, 17, 22, 25])
})

test('CSV with semicolons, quotes and line breaks is read, and each fault is named with its line', () => {
  const { questions, problems, ignored } = parseFile('csv', encode(readFixture('sample.csv')), {})
  expect(questions.map(({ line, draft }) => ({ line, ...draft }))).toMatchObject([
    {
      line: 2,
      options: ['Venus', 'Mars', 'Jupiter; the big one'],
      correctIndex: 1,
      difficulty: 'EASY',
      tags: ['space', 'planets'],
    },
    { line: 3, type: 'MULTIPLE_CHOICE', correctIndexes: [0, 2] },
    { line: 4, type: 'NUMBER', value: 384_400, tolerance: 1_000, unit: 'km' },
    { line: 5, prompt: 'Who wrote\n"Things Fall Apart"?', accepted: ['Chinua Achebe', 'Achebe'] },
    { line: 10, prompt: 'Still read?' },
  ])
  expect(problems.map(({ line }) => line).toSorted((one, other) => one - other)).toEqual([7, 8, 9])
  expect(ignored).toEqual(['the column "remark"'])
})

test.each([',', ';', '\t'])('the delimiter %j is found', (delimiter) => {
  const text = [
    ['prompt', 'option1', 'option2', 'correct'],
    ['A?', 'a', 'b', '1'],
  ]
    .map((row) => row.join(delimiter))
    .join('\r\n')
  expect(parseFile('csv', encode(`\uFEFF${text}`), {}).questions).toHaveLength(1)
})

test('an Excel sheet has the same columns as CSV', () => {
  const rows = [
    ['prompt', 'option1', 'option2', 'correct', 'tags'],
    ['2 < 3 & 4?', 'yes', 'no', '1', 'a|b'],
    [],
    ['Empty?', 'yes', '', '1'],
  ]
  const { questions, problems } = parseFile('xlsx', buildXlsx(rows), { tags: ['c'], use: 'PRACTICE' })
  expect(questions).toMatchObject([
    {
      line: 2,
      draft: { prompt: '2 < 3 & 4?', options: ['yes', 'no'], tags: ['a', 'b', 'c'], use: 'PRACTICE' },
    },
  ])
  expect(problems.map(({ line }) => line)).toEqual([4])
})

test.each(['xlsx', 'csv'])('a Kahoot sheet is read from %s', (kind) => {
  const bytes = kind === 'csv' ? encode(readFixture('kahoot.csv')) : buildXlsx(rowsOf('kahoot.csv'))
  const { questions, problems, ignored } = parseFile('kahoot', bytes, {})
  expect(questions).toMatchObject([
    { line: 4, draft: { options: ['Bat', 'Penguin', 'Squid'], correctIndex: 1 } },
  ])
  expect(problems.map(({ line }) => line)).toEqual([5, 6, 7])
  expect(ignored).toEqual(['time limits'])
})

test('a Quizizz sheet is read', () => {
  const { questions, problems, ignored } = parseFile('quizizz', buildXlsx(rowsOf('quizizz.csv')), {})
  expect(questions.map(({ draft }) => draft)).toMatchObject([
    { type: 'SINGLE_CHOICE', correctIndex: 1, explanation: 'It melts at -39 degrees.' },
    { type: 'MULTIPLE_CHOICE', correctIndexes: [0, 2] },
    { type: 'SHORT_TEXT', accepted: ['Au', 'au.'] },
  ])
  expect(problems.map(({ line }) => line)).toEqual([6, 7, 8])
  expect(problems[1]!.message).toContain('picture')
  expect(ignored).toEqual(['time limits'])
})

test('a Quizizz sheet with the explanations of the template, other titles and empty types is read', () => {
  const rows = [
    [
      'Question text',
      'Question type',
      'Option 1',
      'Option 2',
      'Correct answer',
      'Time',
      'Link of the image',
      'Explanation',
    ],
    [
      'Text of the question\n\n(required)',
      'Question Type\n\n(default is Multiple Choice)',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
    ['Which is a tea?', '', 'Oolong', 'Mocha', '1', '30', '', 'It is half oxidised.'],
    ['Which is a picture?', '', 'a', 'b', '1', '30', 'https://example.org/a.png', ''],
  ]
  const { questions, problems, ignored } = parseFile('quizizz', buildXlsx(rows), {})
  expect(questions.map(({ line, draft }) => [line, draft])).toMatchObject([
    [
      3,
      {
        type: 'SINGLE_CHOICE',
        prompt: 'Which is a tea?',
        correctIndex: 0,
        explanation: 'It is half oxidised.',
      },
    ],
  ])
  expect([problems.map(({ line }) => line), ignored]).toEqual([[4], ['time limits']])
})

test('a sheet without the expected titles is one problem', () => {
  for (const format of ['kahoot', 'quizizz', 'csv', 'xlsx'] as const) {
    const { questions, problems } = parseFile(format, buildXlsx([['a', 'b']]), {})
    expect([format, questions, problems.length]).toEqual([format, [], 1])
  }
})

test('a fault of a question is described in words, and not by its schema', () => {
  const sheet = encode(
    'Question Text,Question Type,Option 1,Option 2,Correct Answer\nOne?,Multiple Choice,a,,1\n',
  )
  expect(parseFile('quizizz', sheet, {}).problems.map(({ message }) => message)).toEqual([
    'options: must have at least 2 items',
  ])
  expect(
    parseFile('gift', encode('How many? {#1:1e400}'), {}).problems.map(({ message }) => message),
  ).toEqual(['tolerance: must be a number'])
})
