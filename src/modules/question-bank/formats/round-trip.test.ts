import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type QuestionDraft, QuestionDraftSchema } from '../../authoring/public/question-draft.ts'
import { normalizeText } from '../../questions/public/normalize-text.ts'
import type { BankQuestion } from './extras.ts'
import { printGift } from './gift-print.ts'
import { printMoodleXml } from './moodle-print.ts'
import { parseFile } from './parse-file.ts'
import { type ExportFormat, printFile } from './print-file.ts'

/** Texts with the signs that formats, Markdown and spreadsheets give a meaning. */
const SIGNS = [
  ...'~=#{}:\\|%*"\'`<>&;,$[]()-+@/._^',
  '->',
  '####',
  '\\n',
  '::',
  '//',
  ']]>',
  '<!--',
  '[html]',
  '[[1]]',
  '%50%',
]
const text = fc
  .array(
    fc.oneof(fc.constantFrom(...SIGNS), fc.constantFrom(' ', '\n', '\n\n', 'a', 'B', 'é', 'ع', '😀', '12')),
    { minLength: 1, maxLength: 14 },
  )
  .map((pieces) => pieces.join('').trim())
  .filter((value) => value !== '')
const word = text
  .map((value) => value.replace(/\s+/g, ' '))
  .filter((value) => normalizeText(value, true) !== '')
const distinct = (arbitrary: fc.Arbitrary<string>, minLength: number, maxLength: number) =>
  fc.uniqueArray(arbitrary, { minLength, maxLength, selector: (value) => normalizeText(value, true) })
const number = fc
  .oneof(fc.integer({ min: -1000, max: 1000 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  .map((value) => value + 0)

const content = fc.oneof(
  distinct(text, 2, 8).chain((options) =>
    fc.record({
      type: fc.constant('SINGLE_CHOICE'),
      options: fc.constant(options),
      correctIndex: fc.nat(options.length - 1),
    }),
  ),
  distinct(text, 2, 8).chain((options) =>
    fc.record({
      type: fc.constant('MULTIPLE_CHOICE'),
      options: fc.constant(options),
      correctIndexes: fc.subarray([...options.keys()], { minLength: 1 }),
      optionFeedback: fc.option(
        fc.array(fc.oneof(text, fc.constant('')), { minLength: options.length, maxLength: options.length }),
      ),
    }),
  ),
  fc.record({
    type: fc.constant('NUMBER'),
    value: number,
    tolerance: fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0),
    toleranceType: fc.constantFrom('ABSOLUTE', 'RELATIVE'),
    unit: fc.constantFrom('m', 'm/s', '=x'),
    otherUnits: fc.constantFrom([], [{ unit: 'km', factor: 1000 }], [{ unit: 'a=b|c', factor: 0.3 }]),
  }),
  fc.record({ type: fc.constant('SHORT_TEXT'), accepted: distinct(word, 1, 4), ignoreAccents: fc.boolean() }),
  fc.record({ type: fc.constant('ORDER'), items: distinct(text, 3, 6) }),
  distinct(text, 5, 8).map((texts) => ({
    type: 'MATCH',
    pairs: [
      { left: texts[0], right: texts[1] },
      { left: texts[2], right: texts[3] },
    ],
    distractors: texts.slice(4),
  })),
  fc
    .record({ words: distinct(word, 3, 5), before: word, isBanked: fc.boolean() })
    .map(({ words, before, isBanked }) => ({
      type: 'GAP',
      text: `${before.replaceAll(/[{}]/g, '')} x {{1}} and {{2}}`,
      gaps: [{ accepted: [words[0]] }, { accepted: [words[1]] }],
      wordBank: isBanked ? words : null,
    })),
)

const draft = fc
  .tuple(
    content,
    fc.record({
      prompt: text,
      explanation: fc.oneof(text, fc.constant('')),
      hint: fc.option(text),
      skill: fc.constantFrom(null, 'keys', "it's = a skill"),
      difficulty: fc.constantFrom('EASY', 'MEDIUM', 'HARD'),
      use: fc.constantFrom('PRACTICE', 'CHALLENGE'),
      tags: fc.uniqueArray(fc.constantFrom('one', 'zwei', 'ثلاثة', '=four', 'a:b', "it's", '{x}'), {
        maxLength: 3,
      }),
    }),
  )
  .map(([fields, texts]) => QuestionDraftSchema.safeParse({ ...texts, ...fields }))
  .filter(({ success }) => success)
  .map(({ data }) => data as QuestionDraft)

function reread(format: ExportFormat, questions: QuestionDraft[]): QuestionDraft[] {
  const file = new TextEncoder().encode(printFile(format, questions as BankQuestion[]))
  const { questions: read, problems } = parseFile(format, file, {})
  expect(problems).toEqual([])
  return read.map((question) => question.draft)
}

/** An option without feedback everywhere is written as no feedback. */
function withoutEmptyFeedback(question: QuestionDraft): QuestionDraft {
  return question.optionFeedback?.every((feedback) => feedback === '')
    ? { ...question, optionFeedback: null }
    : question
}

test('questions of all types are the same after CSV', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 4 }), (questions) => {
      expect(reread('csv', questions)).toEqual(questions.map(withoutEmptyFeedback))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['gift', printGift],
  ['moodle-xml', printMoodleXml],
] as const)(
  'questions are the same after %s, and those that the format cannot express are named',
  (format, print) => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 4 }), (questions) => {
        const { skipped } = print(questions as BankQuestion[])
        const prompts = skipped.map(({ prompt }) => prompt)
        const rest = questions.filter(({ prompt }) => !prompts.includes(prompt))
        const read = reread(format, questions)
        expect(read.length + skipped.length).toBe(questions.length)
        expect(read.filter(({ prompt }) => !prompts.includes(prompt))).toEqual(rest)
      }),
      { numRuns: 300 },
    )
  },
)

