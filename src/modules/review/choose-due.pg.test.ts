import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { QuestionId } from '../questions/public/question.ts'
import { createReviewTestbed, type ReviewTestbed } from './review-testbed.ts'
import { addDays } from './scheduler.ts'

let testbed: ReviewTestbed
beforeAll(async () => {
  testbed = await createReviewTestbed()
})
afterAll(() => testbed.stop())

const TODAY = '2026-11-02'

/** With this rating and four options, a new learner has an expected success of 82 %. */
const NEAR = 800

async function setRating(ids: QuestionId[], rating: number): Promise<void> {
  await testbed.test.database.autocommit`
    insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
      learner_correct_sum)
    select id, ${rating}::float8, 100, 50, 0, 0, 0 from unnest(${ids}::uuid[]) as id`
}

test('of cards that are due since the same day, those near 80 to 85 percent come first', async () => {
  const user = await testbed.addUser()
  const questions = await testbed.insertQuestions(10)
  const cards = await testbed.insertCards(user, questions, TODAY)
  await setRating(questions.slice(0, 5), 1600)
  await setRating(questions.slice(5), NEAR)
  const idsOf = async (limit: number) => (await testbed.session(user, limit)).map(({ id }) => id).sort()
  expect(await idsOf(5)).toEqual(cards.slice(5).toSorted())
  expect(await idsOf(10)).toEqual(cards.toSorted())
})

test('cards of an earlier day come first, whatever their difficulty is', async () => {
  const user = await testbed.addUser()
  const [hard, near] = [await testbed.insertQuestions(4), await testbed.insertQuestions(4)]
  const earlier = await testbed.insertCards(user, hard, addDays(TODAY, -1))
  const later = await testbed.insertCards(user, near, TODAY)
  await setRating(hard, 1600)
  await setRating(near, NEAR)
  const ids = (await testbed.session(user, 5)).map(({ id }) => id)
  expect(ids.slice(0, 4).sort()).toEqual(earlier.toSorted())
  expect(later.map(String)).toContain(ids[4]!)
})

test('50 identical answers to a card are recorded for mastery once, and a later review as a repetition', async () => {
  const user = await testbed.addUser()
  await testbed.insertCards(user, await testbed.insertQuestions(1), TODAY)
  const [card] = await testbed.session(user)
  await Promise.all(Array.from({ length: 50 }, () => testbed.answer(user, card!, true)))
  testbed.time.passDays(60)
  const [again] = await testbed.session(user)
  await testbed.answer(user, again!, false)
  const recorded = await testbed.platform.db<object>`
    select is_correct as "isCorrect", is_repeat as "isRepeat" from mastery_answer where user_id = ${user} order by id`
  expect(recorded).toEqual([
    { isCorrect: true, isRepeat: false },
    { isCorrect: false, isRepeat: true },
  ])
})
