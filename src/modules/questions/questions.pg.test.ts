import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { newId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { drawQuestions } from './public/draw-questions.ts'
import { exportQuestions } from './public/export-questions.ts'
import { getPracticeQuestions, getQuestions, getStoredQuestions } from './public/get-questions.ts'
import { gradeAnswer } from './public/grade-answer.ts'
import { gradeAnswers } from './public/grade-answers.ts'
import type { ImportedQuestion } from './public/import-questions.ts'
import { listPracticeSiblings } from './public/list-practice-siblings.ts'
import { listChallengeTopics } from './public/list-topics.ts'
import { presentQuestion } from './public/present-question.ts'
import { type QuestionId, shuffleOptions, type TopicId } from './public/question.ts'
import { QUESTION_TYPES, type QuestionContent } from './public/question-content.ts'
import { importQuestions, importTopics, SAMPLE_CONTENTS } from './question-testbed.ts'

let test_: TestDatabase
let write: Write
let topics: Map<string, TopicId>
const NOW = new Date('2026-11-02T08:00:00Z')

type SingleChoice = Extract<ImportedQuestion, { right: string }>

function made(key: string, changes: Partial<SingleChoice> = {}): SingleChoice {
  return {
    key,
    topicKey: 'chain',
    use: 'CHALLENGE',
    difficulty: 'EASY',
    prompt: `Prompt of ${key}?`,
    right: 'right',
    wrong: ['wrong 1', 'wrong 2', 'wrong 3'],
    explanation: 'Because.',
    ...changes,
  }
}

const PACK = 'pool'

function importAll(questions: ImportedQuestion[], packId = PACK, archiveMissing = true) {
  return write((tx) => importQuestions(tx, { questions, topicIds: topics, packId, archiveMissing, now: NOW }))
}

const POOL = [
  ...Array.from({ length: 40 }, (_, index) => made(`topic:chain/${index}`)),
  ...Array.from({ length: 10 }, (_, index) => made(`topic:web/${index}`, { topicKey: 'web' })),
  ...Array.from({ length: 5 }, (_, index) => made(`topic:chain/p${index}`, { use: 'PRACTICE' })),
]

beforeAll(async () => {
  test_ = await createTestDatabase()
  write = createWrite(test_.database, reactionTable([]), () => {})
  const imported = await write((tx) =>
    importTopics(tx, [
      { key: 'chain', title: 'Chains' },
      { key: 'web', title: 'Web' },
    ]),
  )
  topics = imported.ids
  await importAll(POOL)
})
afterAll(() => test_.drop())

describe('drawQuestions', () => {
  test('a draw returns the requested number of distinct questions of the topic without answers', async () => {
    const drawn = await drawQuestions(test_.database.query, {
      topicId: topics.get('web')!,
      use: 'CHALLENGE',
      count: 5,
      seed: 'one',
    })
    expect(new Set(drawn.map((question) => question.id)).size).toBe(5)
    for (const question of drawn) {
      expect(question.topicId).toBe(topics.get('web')!)
      expect(Object.keys(question).sort()).toEqual(['difficulty', 'id', 'options', 'prompt', 'topicId'])
    }
  })

  test('a draw depends on the seed only', async () => {
    const draw = async (seed: string) =>
      (await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 10, seed })).map(({ id }) => id)
    expect(await draw('one')).toEqual(await draw('one'))
    expect(await draw('one')).not.toEqual(await draw('two'))
  })

  test('a draw returns questions of one use only, and all of them if fewer exist than requested', async () => {
    const practice = await drawQuestions(test_.database.query, { use: 'PRACTICE', count: 100, seed: 'x' })
    expect(practice).toHaveLength(5)
    expect(
      await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 100, seed: 'x' }),
    ).toHaveLength(50)
  })
})

