import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  copyFixture,
  createLearningTestbed,
  type LearningTestbed,
} from '../../../test/harness/learning-testbed.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { writeYaml } from '../../platform/yaml/write-yaml.ts'
import { invalidateCatalog } from '../catalog/public/catalog-cache.ts'
import { drawQuestions } from '../questions/public/draw-questions.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { listPracticeSiblings } from '../questions/public/list-practice-siblings.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { answerOf, solutionOf } from '../questions/public/solution.ts'
import { MAX_ROUND_SIZE } from './round.ts'
import { practiceRoutes } from './routes.ts'

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Data = any

const shared = (key: string, lesson: string, skill: string) => ({
  key,
  lesson,
  skill,
  prompt: `What is ${key}?`,
  hint: `Look at ${key}.`,
  explanation: 'This is why it is so.',
  difficulty: 'EASY',
})
/** Twenty questions for the first lesson, and one of each type for the second. */
const QUESTIONS = [
  ...Array.from({ length: 20 }, (_, index) => ({
    ...shared(`fresh-${index}`, 'blocks', 'hashing'),
    right: 'This',
    wrong: ['That', 'Nothing'],
  })),
  { ...shared('single', 'keys', 'blockchain'), right: 'This', wrong: ['That', 'Nothing'] },
  {
    ...shared('several', 'keys', 'blockchain'),
    type: 'MULTIPLE_CHOICE',
    options: ['A', 'B', 'C'],
    correctIndexes: [0, 2],
    optionFeedback: ['', 'B is wrong.', ''],
  },
  { ...shared('number', 'keys', 'blockchain'), type: 'NUMBER', value: 12, unit: 'km' },
  { ...shared('text', 'keys', 'blockchain'), type: 'SHORT_TEXT', accepted: ['genesis'] },
  { ...shared('order', 'keys', 'blockchain'), type: 'ORDER', items: ['One', 'Two', 'Three'] },
  {
    ...shared('match', 'keys', 'blockchain'),
    type: 'MATCH',
    pairs: [
      { left: 'Public', right: 'Known' },
      { left: 'Private', right: 'Secret' },
    ],
  },
  {
    ...shared('gap', 'keys', 'blockchain'),
    type: 'GAP',
    text: 'A block holds a {{1}}.',
    gaps: [{ accepted: ['hash'] }],
  },
]
/** An answer that is wrong for each of the questions, as a client sends it. */
const WRONG: Record<string, (right: Data) => object> = {
  SINGLE_CHOICE: ({ selectedOption }) => ({ selectedOption: (selectedOption + 1) % 3 }),
  MULTIPLE_CHOICE: () => ({ answer: { selectedOptions: [0, 1, 2] } }),
  NUMBER: () => ({ answer: { value: 13, unit: 'km' } }),
  SHORT_TEXT: () => ({ answer: { text: 'exodus' } }),
  ORDER: ({ answer }) => ({ answer: { order: answer.order.toReversed() } }),
  MATCH: ({ answer }) => ({ answer: { matches: answer.matches.toReversed() } }),
  GAP: () => ({ answer: { gaps: ['cash'] } }),
}

let testbed: LearningTestbed
let lessons: string[]
let copy: ReturnType<typeof copyFixture>
beforeAll(async () => {
  copy = copyFixture()
  writeFileSync(join(copy.folder, 'courses/chain-basics/practice.yaml'), writeYaml(QUESTIONS))
  testbed = await createLearningTestbed({ pack: copy.folder, endpoints: practiceRoutes })
  ;({ lessons } = await testbed.course('chain-basics'))
})
afterAll(async () => {
  copy.remove()
  await testbed.stop()
})