const PLAIN = {
  prompt: 'Which of {these} = #1: a -> b?\n\n- `x`\n- $y^2$',
  explanation: 'Because: ~ and \\ are signs.',
  hint: 'Think.',
  tags: ['one'],
  difficulty: 'HARD',
  use: 'PRACTICE',
}
const KNOWN_TO_BOTH = [
  { type: 'SINGLE_CHOICE', options: ['a', '= b'], correctIndex: 1, optionFeedback: ['no', 'yes'] },
  { type: 'MULTIPLE_CHOICE', options: ['a', 'b', 'c'], correctIndexes: [0, 1, 2] },
  {
    type: 'NUMBER',
    value: -0.5,
    tolerance: 0.05,
    toleranceType: 'RELATIVE',
    unit: 'km',
    otherUnits: [{ unit: 'm', factor: 0.001 }],
  },
  { type: 'SHORT_TEXT', accepted: ['a*b', 'c\\d'], ignoreAccents: false },
  {
    type: 'MATCH',
    pairs: [
      { left: 'a', right: 'b' },
      { left: 'c', right: 'd' },
    ],
    distractors: ['e'],
  },
]
const ONLY_MOODLE = [
  { type: 'ORDER', items: ['a', 'b', 'c'] },
  {
    type: 'GAP',
    prompt: 'Fill in.',
    text: 'x {{1}} y {{2}}',
    gaps: [{ accepted: ['a', 'b~c'] }, { accepted: ['d}'] }],
    wordBank: ['a', 'd}', 'e'],
  },
]
const toDrafts = (list: object[]) => list.map((fields) => QuestionDraftSchema.parse({ ...PLAIN, ...fields }))

test('GIFT expresses the five types that it has, and names the others', () => {
  const known = toDrafts(KNOWN_TO_BOTH)
  const { text: file, skipped } = printGift([...known, ...toDrafts(ONLY_MOODLE)] as BankQuestion[])
  expect(
    parseFile('gift', new TextEncoder().encode(file), {}).questions.map((question) => question.draft),
  ).toEqual(known)
  expect(skipped).toHaveLength(2)
  expect(file).toContain('// Not in this file: Fill in. (GIFT has no questions of the type GAP)')
})

test('Moodle XML expresses all types', () => {
  const all = toDrafts([...KNOWN_TO_BOTH, ...ONLY_MOODLE])
  expect(printMoodleXml(all as BankQuestion[]).skipped).toEqual([])
  expect(reread('moodle-xml', all)).toEqual(all)
})