describe('questions of other types', () => {
  const others = QUESTION_TYPES.filter((type) => type !== 'SINGLE_CHOICE').map(
    (type): ImportedQuestion => ({
      ...(SAMPLE_CONTENTS[type] as Exclude<QuestionContent, { type: 'SINGLE_CHOICE' }>),
      key: `other:${type.toLowerCase()}`,
      topicKey: 'web',
      use: 'CHALLENGE',
      difficulty: 'HARD',
      prompt: `Prompt of ${type}?`,
      explanation: 'Because.',
      hint: 'A hint.',
      skill: 'a skill',
      ...(type === 'MULTIPLE_CHOICE' ? { optionFeedback: ['a', '', '', 'd'] } : {}),
    }),
  )

  test('they are stored and read as they were imported, but never drawn for battles', async () => {
    const { ids } = await importAll(others, 'other-types')
    const read = await getStoredQuestions(
      test_.database.query,
      others.map(({ key }) => ids.get(key)!),
    )
    for (const [index, question] of read.entries()) {
      const { key: _, topicKey: _topic, use: _use, difficulty: _difficulty, ...content } = others[index]!
      expect(question).toMatchObject({ ...content, hint: 'A hint.', skill: 'a skill' })
      expect(question.html.prompt).toBe(`<p>${question.prompt}</p>`)
    }
    const drawn = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 100, seed: 'x' })
    expect(drawn).toHaveLength(50)
    const [web] = (await listChallengeTopics(test_.database.query, 1)).filter(({ title }) => title === 'Web')
    expect(web!.questionCount).toBe(10)
    await importAll([], 'other-types')
  })

  test('a repeated import of them changes nothing', async () => {
    await importAll(others, 'other-types')
    const { counts } = await importAll(others, 'other-types')
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: others.length, archived: 0 })
    await importAll([], 'other-types')
  })
})

describe('getQuestions', () => {
  test('questions are returned in the order of the ids without answers', async () => {
    const drawn = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 8, seed: 'order' })
    const ids = drawn.map(({ id }) => id).reverse()
    const read = await getQuestions(test_.database.query, ids)
    expect(read.map(({ id }) => id)).toEqual(ids)
    expect(JSON.stringify(read)).not.toContain('correctIndex')
  })

  test('only practice questions are returned with answers', async () => {
    const [practice] = await drawQuestions(test_.database.query, { use: 'PRACTICE', count: 1, seed: 'x' })
    const [challenge] = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 1, seed: 'x' })
    const [read] = await getPracticeQuestions(test_.database.query, [practice!.id])
    expect(read!.type === 'SINGLE_CHOICE' && read!.options[read!.correctIndex]).toBe('right')
    expect(read!.explanation).toBe('Because.')
    await expect(getPracticeQuestions(test_.database.query, [challenge!.id])).rejects.toThrow(
      'not in the pool',
    )
    await expect(getQuestions(test_.database.query, [newId() as QuestionId])).rejects.toThrow(
      'not in the pool',
    )
  })
})

