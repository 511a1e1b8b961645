import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { addEveryQuestionType } from '../../../../test/harness/every-question-type.ts'
import {
  copyFixture,
  createLearningTestbed,
  type LearningTestbed,
  packOf,
} from '../../../../test/harness/learning-testbed.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import { QUESTION_TYPES } from '../../questions/public/question-content.ts'
import { mapTexts } from '../../questions/public/question-text.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import { questionArbitrary } from '../../questions/question-testbed.ts'
import type { Pack, Quiz } from '../public/pack.ts'
import { exportPack } from './export-pack.ts'
import { readPack } from './read-pack.ts'

/** PACK_QUESTIONS sets the number of random questions, PACK_SEED the random sequence. */
const COUNT = Number(process.env.PACK_QUESTIONS ?? 150)
const SEED = Number(process.env.PACK_SEED ?? 20_261_116)

let testbed: LearningTestbed
beforeAll(async () => {
  testbed = await createLearningTestbed({ pack: null })
})
afterAll(() => testbed.stop())

/** Texts that YAML and Markdown could read as something else. */
const ODD_ENDINGS = [
  ': a',
  ' # a',
  ' \'a\' "b"',
  ' `<b>` and **c**',
  ' $a_1 < \\frac{b}{c}$',
  '\n\n- a\n- b',
  ' | > é 😀 سلام',
  '\n\n```js\nlet a = `b`\n```',
  ' no',
  ' 007',
]

function toQuiz(question: StoredQuestion, index: number): Quiz {
  const ending = () => ODD_ENDINGS[index % ODD_ENDINGS.length]!
  const { id: _, html: _html, ...texts } = mapTexts(question, (text) => `${text}${ending()}`)
  const fields = {
    key: `question-${index}`,
    prompt: texts.prompt,
    explanation: texts.explanation,
    difficulty: 'EASY' as const,
    ...(index % 2 ? { hint: `A hint${ending()}` } : {}),
    ...(index % 3 ? { skill: 'counting' } : {}),
  }
  const feedbackOn = (options: string[]) =>
    index % 2 ? { optionFeedback: options.map((_, at) => (at % 2 ? '' : `About ${at}`)) } : {}
  if (texts.type === 'SINGLE_CHOICE') {
    const { options, correctIndex } = texts
    const wrong = options.toSpliced(correctIndex, 1)
    return { ...fields, ...feedbackOn(options), right: options[correctIndex]!, wrong }
  }
  const { hint: _hint, skill: _skill, optionFeedback: _feedback, ...content } = texts
  if (content.type === 'MULTIPLE_CHOICE') Object.assign(fields, feedbackOn(content.options))
  return { ...content, ...fields } as Quiz
}

async function roundTrip(folder: string): Promise<{ before: Pack; after: Pack; files: string }> {
  const before = await packOf(folder)
  await testbed.importFolder(folder)
  const files = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
  await exportPack(testbed.platform, {
    folder: files,
    id: before.id,
    name: before.name,
    version: before.version,
  })
  return { before, after: await packOf(files), files }
}

const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1)

describe('a pack with every question type', () => {
  test('random questions are the same after import and export, and importing the export changes nothing', async () => {
    const copy = copyFixture()
    const questions = fc.sample(questionArbitrary([...QUESTION_TYPES]), { numRuns: COUNT, seed: SEED })
    expect(new Set(questions.map(({ type }) => type)).size).toBe(QUESTION_TYPES.length)
    writeFileSync(join(copy.folder, 'questions/web.yaml'), writeYaml(questions.map(toQuiz)))
    const { before, after, files } = await roundTrip(copy.folder)
    for (const withTexts of ['hint', 'skill', 'optionFeedback'])
      for (const kind of ['right', 'correctIndexes'])
        expect(before.questions.some((quiz) => kind in quiz && withTexts in quiz)).toBe(true)
    expect(after.questions.toSorted(byKey)).toEqual(before.questions.toSorted(byKey))
    const report = await testbed.importFolder(files)
    expect(report.questions).toMatchObject({ added: 0, changed: 0, archived: 0 })
    rmSync(files, { recursive: true })
    copy.remove()
  })

  test('the quizzes of a lesson are the same after import and export, with pictures', async () => {
    const copy = copyFixture()
    addEveryQuestionType(copy.folder)
    const { before, after, files } = await roundTrip(copy.folder)
    const quizzesOf = ({ courses }: Pack) => courses.find(({ key }) => key === 'number-sense')!.quizzes
    expect(quizzesOf(after)).toEqual(quizzesOf(before))
    expect(quizzesOf(before)).toHaveLength(QUESTION_TYPES.length)
    expect([...after.media.keys()].sort()).toEqual([...before.media.keys()].sort())
    const report = await testbed.importFolder(files)
    for (const counts of [report.questions, report.lessons])
      expect(counts).toMatchObject({ added: 0, changed: 0 })
    rmSync(files, { recursive: true })
    copy.remove()
  })

  test('a question that changes its type keeps its id', async () => {
    const copy = copyFixture()
    addEveryQuestionType(copy.folder)
    await testbed.importFolder(copy.folder)
    const file = join(copy.folder, 'courses/number-sense/lessons/02-every-type.md')
    const stored = () => testbed.platform.db<{ id: string; type: string }>`
      select id, type from question where key = 'course:number-sense/text'`
    const [before] = await stored()
    const text = readFileSync(file, 'utf8').replace(
      /type: SHORT_TEXT\n(key: text\n.*\n)accepted: .*\n/,
      '$1right: angle plat\nwrong: [angle droit]\n',
    )
    writeFileSync(file, text)
    await testbed.importFolder(copy.folder)
    expect([before!.type, await stored()]).toEqual([
      'SHORT_TEXT',
      [{ id: before!.id, type: 'SINGLE_CHOICE' }],
    ])
    copy.remove()
  })
})

