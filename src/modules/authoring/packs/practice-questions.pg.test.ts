import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  copyFixture,
  createLearningTestbed,
  type LearningTestbed,
  packOf,
} from '../../../../test/harness/learning-testbed.ts'
import { writeYaml } from '../../../platform/yaml/write-yaml.ts'
import { listTestQuestions } from '../../questions/public/list-test-questions.ts'
import { exportPack } from './export-pack.ts'
import { readPack } from './read-pack.ts'

const FILE = 'courses/chain-basics/practice.yaml'

let testbed: LearningTestbed
let copy: ReturnType<typeof copyFixture>
beforeAll(async () => {
  testbed = await createLearningTestbed({ pack: null })
  copy = copyFixture()
})
afterAll(async () => {
  copy.remove()
  await testbed.stop()
})

const choice = (key: string, more: object = {}) => ({
  key,
  prompt: `What is ${key}? ![Blocks](images/blocks.svg)`,
  right: 'This',
  wrong: ['That', 'Nothing'],
  hint: 'It is near.',
  optionFeedback: ['', 'That is there.', 'It is something.'],
  explanation: 'It is this.',
  difficulty: 'EASY',
  skill: 'hashing',
  ...more,
})
const QUESTIONS = [
  choice('anywhere'),
  choice('keys-first', { lesson: 'keys' }),
  {
    key: 'number',
    type: 'NUMBER',
    prompt: 'How many?',
    value: 3,
    explanation: 'Three.',
    difficulty: 'HARD',
    lesson: 'blocks',
  },
]
const writeQuestions = (questions: object[]) => writeFileSync(join(copy.folder, FILE), writeYaml(questions))
const practiceOf = (course: string) => testbed.platform.db<{ key: string; lesson: string | null }>`
  select question.key, lesson.key as lesson from question left join lesson on lesson.id = practice_lesson_id
  where question.key ^@ ${`course:${course}/practice/`} and use = 'PRACTICE' and question.archived_at is null
  order by question.key`

test('practice questions are the same after import and export, and are archived without their file', async () => {
  writeQuestions(QUESTIONS)
  // The lessons are new too, so the questions refer to lessons of the same import.
  await testbed.importFolder(copy.folder)
  expect(await practiceOf('chain-basics')).toEqual([
    { key: 'course:chain-basics/practice/anywhere', lesson: null },
    { key: 'course:chain-basics/practice/keys-first', lesson: 'keys' },
    { key: 'course:chain-basics/practice/number', lesson: 'blocks' },
  ])
  expect(await listTestQuestions(testbed.platform.db, 'chain-basics')).toEqual([])

  const files = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
  const before = await packOf(copy.folder)
  const { id, name, version } = before
  await exportPack(testbed.platform, { folder: files, id, name, version })
  const courseOf = ({ courses }: typeof before) => courses.find(({ key }) => key === 'chain-basics')!
  const [written, exported] = [courseOf(before), courseOf(await packOf(files))]
  expect(exported.practiceQuestions).toEqual(written.practiceQuestions)
  expect(exported.quizzes.map(({ key }) => key)).toEqual(written.quizzes.map(({ key }) => key))
  expect((await testbed.importFolder(files)).questions).toMatchObject({ added: 0, changed: 0, archived: 0 })
  rmSync(files, { recursive: true })

  // A question of a lesson that the pack no longer has cannot be written.
  const setArchived = (at: string | null) => testbed.test.database.autocommit`
    update lesson set archived_at = ${at}::timestamptz where key = 'blocks'`
  await setArchived('2026-11-02')
  const without = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
  await exportPack(testbed.platform, { folder: without, id, name, version })
  const left = courseOf(await packOf(without)).practiceQuestions.map(({ key }) => key)
  expect(left).toEqual(['anywhere', 'keys-first'])
  rmSync(without, { recursive: true })
  await setArchived(null)

  writeQuestions([choice('anywhere', { lesson: 'wallets' }), ...QUESTIONS.slice(1)])
  expect((await testbed.importFolder(copy.folder)).questions).toMatchObject({ changed: 1 })
  expect((await practiceOf('chain-basics'))[0]!.lesson).toBe('wallets')

  rmSync(join(copy.folder, FILE))
  expect((await testbed.importFolder(copy.folder)).questions).toMatchObject({ archived: 3 })
  expect(await practiceOf('chain-basics')).toEqual([])
})

test('only a practice question has a lesson after which it is asked', async () => {
  await expect(
    testbed.platform.write(
      (tx) => tx`
        update question set practice_lesson_id = (select id from lesson limit 1) where use = 'CHALLENGE'`,
    ),
  ).rejects.toThrow(/constraint/)
})

test('errors of practice questions have their file and line', async () => {
  const wrongIndex = { type: 'MULTIPLE_CHOICE', options: ['a', 'b'], correctIndexes: [5] }
  const { right: _, wrong: __, optionFeedback: ___, ...plain } = choice('several')
  writeQuestions([
    choice('one'),
    choice('one', { skill: 'cooking', lesson: 'dancing' }),
    { ...plain, ...wrongIndex },
    choice('two', { type: 'ESSAY' }),
  ])
  const { errors } = await readPack(copy.folder)
  expect(new Set(errors.map(({ file }) => file))).toEqual(new Set([FILE]))
  const messages = errors.map(({ message }) => message).join('\n')
  expect(messages).toContain('must be one of SINGLE_CHOICE')

  writeQuestions([choice('one'), choice('one', { skill: 'cooking', lesson: 'dancing' })])
  expect((await readPack(copy.folder)).errors.map(({ message }) => message)).toEqual([
    'the key one is used twice',
    'skill: "cooking" of one is not a skill of the course',
    'lesson: "dancing" of one is not a lesson of the course',
  ])
  writeQuestions([{ ...plain, ...wrongIndex }])
  expect((await readPack(copy.folder)).errors[0]!.message).toContain('correctIndexes')

  // Only practice questions name a lesson.
  writeQuestions([choice('one')])
  writeFileSync(
    join(copy.folder, 'courses/chain-basics/test.yaml'),
    writeYaml([choice('t', { lesson: 'keys' })]),
  )
  const [error] = (await readPack(copy.folder)).errors
  expect([error!.file, error!.message]).toEqual([
    'courses/chain-basics/test.yaml',
    expect.stringContaining('lesson'),
  ])
})