describe('a challenge question with a hint, feedback and a skill', () => {
  const TEXTS = {
    hint: 'Think of a fingerprint.',
    optionFeedback: ['About the right one.', 'About 1.', '', 'About 3.'],
    skill: 'hashing',
  }
  let id: QuestionId
  beforeAll(async () => {
    const { ids } = await importAll([made('topic:chain/explained', TEXTS)], 'explained')
    id = ids.get('topic:chain/explained')!
  })
  afterAll(() => importAll([], 'explained'))

  test('its hint and its feedback are not in the question of a battle', async () => {
    const { query } = test_.database
    const drawn = await drawQuestions(query, { use: 'CHALLENGE', count: 100, seed: 'x' })
    const shown = [drawn.find((question) => question.id === id), ...(await getQuestions(query, [id]))]
    expect(shown).toHaveLength(2)
    for (const text of ['fingerprint', 'About', 'hashing']) expect(JSON.stringify(shown)).not.toContain(text)
  })

  test('its grade has the feedback on the selected option, in every shuffled order', async () => {
    const [question] = await getStoredQuestions(test_.database.query, [id])
    expect(question).toMatchObject({ hint: TEXTS.hint, skill: TEXTS.skill })
    for (const seed of ['a', 'b', 'c']) {
      const presented = presentQuestion(question!, seed)
      const options = presented.type === 'SINGLE_CHOICE' ? presented.options : []
      const feedback = options.map(
        (_, selectedOption) => gradeAnswer(question!, seed, { selectedOption }).feedback,
      )
      expect(Object.fromEntries(options.map((option, index) => [option, feedback[index]]))).toEqual({
        right: 'About the right one.',
        'wrong 1': 'About 1.',
        'wrong 2': null,
        'wrong 3': 'About 3.',
      })
    }
  })

  test('its practice sibling has the same skill, or another one if no practice question of that skill is as difficult', async () => {
    const { query } = test_.database
    const siblingsOf = (seed: string) => listPracticeSiblings(query, { questionIds: [id], seed })
    const practice = (key: string, changes: Partial<SingleChoice>) =>
      made(`topic:chain/${key}`, { use: 'PRACTICE', ...changes })
    const others = [
      practice('wallets', { skill: 'wallets' }),
      practice('harder', { skill: 'hashing', difficulty: 'HARD' }),
    ]
    await importAll(others, 'siblings')
    const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`)
    const before = new Set((await Promise.all(seeds.map(siblingsOf))).flat())
    expect(before.size).toBeGreaterThan(1)
    const { ids } = await importAll([...others, practice('same', { skill: 'hashing' })], 'siblings')
    expect(before).not.toContain(ids.get('topic:chain/harder')!)
    const after = new Set((await Promise.all(seeds.map(siblingsOf))).flat())
    expect([...after]).toEqual([ids.get('topic:chain/same')!])
    await importAll([], 'siblings')
  })
})

describe('gradeAnswers', () => {
  test('only the right option is correct in every shuffled order', async () => {
    const drawn = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 20, seed: 'grade' })
    for (const seed of ['a', 'b', 'c']) {
      for (const question of drawn) {
        const { options } = shuffleOptions(question, seed)
        const grades = await gradeAnswers(test_.database.query, {
          seed,
          answers: options.map((_, selectedOption) => ({ questionId: question.id, selectedOption })),
        })
        expect(grades.map(({ isCorrect }) => isCorrect)).toEqual(options.map((option) => option === 'right'))
      }
    }
  })

  test('an option index out of range is refused', async () => {
    const [question] = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 1, seed: 'x' })
    const answers = [{ questionId: question!.id, selectedOption: 4 }]
    const attempt = gradeAnswers(test_.database.query, { seed: 'x', answers })
    await expect(attempt).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('importQuestions', () => {
  test('a repeated import changes nothing, and a changed question keeps its id', async () => {
    const before = await importAll(POOL)
    expect(before.counts).toEqual({ added: 0, changed: 0, unchanged: 55, archived: 0 })
    const changed = POOL.with(3, made(POOL[3]!.key, { prompt: 'Another prompt?' }))
    const after = await importAll(changed)
    expect(after.counts).toEqual({ added: 0, changed: 1, unchanged: 54, archived: 0 })
    expect(after.ids.get(POOL[3]!.key)).toBe(before.ids.get(POOL[3]!.key)!)
    await importAll(POOL)
  })

  test('missing questions stay unless they shall be archived', async () => {
    const { counts } = await importAll(POOL.slice(1), PACK, false)
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: 54, archived: 0 })
    const drawn = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 100, seed: 'x' })
    expect(drawn).toHaveLength(50)
  })

  test('missing questions of the pack are archived: not drawn, but still read and graded', async () => {
    await importAll([made('other:1/1')], 'other-pack')
    const { ids } = await importAll(POOL)
    const { counts } = await importAll(POOL.slice(1))
    expect(counts.archived).toBe(1)
    const drawn = await drawQuestions(test_.database.query, { use: 'CHALLENGE', count: 100, seed: 'x' })
    const gone = ids.get(POOL[0]!.key)!
    expect(drawn.map(({ id }) => id)).not.toContain(gone)
    expect(drawn).toHaveLength(50)
    expect(await getQuestions(test_.database.query, [gone])).toHaveLength(1)
    const answers = [{ questionId: gone, selectedOption: 0 }]
    expect(await gradeAnswers(test_.database.query, { seed: 's', answers })).toHaveLength(1)
    const back = await importAll(POOL)
    expect(back.counts).toEqual({ added: 0, changed: 1, unchanged: 54, archived: 0 })
    expect(back.ids.get(POOL[0]!.key)).toBe(gone)
  })

  test('an export returns right and wrong answers as they were imported', async () => {
    const { questions, topics: exported } = await exportQuestions(test_.database.query, PACK)
    const own = questions.map(({ id: _, ...question }) => question)
    const byKey = (one: ImportedQuestion, other: ImportedQuestion) => (one.key < other.key ? -1 : 1)
    expect(own.sort(byKey)).toEqual(POOL.toSorted(byKey))
    expect(exported.map(({ key }) => key)).toEqual(['chain', 'web'])
  })
})