describe('readPack reports the file, line and field of an error in a question', () => {
  const LESSON = 'courses/number-sense/lessons/02-every-type.md'

  test.each<[string, [string, string], string, string]>([
    ['an unknown type', ['type: ORDER', 'type: SORT'], 'type: SORT', 'must be one of SINGLE_CHOICE'],
    [
      'a field of another type',
      ['value: 21.1', 'value: 21.1\nitems: [a, b, c]'],
      'items: [a',
      '"items" is not a field',
    ],
    ['a number as text', ['value: 21.1', 'value: "21,1"'], 'value: "21,1"', 'value: '],
    [
      'an index out of range',
      ['correctIndexes: [0, 1]', 'correctIndexes: [0, 5]'],
      'correctIndexes',
      'correctIndexes.1: must be the index',
    ],
    ['a gap without a mark', ['**{{2}}**', 'six'], 'text: "Ten', 'text: must contain {{1}} to {{2}}'],
    [
      'a word bank without the right word',
      ['wordBank: [two, five, seven]', 'wordBank: [two, seven]'],
      'wordBank',
      'no accepted word for the gap {{1}}',
    ],
    ['equal pairs', ['left: A quarter', 'left: A half'], '- { left: A half', 'pairs: must differ'],
    [
      'LaTeX that does not compile',
      ['$\\sqrt{9}$', '$\\sqrt{9$'],
      'prompt: What is $',
      'prompt: has LaTeX that does not compile',
    ],
    [
      'a picture without a text',
      ['![Three squares and a circle]', '![]'],
      'prompt: |',
      'without a text alternative',
    ],
    [
      'an unknown picture',
      ['images/shapes.svg', 'images/other.svg'],
      '```quiz\ntype: MULTIPLE_CHOICE',
      'images/other.svg is not in',
    ],
    [
      'a skill of another course',
      ['skill: counting', 'skill: hashing'],
      '```quiz\nkey: single',
      'is not a skill of the course',
    ],
    [
      'feedback on too few options',
      ['optionFeedback: ["", Four', 'optionFeedback: [Four'],
      'optionFeedback: [Four',
      'optionFeedback: must have one text per option',
    ],
    [
      'a missing field',
      ['accepted: [angle plat, un angle plat]\n', ''],
      'type: SHORT_TEXT',
      'accepted is missing',
    ],
  ])('%s', async (_, [from, to], near, words) => {
    const copy = copyFixture()
    addEveryQuestionType(copy.folder)
    const file = join(copy.folder, LESSON)
    const text = readFileSync(file, 'utf8').replace(from, () => to)
    writeFileSync(file, text)
    const { errors } = await readPack(copy.folder)
    copy.remove()
    const error = errors.find(({ message }) => message.includes(words))
    expect([error?.file, errors.map(({ message }) => message).join()]).toEqual([
      LESSON,
      expect.stringContaining(words),
    ])
    expect(error!.line).toBe(text.slice(0, text.indexOf(near)).split('\n').length)
  })

  test('a question of a topic has no pictures, and only skills of courses', async () => {
    const copy = copyFixture()
    const file = join(copy.folder, 'questions/web.yaml')
    const picture =
      '- key: pictured\n  skill: flying\n  prompt: "![A key](images/key.svg)"\n  right: a\n  wrong: [b]\n  explanation: c\n  difficulty: EASY\n'
    writeFileSync(file, `${readFileSync(file, 'utf8')}${picture}`)
    const { errors } = await readPack(copy.folder)
    copy.remove()
    expect(errors.map(({ file: name, line }) => [name, line])).toEqual([
      ['questions/web.yaml', 7],
      ['questions/web.yaml', 8],
    ])
  })
})

describe('the table of questions', () => {
  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['options of another type', (tx) => tx`update question set type = 'ORDER', content = '{}'`],
    [
      'another type without content',
      (tx) => tx`update question set type = 'ORDER', options = null, correct_index = null, content = null`,
    ],
    [
      'single choice with content',
      (tx) => tx`update question set content = '{}' where type = 'SINGLE_CHOICE'`,
    ],
    ['a correct index beyond the options', (tx) => tx`update question set correct_index = 8`],
    [
      'feedback on too few options',
      (tx) => tx`update question set option_feedback = '{a}' where type = 'SINGLE_CHOICE'`,
    ],
    [
      'an unknown type',
      (tx) => tx`update question set type = 'ESSAY', options = null, correct_index = null, content = '{}'`,
    ],
  ])('refuses %s', async (_, update) => {
    await expect(testbed.platform.write(update)).rejects.toThrow(/constraint/)
  })
})
