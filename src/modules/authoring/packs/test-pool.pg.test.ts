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

let testbed: LearningTestbed
let copy: ReturnType<typeof copyFixture>
beforeAll(async () => {
  testbed = await createLearningTestbed()
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
  explanation: 'It is this.',
  difficulty: 'EASY',
  skill: 'hashing',
  ...more,
})
const POOL = [
  choice('one'),
  {
    key: 'two',
    type: 'NUMBER',
    prompt: 'How many?',
    value: 3,
    explanation: 'Three.',
    difficulty: 'HARD',
    skill: 'blockchain',
  },
]
const writePool = (questions: object[]) =>
  writeFileSync(join(copy.folder, 'courses/chain-basics/test.yaml'), writeYaml(questions))
const poolOf = (course: string) => listTestQuestions(testbed.platform.db, course)

test('a pool belongs to its course, is the same after import and export, and is archived without its file', async () => {
  writePool(POOL)
  const course = join(copy.folder, 'courses/chain-basics/course.yaml')
  const rules = 'test: { questionCount: 5, passPercent: 70, isRequiredForCertificate: true }\n'
  writeFileSync(course, (await Bun.file(course).text()) + rules)
  expect((await testbed.importFolder(copy.folder)).questions).toMatchObject({ added: 2, archived: 0 })
  const pool = await poolOf('chain-basics')
  expect(pool.map(({ skill, difficulty }) => [skill, difficulty])).toEqual([
    ['hashing', 'EASY'],
    ['blockchain', 'HARD'],
  ])
  expect(await poolOf('page-building')).toEqual([])

  const files = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
  const before = await packOf(copy.folder)
  await exportPack(testbed.platform, {
    folder: files,
    id: before.id,
    name: before.name,
    version: before.version,
  })
  const exported = (await packOf(files)).courses.find(({ key }) => key === 'chain-basics')!
  const written = before.courses.find(({ key }) => key === 'chain-basics')!
  expect(exported.testQuestions).toEqual(written.testQuestions)
  expect(exported.quizzes.map(({ key }) => key)).toEqual(written.quizzes.map(({ key }) => key))
  expect(exported.test).toEqual({ questionCount: 5, passPercent: 70, isRequiredForCertificate: true })
  expect((await testbed.importFolder(files)).questions).toMatchObject({ added: 0, changed: 0, archived: 0 })
  rmSync(files, { recursive: true })

  rmSync(join(copy.folder, 'courses/chain-basics/test.yaml'))
  expect((await testbed.importFolder(copy.folder)).questions).toMatchObject({ archived: 2 })
  expect(await poolOf('chain-basics')).toEqual([])
})

test('what a course and a lesson require is the same after import and export', async () => {
  const course = join(copy.folder, 'courses/chain-basics/course.yaml')
  const lesson = join(copy.folder, 'courses/chain-basics/lessons/01-blocks.md')
  const plain = await Promise.all([course, lesson].map((file) => Bun.file(file).text()))
  writeFileSync(course, `${plain[0]}requires: answers\n`)
  writeFileSync(lesson, plain[1]!.replace('---\n', '---\nrequires: 70\n'))
  await testbed.importFolder(copy.folder)
  const scores = await testbed.platform.db`
    select course.required_score as course, lesson.required_score as lesson from lesson
    join course on course.id = course_id where course.key = 'chain-basics' order by lesson.position limit 2`
  expect(scores).toEqual([
    { course: 0, lesson: 70 },
    { course: 0, lesson: null },
  ])
  const files = mkdtempSync(join(tmpdir(), 'lyceum-export-'))
  const { id, name, version } = await packOf(copy.folder)
  await exportPack(testbed.platform, { folder: files, id, name, version })
  const exported = (await packOf(files)).courses.find(({ key }) => key === 'chain-basics')!
  expect([exported.requires, ...exported.lessons.slice(0, 2).map(({ requires }) => requires)]).toEqual([
    'answers',
    70,
    undefined,
  ])
  rmSync(files, { recursive: true })
  writeFileSync(course, `${plain[0]}requires: 0\n`)
  expect((await readPack(copy.folder)).errors[0]!.file).toBe('courses/chain-basics/course.yaml')
  writeFileSync(course, plain[0]!)
  writeFileSync(lesson, plain[1]!)
})

test('errors of a pool have their file and line', async () => {
  writePool([choice('one'), choice('one', { skill: 'cooking' })])
  const { errors } = await readPack(copy.folder)
  expect(errors.map(({ file, message }) => [file, message])).toEqual([
    ['courses/chain-basics/test.yaml', 'the key one is used twice'],
    ['courses/chain-basics/test.yaml', 'skill: "cooking" of one is not a skill of the course'],
  ])
})
