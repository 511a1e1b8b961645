import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accountDeleted } from '../../events/accounts.ts'
import type { battleFinished } from '../../events/battles.ts'
import { testSubmitted } from '../../events/course-tests.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { EventData } from '../../platform/transaction/define-event.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { QuestionId, TopicId } from '../questions/public/question.ts'
import { importTopics } from '../questions/question-testbed.ts'
import { addContestQuestions, addLessonFlashcards, addMissedQuestions } from './on-learning-event.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'
import { createReviewTestbed, type ReviewTestbed } from './review-testbed.ts'

let testbed: ReviewTestbed
let lesson: string
beforeAll(async () => {
  testbed = await createReviewTestbed()
  lesson = (await testbed.course('chain-basics')).lessons[0]!
})
afterAll(() => testbed.stop())

const AT = '2026-11-02T12:00:00.000Z'

async function cardsOf(userId: UserId): Promise<Record<string, unknown>[]> {
  const rows = await testbed.platform.db<Record<string, unknown>>`
    select question_id as "questionId", front, source, lesson_id as "lessonId", repetitions, due_on::text as "dueOn"
    from review_card left join review_flashcard on review_flashcard.id = flashcard_id
    where user_id = ${userId} order by created_at, review_card.id`
  return Array.from(rows)
}

async function quizOf(userId: UserId) {
  const { slides } = await testbed.ask(`GET /lesson/${lesson}`, userId)
  return slides.flatMap((slide: { type: string; question: object }) =>
    slide.type === 'QUIZ' ? [slide.question] : [],
  ) as { id: string; correctIndex: number }[]
}

async function answerQuiz(userId: UserId, isRight: (index: number) => boolean): Promise<string[]> {
  const quiz = await quizOf(userId)
  for (const [index, { id, correctIndex }] of quiz.entries()) {
    const selectedOption = isRight(index) ? correctIndex : correctIndex === 0 ? 1 : 0
    await testbed.ask(`POST /user-lessons/${lesson}/answers`, userId, { questionId: id, selectedOption })
  }
  return quiz.map(({ id }) => id)
}

describe('cards of lessons', () => {
  test('the first answer to a question makes a card with this answer as first review: EASY or AGAIN', async () => {
    testbed.time.set(AT)
    const user = await testbed.addUser()
    const ids = await answerQuiz(user, (index) => index === 0)
    const cards = await cardsOf(user)
    expect(cards).toMatchObject([
      { questionId: ids[0]!, source: 'LESSON', lessonId: lesson, repetitions: 1 },
      { questionId: ids[1]!, source: 'LESSON', lessonId: lesson, repetitions: 1, dueOn: '2026-11-03' },
    ])
    expect(String(cards[0]!.dueOn) > '2026-11-05').toBe(true)
    const log = await testbed.platform.db`
      select rating, source, is_correct as "isCorrect" from review_log where user_id = ${user} order by is_correct`
    expect(log).toEqual([
      { rating: 'AGAIN', source: 'LESSON', isCorrect: false },
      { rating: 'EASY', source: 'LESSON', isCorrect: true },
    ])
  })

  test('a right first answer after the hint of the lesson is HARD, and the log says so', async () => {
    testbed.time.set(AT)
    const user = await testbed.addUser()
    const [{ id, correctIndex }] = (await quizOf(user)) as [{ id: string; correctIndex: number }]
    const db = testbed.test.database.query
    await db`insert into lesson_hint (user_id, question_id, lesson_id, asked_at)
      values (${user}, ${id}, ${lesson}, ${new Date(AT)})`
    const body = { questionId: id, selectedOption: correctIndex }
    await testbed.ask(`POST /user-lessons/${lesson}/answers`, user, body)
    const log = await db`select rating, used_hint as "usedHint" from review_log where user_id = ${user}`
    expect(log).toEqual([{ rating: 'HARD', usedHint: true }])
  })

  test('later answers in a lesson change nothing', async () => {
    const user = await testbed.addUser()
    await answerQuiz(user, () => true)
    const before = await cardsOf(user)
    await answerQuiz(user, () => false)
    expect(await cardsOf(user)).toEqual(before)
  })

  test('the first answer in a lesson cannot be undone or sent again as a review', async () => {
    const user = await testbed.addUser()
    await answerQuiz(user, () => false)
    testbed.time.passDays(1)
    const [card] = await testbed.session(user)
    expect(card!.repetition).toBe(2)
    const undo = await testbed.call('POST /review/undo', user, { cardId: card!.id, repetition: 1 })
    expect(undo.body.error.code).toBe('REVIEW_NOT_LAST_ANSWER')
    const again = await testbed.call(`POST /review/cards/${card!.id}/answers`, user, {
      repetition: 1,
      answer: { selectedOption: 0 },
    })
    expect(again.body.error.code).toBe('REVIEW_REPETITION_MISMATCH')
  })

  test('a completed lesson makes cards of its flashcards, due on the next day of the learner, shared and once', async () => {
    testbed.time.set('2026-11-02T23:30:00Z')
    const [one, other] = [await testbed.addUser(), await testbed.addUser('Asia/Tokyo')]
    for (const user of [one, one, other]) await testbed.ask(`POST /user-lessons/${lesson}/complete`, user, {})
    expect(await cardsOf(one)).toMatchObject([{ front: 'Hash', repetitions: 0, dueOn: '2026-11-03' }])
    // It is the third of November in Tokyo.
    expect(await cardsOf(other)).toMatchObject([{ front: 'Hash', repetitions: 0, dueOn: '2026-11-04' }])
    expect(await testbed.platform.db`select from review_flashcard where front = 'Hash'`).toHaveLength(1)
  })

  test('a changed back of a flashcard is stored with the next completion', async () => {
    const db = testbed.test.database.query
    await db`update review_flashcard set back = 'An older text.' where front = 'Hash'`
    testbed.time.passDays(1)
    await testbed.ask(`POST /user-lessons/${lesson}/complete`, await testbed.addUser(), {})
    expect(await db`select back from review_flashcard where front = 'Hash'`).toEqual([
      { back: 'A short fingerprint of any data.' },
    ])
  })
})