async function ask(route: string, userId: UserId, body?: unknown): Promise<Data> {
  const response = await testbed.call(route, userId, body)
  assert(response.status < 300, `${route}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}

/** A learner who completed the first lessons and answered their questions. */
async function addLearner(completed: number): Promise<UserId> {
  const user = await testbed.addUser()
  for (const lesson of lessons.slice(0, completed)) {
    for (const questionId of await quizzesOf(lesson))
      await ask(`POST /user-lessons/${lesson}/answers`, user, { questionId, selectedOption: 0 })
    await ask(`POST /user-lessons/${lesson}/complete`, user, {})
  }
  return user
}

async function quizzesOf(lessonId: string): Promise<string[]> {
  const [row] = await testbed.platform.db<{ ids: string[] }>`
    select jsonb_path_query_array(slides, '$[*].questionId') as ids from lesson where id = ${lessonId}`
  return row!.ids
}

async function idOf(key: string): Promise<string> {
  const [row] = await testbed.platform.db<{ id: string }>`
    select id from question where key = ${`course:chain-basics/practice/${key}`}`
  return row!.id
}
const idsOf = (keys: string[]) => Promise.all(keys.map(idOf))
const freshKeys = Array.from({ length: 20 }, (_, index) => `fresh-${index}`)
const typeKeys = ['single', 'several', 'number', 'text', 'order', 'match', 'gap']

const start = async (user: UserId, target: object): Promise<Data> =>
  ask('POST /practice/rounds', user, target)
const askedIn = (round: Data): string[] => round.questions.map(({ id }: { id: string }) => id)

async function rightAnswer(roundId: string, questionId: string): Promise<object> {
  const { db } = testbed.platform
  const [round] = await db<{ seed: string }>`select seed from practice_round where id = ${roundId}`
  const [question] = await getStoredQuestions(db, [questionId as QuestionId])
  const { selectedOption, ...answer } = answerOf(solutionOf(question!, round!.seed))
  return selectedOption === undefined ? { answer } : { selectedOption }
}

async function play(user: UserId, round: Data, isRight = true): Promise<Record<string, Data>> {
  const answers: Record<string, Data> = {}
  for (const { id: questionId, type } of round.questions) {
    const right = await rightAnswer(round.roundId, questionId)
    answers[type] = await ask(`POST /practice/rounds/${round.roundId}/answers`, user, {
      questionId,
      ...(isRight ? right : WRONG[type]!(right)),
    })
  }
  return answers
}

describe('after a lesson, a learner who practises', () => {
  test.each(['lesson', 'skill'])(
    'this %s gets unseen questions that are not in the lesson, and other ones in the next round',
    async (kind) => {
      const user = await addLearner(1)
      const target = kind === 'lesson' ? { lessonId: lessons[0] } : { skill: 'hashing' }
      const fresh = await idsOf(freshKeys)
      const first = await start(user, target)
      expect(askedIn(first)).toHaveLength(MAX_ROUND_SIZE)
      expect(fresh).toEqual(expect.arrayContaining(askedIn(first)))
      await play(user, first)
      const second = await start(user, target)
      expect(fresh).toEqual(expect.arrayContaining(askedIn(second)))
      expect(askedIn(second).filter((id) => askedIn(first).includes(id))).toEqual([])
      await play(user, second)
      // Four are left unseen. The others have rested for a round, or are those of the lesson.
      const third = await start(user, target)
      const unseen = fresh.filter((id) => ![...askedIn(first), ...askedIn(second)].includes(id))
      expect(askedIn(third)).toEqual(expect.arrayContaining(unseen))
      expect(askedIn(third).filter((id) => askedIn(second).includes(id))).toEqual([])
    },
  )

  test('the lesson is not asked the questions of later lessons, whatever their skill', async () => {
    const user = await addLearner(1)
    const later = await idsOf(typeKeys)
    for (const target of [{ skill: 'blockchain' }, { lessonId: lessons[0] }, { skill: 'hashing' }]) {
      const round = await start(user, target)
      expect(askedIn(round).filter((id) => later.includes(id))).toEqual([])
      await play(user, round)
    }
    const beginner = await testbed.addUser()
    const refused = await testbed.call('POST /practice/rounds', beginner, { skill: 'hashing' })
    expect(refused.body.error?.code).toBe('PRACTICE_TOO_FEW_QUESTIONS')
  })

  test('a round keeps half of its questions for its skill, also when only other questions are unseen', async () => {
    const user = await addLearner(2)
    const ofSkill = await idsOf(typeKeys)
    const target = { skill: 'blockchain' }
    for (const expected of [typeKeys.length, 0]) {
      const round = await start(user, target)
      expect(askedIn(round).filter((id) => ofSkill.includes(id))).toHaveLength(expected)
      await play(user, round)
    }
    // The questions of the skill have rested for a round. Eleven others are unseen.
    const third = await start(user, target)
    expect(askedIn(third).filter((id) => ofSkill.includes(id))).toHaveLength(MAX_ROUND_SIZE / 2)
  })

  test('questions that were reviewed count as seen', async () => {
    const user = await addLearner(1)
    const reviewed = await idsOf(freshKeys.slice(0, 8))
    for (const id of reviewed)
      await testbed.test.database.autocommit`
        insert into review_card (id, user_id, question_id, source, created_at, repetitions, logged_answers, stability,
          difficulty, last_reviewed_on, due_on)
        values (${newId()}, ${user}, ${id}, 'BATTLE', now(), 1, 1, 1, 5, '2026-10-01', '2026-10-02')`
    const first = await start(user, { skill: 'hashing' })
    expect(askedIn(first).filter((id) => reviewed.includes(id))).toEqual([])
  })
})

describe('a round with every type', () => {
  test('asks each type, with a hint in its question, and grades right answers', async () => {
    const user = await addLearner(2)
    const round = await start(user, { lessonId: lessons[1] })
    expect(askedIn(round)).toEqual(expect.arrayContaining(await idsOf(typeKeys)))
    // The eighth is an unseen question of the course, and not one that the learner answered in the lesson.
    const typed = await idsOf(typeKeys)
    const others = askedIn(round).filter((id) => !typed.includes(id))
    expect(others).toHaveLength(1)
    expect(await idsOf(freshKeys)).toContain(others[0]!)
    for (const id of await quizzesOf(lessons[1]!)) expect(askedIn(round)).not.toContain(id)
    const types = new Set<string>(round.questions.map(({ type }: { type: string }) => type))
    expect([...types].sort()).toEqual([...QUESTION_TYPES].sort())
    const stored = await getStoredQuestions(testbed.platform.db, (await idsOf(typeKeys)) as QuestionId[])
    expect(stored.map(({ hint }) => hint)).toEqual(typeKeys.map((key) => `Look at ${key}.`))
    const answers = await play(user, round)
    for (const type of QUESTION_TYPES) {
      expect([type, answers[type].isCorrect]).toEqual([type, true])
      expect(answers[type].solution.explanation).toBe('This is why it is so.')
    }
    expect(Object.values(answers).find(({ result }) => result)?.result.correctCount).toBe(MAX_ROUND_SIZE)
    // Each answer counts for mastery as a repeated one.
    const recorded = await testbed.platform.db<{ isRepeat: boolean }>`
      select is_repeat as "isRepeat" from mastery_answer
      where user_id = ${user} and question_id = any(${askedIn(round)}::uuid[]) and is_repeat`
    expect(recorded).toHaveLength(MAX_ROUND_SIZE)
  })

  test('grades wrong answers', async () => {
    const user = await addLearner(2)
    const answers = await play(user, await start(user, { lessonId: lessons[1] }), false)
    for (const type of QUESTION_TYPES) expect([type, answers[type].isCorrect]).toEqual([type, false])
  })
})

test('practice questions of an own course pay an author nothing', async () => {
  const user = await addLearner(1)
  await testbed.test.database.autocommit`
    update course set author_ids = array_append(author_ids, ${user}::uuid) where key = 'chain-basics'`
  invalidateCatalog(testbed.platform)
  const answers = await play(user, await start(user, { lessonId: lessons[0] }))
  expect(answers.SINGLE_CHOICE.result).toMatchObject({ correctCount: MAX_ROUND_SIZE, xpEarned: 0 })
})

test('questions of the course test and of battles are never asked', async () => {
  const user = await addLearner(3)
  const barred = await testbed.platform.db<{ id: string }>`select id from question where use <> 'PRACTICE'`
  expect(barred.length).toBeGreaterThan(0)
  await testbed.test.database.autocommit`
    update question set skill = 'hashing' where id = any(${barred.map(({ id }) => id)}::uuid[])`
  // A paying question has the text of a practice question, which therefore rests.
  const [sameText] = await idsOf(['fresh-0'])
  await testbed.test.database.autocommit`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html)
    select gen_random_uuid(), 'paying', topic_id, 'CHALLENGE', 'EASY', ' WHAT is fresh-0?', options, correct_index, explanation, html
    from question where id = ${sameText}`
  const never = [sameText, ...barred.map(({ id }) => id)]
  for (const target of [{ skill: 'hashing' }, { lessonId: lessons[0] }])
    for (let turn = 0; turn < 4; turn++) {
      const round = await start(user, target)
      expect(askedIn(round).filter((id) => never.includes(id))).toEqual([])
      await play(user, round)
    }
})

test('battles against bots and reviews of missed battle questions never show the questions of a lesson', async () => {
  const { db } = testbed.platform
  const ofLessons = await idsOf([...freshKeys, ...typeKeys])
  const drawn = await drawQuestions(db, { use: 'PRACTICE', count: 1_000, seed: 'bots' })
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.filter(({ id }) => ofLessons.includes(id))).toEqual([])
  // Every other practice question of the topic is harder, so only those of lessons are like this one.
  await testbed.test.database.autocommit`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation, html, skill)
    select gen_random_uuid(), 'missed', topic_id, 'CHALLENGE', 'EASY', 'Missed?', options, correct_index, explanation, html, skill
    from question where id = ${ofLessons[1]}`
  await testbed.test.database.autocommit`
    update question set difficulty = 'HARD' where use = 'PRACTICE' and practice_lesson_id is null`
  const [missed] = await db<{ id: QuestionId }>`select id from question where key = 'missed'`
  const siblingsOf = () => listPracticeSiblings(db, { questionIds: [missed!.id], seed: 'review' })
  expect(await siblingsOf()).toEqual([])
  await testbed.test.database.autocommit`
    update question set difficulty = 'EASY' where use = 'PRACTICE' and practice_lesson_id is null`
  expect(await siblingsOf()).toHaveLength(1)
})

describe('a learner who completed a lesson', () => {
  test('is not asked its question that is also on a slide of a lesson that is still open', async () => {
    const user = await addLearner(1)
    const asked = await idsOf(freshKeys)
    // Two of them are left, so a round needs further questions.
    const onSlides = asked.slice(2)
    await testbed.test.database.autocommit`
      update lesson set slides = slides || (
        select jsonb_agg(jsonb_build_object('type', 'QUIZ', 'questionId', id)) from unnest(${onSlides}::uuid[]) as id)
      where id = ${lessons[2]}`
    invalidateCatalog(testbed.platform)
    for (const target of [{ skill: 'hashing' }, { lessonId: lessons[0] }]) {
      const { status, body } = await testbed.call('POST /practice/rounds', user, target)
      const shown = status < 300 ? askedIn(body.data) : []
      expect(shown.filter((id) => onSlides.includes(id))).toEqual([])
    }
  })

  test('is not asked its questions after the lesson was withdrawn', async () => {
    const user = await addLearner(2)
    await testbed.test.database.autocommit`update lesson set archived_at = now() where id = ${lessons[0]}`
    invalidateCatalog(testbed.platform)
    const withdrawn = await idsOf(freshKeys)
    for (const target of [{ skill: 'hashing' }, { skill: 'blockchain' }]) {
      const { status, body } = await testbed.call('POST /practice/rounds', user, target)
      const shown = status < 300 ? askedIn(body.data) : []
      expect(shown.filter((id) => withdrawn.includes(id))).toEqual([])
    }
  })
})