test('a completion that is rolled back does not keep the flashcards from the next learner', async () => {
  const db = testbed.test.database.query
  const slides = [{ type: 'FLASHCARD', front: 'Nonce', back: 'A number that is used once.' }]
  const [other] = await db<{ id: LessonId }>`
    update lesson set slides = ${slides}::jsonb where id = (select max(id::text)::uuid from lesson) returning id`
  const handle = addLessonFlashcards()
  const completedBy = (userId: UserId) => {
    const data = { userId, lessonId: other!.id, timeZone: 'UTC', at: AT }
    return { data } as Parameters<typeof handle>[1]
  }
  const failing = testbed.platform.write(async (tx) => {
    await handle(tx, completedBy(await testbed.addUser()))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const next = await testbed.addUser()
  await testbed.platform.write((tx) => handle(tx, completedBy(next)))
  expect((await cardsOf(next)).length).toBeGreaterThan(0)
})

describe('cards of course tests', () => {
  test('a submitted test makes cards of all its questions, once, with the answer as first review', async () => {
    testbed.time.set(AT)
    const user = await testbed.addUser()
    const [right, wrong, known] = await testbed.insertQuestions(3)
    await testbed.insertCards(user, [known!], '2026-11-05')
    const answers = [right, wrong, known].map((id) => ({ questionId: id!, isCorrect: id === right }))
    const event = {
      userId: user,
      courseId: newId<'Course'>(),
      attemptId: newId<'TestAttempt'>(),
      answers,
      at: AT,
    }
    for (let run = 0; run < 2; run++)
      await testbed.platform.write(async (tx) => tx.emit(testSubmitted(event)))
    const cards = await cardsOf(user)
    expect(cards).toHaveLength(3)
    const of = (id: QuestionId | undefined) => cards.find(({ questionId }) => questionId === id)!
    expect(of(wrong)).toMatchObject({ source: 'TEST', lessonId: null, repetitions: 1, dueOn: '2026-11-03' })
    expect(of(right)).toMatchObject({ source: 'TEST', repetitions: 1 })
    expect(String(of(right).dueOn) > '2026-11-05').toBe(true)
    expect(of(known)).toMatchObject({ repetitions: 0, dueOn: '2026-11-05' })
    testbed.time.passDays(1)
    const [card] = await testbed.session(user)
    expect([card!.source, card!.repetition]).toEqual(['TEST', 2])
    expect(await testbed.answer(user, card!, true)).toMatchObject({ isCorrect: true, rating: 'GOOD' })
  })
})

describe('cards of contests', () => {
  async function insertContest(user: UserId, outcome: string | null) {
    const questions = await testbed.insertQuestions(3, { use: 'RESERVED' })
    const id = newId<'Contest'>()
    const db = testbed.test.database.query
    await db`
      insert into contest (id, title, description, type, entry_fee_gems, guaranteed_pool_gems, prize_table,
        min_participants, starts_at, ends_at, question_ids, seed, outcome, decided_at, created_at)
      values (${id}, 'Sprint', '', 'PUBLIC', 0, 0, array[100], 1, now() - interval '2 hours', now() - interval '1 hour',
        ${questions}::uuid[], 'seed', ${outcome}, ${outcome && new Date()}, now())`
    const answers = [{ questionId: questions[0], selectedOption: 0 }]
    await db`
      insert into contest_participant (contest_id, user_id, joined_at, started_at, submitted_at, score, correct_count,
        time_taken_ms, answers)
      values (${id}, ${user}, now(), now(), now(), 0, 0, 10, ${answers}::jsonb)`
    return { id, questions }
  }
  const result = { title: 'Sprint', rank: 1, score: 0, prizeGems: 0, participantCount: 1, at: AT }

  test('a settled contest makes cards of all its questions, once, and an undecided contest makes none', async () => {
    const user = await testbed.addUser()
    const open = await insertContest(user, null)
    await addContestQuestions(testbed.platform, { userId: user, contestId: open.id, ...result })
    expect(await cardsOf(user)).toEqual([])
    const { id, questions } = await insertContest(user, 'SETTLED')
    for (let run = 0; run < 2; run++)
      await addContestQuestions(testbed.platform, { userId: user, contestId: id, ...result })
    const cards = await cardsOf(user)
    expect(cards.map(({ questionId }) => questionId as QuestionId).sort()).toEqual(questions.toSorted())
    // The two questions without an answer count as wrong.
    expect(cards.filter(({ dueOn }) => dueOn === '2026-11-03').length).toBeGreaterThanOrEqual(2)
    expect(cards.every(({ source, repetitions }) => source === 'CONTEST' && repetitions === 1)).toBe(true)
  })

  test('a participant without a submission and a deleted user get no cards', async () => {
    const user = await testbed.addUser()
    const { id } = await insertContest(user, 'SETTLED')
    const db = testbed.test.database.query
    await db`update user_account set deleted_at = now() where id = ${user}`
    await addContestQuestions(testbed.platform, { userId: user, contestId: id, ...result })
    expect(await cardsOf(user)).toEqual([])
    await db`update user_account set deleted_at = null where id = ${user}`
    await db`update contest_participant set answers = null where user_id = ${user}`
    await addContestQuestions(testbed.platform, { userId: user, contestId: id, ...result })
    expect(await cardsOf(user)).toEqual([])
  })
})

describe('cards of battles', () => {
  async function newTopic(key: string): Promise<TopicId> {
    const { ids } = await testbed.platform.write((tx) => importTopics(tx, [{ key, title: key }]))
    return ids.get(key)!
  }
  const finished = (userId: UserId, missedQuestionIds: QuestionId[]) =>
    ({
      roomId: newId(),
      reason: 'COMPLETED',
      players: [{ userId, missedQuestionIds }],
      at: AT,
    }) as unknown as EventData<typeof battleFinished>

  test('a missed question makes a card of a practice question of the same topic and difficulty, once', async () => {
    const topicId = await newTopic('siblings')
    const [missed] = await testbed.insertQuestions(1, { topicId, use: 'CHALLENGE', difficulty: 'HARD' })
    await testbed.insertQuestions(5, { topicId, difficulty: 'EASY' })
    const siblings = await testbed.insertQuestions(5, { topicId, difficulty: 'HARD' })
    const user = await testbed.addUser()
    for (let run = 0; run < 3; run++) await addMissedQuestions(testbed.platform, finished(user, [missed!]))
    const cards = await cardsOf(user)
    expect(cards).toMatchObject([{ source: 'BATTLE', repetitions: 0, dueOn: '2026-11-03' }])
    expect(siblings).toContain(cards[0]!.questionId as QuestionId)
  })

  test('a practice question with the text of a challenge question is not taken while that question can pay', async () => {
    const topicId = await newTopic('same-text')
    const prompt = 'What is the same text?'
    const [missed] = await testbed.insertQuestions(1, { topicId, use: 'CHALLENGE', prompt })
    const [copy] = await testbed.insertQuestions(1, { topicId, prompt: ` ${prompt.toUpperCase()} ` })
    const user = await testbed.addUser()
    await addMissedQuestions(testbed.platform, finished(user, [missed!]))
    expect(await cardsOf(user)).toEqual([])
    const db = testbed.test.database.query
    await db`update question set archived_at = now() where id = ${missed!}`
    await addMissedQuestions(testbed.platform, finished(user, [missed!]))
    expect(await cardsOf(user)).toMatchObject([{ questionId: copy! }])
  })
})

test('the export has settings, cards and answers, and erasure deletes all of them', async () => {
  testbed.time.set(AT)
  const user = await testbed.addUser()
  await answerQuiz(user, () => false)
  await testbed.ask(`POST /user-lessons/${lesson}/complete`, user, {})
  testbed.time.passDays(1)
  const card = (await testbed.session(user)).find(({ question }) => question)!
  await testbed.ask(`POST /review/cards/${card.id}/answers`, user, {
    repetition: 2,
    answer: { selectedOption: 0 },
  })
  const exported = await exportPersonalData(testbed.platform.db, user)
  expect(exported.settings).toMatchObject({ dailyLimit: 60, answersOfLastDay: 1 })
  expect(exported.cards).toHaveLength(3)
  expect(exported.answers).toHaveLength(3)
  const event = accountDeleted({ userId: user, avatarKey: null, at: AT })
  await testbed.platform.write((tx) => erasePersonalData(tx, event))
  expect(await exportPersonalData(testbed.platform.db, user)).toEqual({
    settings: null,
    cards: [],
    answers: [],
  })
})
