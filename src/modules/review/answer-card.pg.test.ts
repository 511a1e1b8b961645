import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createEmptyCard, fsrs, GenSeedStrategyWithCardId, Rating, StrategyMode } from 'ts-fsrs'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { updateUserDetails } from '../accounts/public/update-user-details.ts'
import { countAnswers, masteryOf } from '../mastery/mastery-testbed.ts'
import type { Answer } from '../questions/public/answer.ts'
import { QUESTION_TYPES, type QuestionType } from '../questions/public/question-content.ts'
import { answerOf } from '../questions/public/solution.ts'
import { SAMPLE_CONTENTS } from '../questions/question-testbed.ts'
import { getStreak } from '../streaks/public/get-streak.ts'
import type { ReviewCardView } from './card-view.ts'
import { createReviewTestbed, optionsOf, type ReviewTestbed } from './review-testbed.ts'
import { addDays, daysBetween } from './scheduler.ts'

let testbed: ReviewTestbed
beforeAll(async () => {
  testbed = await createReviewTestbed()
})
afterAll(() => testbed.stop())

const START = '2026-11-02T12:00:00Z'
const TODAY = '2026-11-02'

/** A learner with cards that are due today. */
async function learnerWith(
  cards: number,
  timeZone = 'UTC',
): Promise<{ user: UserId; cards: ReviewCardView[] }> {
  testbed.time.set(START)
  const user = await testbed.addUser(timeZone)
  await testbed.insertCards(user, await testbed.insertQuestions(cards), TODAY)
  return { user, cards: await testbed.session(user) }
}

async function rowOf(cardId: string) {
  const [row] = await testbed.platform.db`select * from review_card where id = ${cardId}`
  return row
}

/** A possible answer to each sample question. */
const FIRST_ANSWERS: Record<QuestionType, Answer> = {
  SINGLE_CHOICE: { selectedOption: 0 },
  MULTIPLE_CHOICE: { selectedOptions: [0] },
  NUMBER: { value: 9 },
  SHORT_TEXT: { text: 'tea' },
  ORDER: { order: [0, 1, 2, 3] },
  MATCH: { matches: [0, 1, 2] },
  GAP: { gaps: ['price', 'price'] },
}

/** Turns the right answer to a sample question into a wrong one. */
function wrongAnswer(right: Answer): Answer {
  const rotate = <Item>([first, ...others]: Item[]) => [...others, first!]
  const { selectedOption, selectedOptions, order, matches, gaps } = right
  if (selectedOption !== undefined) return { selectedOption: (selectedOption + 1) % 3 }
  if (selectedOptions) return { selectedOptions: selectedOptions.slice(1) }
  if (order) return { order: rotate(order) }
  if (matches) return { matches: rotate(matches) }
  if (gaps) return { gaps: rotate(gaps) }
  return right.text === undefined ? { value: right.value! + 9 } : { text: 'tea' }
}

const countLogs = async (user: UserId) =>
  (await testbed.platform.db`select from review_log where user_id = ${user}`).length

describe('answering', () => {
  test('histories of answers through the API give the intervals of ts-fsrs with the same seed', async () => {
    const random = seededRandom(11)
    const user = await testbed.addUser()
    for (const targetRetention of [0.8, 0.9, 0.95]) {
      testbed.time.set(START)
      await testbed.ask('PUT /review/settings', user, { targetRetention, dailyLimit: 60 })
      const [id] = await testbed.insertCards(user, await testbed.insertQuestions(1), TODAY)
      const direct = fsrs({
        request_retention: targetRetention,
        enable_fuzz: true,
        enable_short_term: false,
      }).useStrategy(StrategyMode.SEED, GenSeedStrategyWithCardId('id'))
      let card = { ...createEmptyCard(new Date(`${TODAY}T00:00:00Z`)), id: id! }
      let today = TODAY
      for (let repetition = 1; repetition <= 8; repetition++) {
        const shown = (await testbed.session(user)).find((each) => each.id === id)!
        expect(shown.repetition).toBe(repetition)
        const isRight = random() < 0.75
        const usedHint = random() < 0.2
        const result = await testbed.answer(user, shown, isRight, { usedHint })
        const good = repetition === 1 ? Rating.Easy : Rating.Good
        const grade = isRight ? (usedHint ? Rating.Hard : good) : Rating.Again
        card = { ...direct.next(card, new Date(`${today}T00:00:00Z`), grade).card, id: id! }
        expect([result.rating, result.intervalDays]).toEqual([
          Rating[grade].toUpperCase(),
          card.scheduled_days,
        ])
        expect(result.dueOn).toBe(addDays(today, card.scheduled_days))
        const days = card.scheduled_days + (random() < 0.3 ? 20 : 0)
        testbed.time.passDays(days)
        today = addDays(today, days)
      }
      await testbed.ask(`POST /review/cards/${id}/suspend`, user)
    }
  })

  test('the result has the solution in the shown order, and the session does not', async () => {
    const { user, cards } = await learnerWith(5)
    for (const card of cards) {
      expect(JSON.stringify(card)).not.toContain('correctIndex')
      expect(JSON.stringify(card)).not.toContain('Because.')
      const { isCorrect, solution } = await testbed.answer(user, card, true)
      expect(isCorrect).toBe(true)
      expect(optionsOf(card.question)[solution.selectedOption]).toBe('right')
      expect(solution.explanation).toBe('Because.')
    }
  })

  test('the order of the options depends on the card and the repetition', async () => {
    const { user, cards } = await learnerWith(20)
    const again = await testbed.session(user)
    expect(again).toEqual(cards)
    for (const card of cards) await testbed.answer(user, card, false)
    testbed.time.passDays(1)
    const next = await testbed.session(user)
    const orderOf = (list: ReviewCardView[]) =>
      list.map(({ id, question }) => `${id} ${optionsOf(question).join()}`).sort()
    expect(next.map(({ id }) => id).sort()).toEqual(cards.map(({ id }) => id).sort())
    expect(orderOf(next)).not.toEqual(orderOf(cards))
  })

  test('a card of every question type is shown without its solution, and the shown solution is graded as right', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    const ids = await Promise.all(Object.values(SAMPLE_CONTENTS).map(testbed.insertQuestion))
    await testbed.insertCards(user, ids, TODAY)
    const cards = await testbed.session(user)
    expect(cards.map(({ question }) => question!.type).sort()).toEqual([...QUESTION_TYPES].sort())
    for (const { id, repetition, question } of cards) {
      expect(JSON.stringify(question)).not.toMatch(/correct|accepted|tolerance|explanation|pairs/)
      const path = `POST /review/cards/${id}/answers`
      const answer = async (given: Answer) => {
        const result = await testbed.ask(path, user, { repetition, answer: given })
        await testbed.ask('POST /review/undo', user, { cardId: id, repetition })
        return result
      }
      const { solution } = await answer(FIRST_ANSWERS[question!.type])
      const right = answerOf(solution)
      expect(await answer(right)).toMatchObject({ isCorrect: true, rating: 'EASY', solution })
      expect(await answer(wrongAnswer(right))).toMatchObject({ isCorrect: false, rating: 'AGAIN', solution })
    }
  })

  test('several right options must be exactly the right ones, and a number is right in each of its units', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    const choice = await testbed.insertQuestion(SAMPLE_CONTENTS.MULTIPLE_CHOICE)
    const number = await testbed.insertQuestion(SAMPLE_CONTENTS.NUMBER)
    const grades: boolean[] = []
    const answer = async (questionId: string, given: (options: string[]) => object) => {
      const card = (await testbed.session(user)).find(({ question }) => question!.id === questionId)!
      const options = questionId === choice ? optionsOf(card.question) : []
      const path = `POST /review/cards/${card.id}/answers`
      const body = { repetition: card.repetition, answer: given(options) }
      grades.push((await testbed.ask(path, user, body)).isCorrect)
      await testbed.ask('POST /review/undo', user, { cardId: card.id, repetition: card.repetition })
    }
    await testbed.insertCards(user, [choice, number], TODAY)
    const indexes = (options: string[], texts: string[]) => texts.map((text) => options.indexOf(text))
    await answer(choice, (options) => ({ selectedOptions: indexes(options, ['d', 'a']) }))
    await answer(choice, (options) => ({ selectedOptions: indexes(options, ['a']) }))
    await answer(choice, (options) => ({ selectedOptions: indexes(options, ['a', 'b', 'd']) }))
    await answer(number, () => ({ value: 1.6 }))
    await answer(number, () => ({ value: 1500, unit: 'm' }))
    await answer(number, () => ({ value: 1500, unit: 'km' }))
    expect(grades).toEqual([true, false, false, true, true, false])
  })

  test('an answer for another question type is refused with its field', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    await testbed.insertCards(user, [await testbed.insertQuestion(SAMPLE_CONTENTS.NUMBER)], TODAY)
    const [card] = await testbed.session(user)
    const path = `POST /review/cards/${card!.id}/answers`
    for (const [answer, field] of [
      [{ selectedOption: 0 }, 'answer.selectedOption'],
      [{ value: 1, unit: 'kg' }, 'answer.unit'],
      [{}, 'answer.value'],
    ] as const) {
      const { status, body } = await testbed.call(path, user, { repetition: 1, answer })
      expect([status, body.error.details[0].field]).toEqual([400, field])
    }
    expect(await countLogs(user)).toBe(0)
  })

  test('a slow right answer is HARD, measured by the median of the learner, and so is one with a hint', async () => {
    const { user, cards } = await learnerWith(9)
    const [first, second, third, fourth, fifth, slow, quick, hint, other] = cards
    const ratings: string[] = []
    for (const card of [first, second, third, fourth, fifth])
      ratings.push((await testbed.answer(user, card!, true, { timeMs: 4_000 })).rating)
    ratings.push((await testbed.answer(user, slow!, true, { timeMs: 8_001 })).rating)
    ratings.push((await testbed.answer(user, quick!, true, { timeMs: 8_000 })).rating)
    ratings.push((await testbed.answer(user, hint!, true, { timeMs: 100, usedHint: true })).rating)
    expect(ratings).toEqual(['EASY', 'EASY', 'EASY', 'EASY', 'EASY', 'HARD', 'EASY', 'HARD'])
    // The times of another learner do not matter.
    const slower = await learnerWith(1)
    expect((await testbed.answer(slower.user, slower.cards[0]!, true, { timeMs: 90_000 })).rating).toBe(
      'EASY',
    )
    expect((await testbed.answer(user, other!, false, { timeMs: 1 })).rating).toBe('AGAIN')
  })

  test('the hint of a card is shown to its learner, also of a question outside lessons', async () => {
    const { user, cards } = await learnerWith(2)
    const [hinted, plain] = cards
    const html = { hint: '<p>Think of tea.</p>' }
    await testbed.platform.db`
      update question set hint = 'Think of tea.', html = html || ${html}::jsonb where id = ${hinted!.question!.id}`
    const hintOf = (cardId: string, reader = user) => testbed.call(`GET /review/cards/${cardId}/hint`, reader)
    const shown = (await testbed.session(user)).find(({ id }) => id === hinted!.id)
    expect([shown!.question!.hasHint, shown!.lessonId]).toEqual([true, null])
    expect((await hintOf(hinted!.id)).body.data).toEqual({
      hint: 'Think of tea.',
      hintHtml: '<p>Think of tea.</p>',
    })
    const other = await testbed.addUser('UTC')
    const refused = await Promise.all([hintOf(plain!.id), hintOf(hinted!.id, other), hintOf(newId())])
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'VALIDATION_FAILED'],
      [404, 'REVIEW_CARD_NOT_FOUND'],
      [404, 'REVIEW_CARD_NOT_FOUND'],
    ])
  })

  test('a flashcard takes the rating of the learner, and a question does not', async () => {
    const { user, cards } = await learnerWith(1)
    const flashcard = newId()
    const id = newId()
    await testbed.platform
      .db`insert into review_flashcard (id, front, back) values (${flashcard}, 'Front?', 'Back.')`
    await testbed.platform.db`
      insert into review_card (id, user_id, flashcard_id, source, created_at, due_on)
      values (${id}, ${user}, ${flashcard}, 'LESSON', now(), ${TODAY}::date)`
    const shown = (await testbed.session(user)).find((card) => card.id === id)
    expect(shown).toMatchObject({
      kind: 'FLASHCARD',
      question: null,
      flashcard: { front: 'Front?', back: 'Back.' },
    })
    const path = `POST /review/cards/${id}/answers`
    const refused = [
      await testbed.call(path, user, { repetition: 1 }),
      await testbed.call(path, user, { repetition: 1, answer: { selectedOption: 0 } }),
      await testbed.call(`POST /review/cards/${cards[0]!.id}/answers`, user, {
        repetition: 1,
        rating: 'EASY',
      }),
      await testbed.call(`POST /review/cards/${cards[0]!.id}/answers`, user, { repetition: 1 }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    const result = await testbed.ask(path, user, { repetition: 1, rating: 'HARD' })
    expect(result).toMatchObject({ rating: 'HARD', isCorrect: null, solution: null, answeredToday: 1 })
  })

  test('an answer is refused for a card that is not due, is suspended, has another repetition or another owner', async () => {
    const { user, cards } = await learnerWith(2)
    const [card, other] = cards
    const codeOf = async (id: string, repetition: number, asker = user) =>
      (
        await testbed.call(`POST /review/cards/${id}/answers`, asker, {
          repetition,
          answer: { selectedOption: 0 },
        })
      ).body.error.code
    expect(await codeOf(card!.id, 2)).toBe('REVIEW_REPETITION_MISMATCH')
    expect(await codeOf(card!.id, 1, await testbed.addUser())).toBe('REVIEW_CARD_NOT_FOUND')
    await testbed.answer(user, card!, true)
    expect(await codeOf(card!.id, 2)).toBe('REVIEW_CARD_NOT_DUE')
    await testbed.ask(`POST /review/cards/${other!.id}/suspend`, user)
    expect(await codeOf(other!.id, 1)).toBe('REVIEW_CARD_SUSPENDED')
    expect(await countLogs(user)).toBe(1)
  })
})

describe('100 identical answers at the same time', () => {
  test('100 identical answers count once and all get the same result', async () => {
    const { user, cards } = await learnerWith(1)
    // Without a row of the learner, its insert would make the answers wait for each other.
    await testbed.ask('PUT /review/settings', user, { targetRetention: 0.9, dailyLimit: 60 })
    const results = await Promise.all(
      Array.from({ length: 100 }, () => testbed.answer(user, cards[0]!, true, { timeMs: 1_000 })),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(results[0]).toMatchObject({ rating: 'EASY', answeredToday: 1 })
    expect(await countLogs(user)).toBe(1)
    expect(await rowOf(cards[0]!.id)).toMatchObject({ repetitions: 1, logged_answers: 1 })
  })

  test('an unsafe control without the locks counts one repetition several times', async () => {
    const { user, cards } = await learnerWith(1)
    const { id } = cards[0]!
    await testbed.ask('PUT /review/settings', user, { targetRetention: 0.9, dailyLimit: 60 })
    const barrier = createBarrier(10)
    const unsafeControl = async (tx: Tx) => {
      const [card] = await tx<{ repetitions: number }>`select repetitions from review_card where id = ${id}`
      await barrier()
      if (card!.repetitions > 0) return
      await tx`
        update review_card set repetitions = repetitions + 1, logged_answers = logged_answers + 1, stability = 1,
          difficulty = 5, last_reviewed_on = ${TODAY}::date where id = ${id}`
    }
    await Promise.all(Array.from({ length: 10 }, () => testbed.platform.write(unsafeControl)))
    expect((await rowOf(id))!.repetitions as number).toBeGreaterThan(1)
  })
})

describe('undo', () => {
  test.each([
    ['before the job counts it', false],
    ['after the job has counted it', true],
  ])('an answer that is undone %s does not count for mastery', async (_, isCounted) => {
    const user = await testbed.addUser()
    await testbed.insertCards(user, await testbed.insertQuestions(2), TODAY)
    const [first, second] = await testbed.session(user)
    const readMastery = async () => {
      await countAnswers(testbed.platform)
      return masteryOf(testbed.platform.db, user)
    }
    await testbed.answer(user, first!, true)
    const before = await readMastery()
    expect(before).toMatchObject([{ answers: 1 }])
    await testbed.answer(user, second!, false)
    if (isCounted) expect(await readMastery()).toMatchObject([{ answers: 2 }])
    const undo = { cardId: second!.id, repetition: second!.repetition }
    for (let turn = 0; turn < 3; turn++) await testbed.ask('POST /review/undo', user, undo)
    const [after] = await readMastery()
    expect(after).toMatchObject({ answers: 1, rating: expect.closeTo(before[0]!.rating, 6) })
  })

  test('undo restores the card exactly, gives the day its place back, and the answer can be given again', async () => {
    const { user, cards } = await learnerWith(2)
    const [card, other] = cards
    await testbed.answer(user, other!, true)
    const before = await rowOf(card!.id)
    await testbed.answer(user, card!, false)
    const undone = await testbed.ask('POST /review/undo', user, { cardId: card!.id, repetition: 1 })
    expect(undone).toEqual({ cardId: card!.id, repetition: 1, dueOn: TODAY })
    expect(await rowOf(card!.id)).toEqual({ ...before, logged_answers: 1 })
    expect((await testbed.ask('GET /review/due', user)).answeredToday).toBe(1)
    expect(await testbed.session(user)).toEqual([card!])
    expect(await testbed.answer(user, card!, true)).toMatchObject({ rating: 'EASY', answeredToday: 2 })
    const log = await testbed.platform.db<{ rating: string; isUndone: boolean }>`
      select rating, undone_at is not null as "isUndone" from review_log where card_id = ${card!.id} order by number`
    expect(log).toEqual([
      { rating: 'AGAIN', isUndone: true },
      { rating: 'EASY', isUndone: false },
    ])
  })

  test('undo is for the last review only, and a repeated undo changes nothing', async () => {
    const { user, cards } = await learnerWith(3)
    const undo = (card: ReviewCardView, repetition = 1) =>
      testbed.call('POST /review/undo', user, { cardId: card.id, repetition })
    const [one, other, open] = cards
    await testbed.answer(user, one!, true)
    await testbed.answer(user, other!, true)
    expect((await undo(one!)).body.error.code).toBe('REVIEW_NOT_LAST_ANSWER')
    expect((await undo(open!)).body.error.code).toBe('REVIEW_NOT_LAST_ANSWER')
    const states = await Promise.all(Array.from({ length: 10 }, () => undo(other!)))
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 200))
    expect((await testbed.ask('GET /review/due', user)).answeredToday).toBe(1)
    expect((await undo(one!)).body.error.code).toBe('REVIEW_NOT_LAST_ANSWER')
  })
})

describe('the streak', () => {
  test('the tenth review of a day extends the streak, once', async () => {
    const { user, cards } = await learnerWith(12)
    const extended: boolean[] = []
    for (const card of cards) extended.push((await testbed.answer(user, card, true)).isStreakExtended)
    expect(extended).toEqual(cards.map((_, index) => index === 9))
    const streak = await getStreak(testbed.platform.db, {
      userId: user,
      timeZone: 'UTC',
      now: testbed.time.now(),
    })
    expect(streak.currentDays).toBe(1)
  })

  test('nine reviews of a day do not extend the streak, and reviews of two days are not added', async () => {
    const { user, cards } = await learnerWith(18)
    for (const card of cards.slice(0, 9)) await testbed.answer(user, card, true)
    testbed.time.passDays(1)
    for (const card of cards.slice(9)) await testbed.answer(user, card, true)
    const streak = await getStreak(testbed.platform.db, {
      userId: user,
      timeZone: 'UTC',
      now: testbed.time.now(),
    })
    expect(streak.currentDays).toBe(0)
  })
})

describe('answers that arrive later', () => {
  const NEXT_DAY = '2026-11-03T09:00:00Z'
  const late = (hour: number) => ({ occurredAt: `2026-11-02T${hour}:00:00.000Z` })
  const streakDays = async (user: UserId) =>
    (
      await testbed.platform.db<{ day: string }>`
        select day::text as day from streak_day where user_id = ${user} order by day`
    ).map(({ day }) => day)
  const countsOf = async (user: UserId) => {
    const [row] = await testbed.platform.db<{ lastDay: string | null; count: number; otherDays: object }>`
      select last_day::text as "lastDay", answers_of_last_day as count, other_days as "otherDays"
      from review_learner where user_id = ${user}`
    return row!
  }

  test('a late answer counts for the day on which it was given: interval, daily count and streak', async () => {
    const { user, cards } = await learnerWith(11)
    testbed.time.set(NEXT_DAY)
    const results = []
    for (const card of cards.slice(0, 10)) results.push(await testbed.answer(user, card, false, late(18)))
    expect(results.at(-1)).toMatchObject({ dueOn: '2026-11-03', answeredToday: 0, isStreakExtended: true })
    expect(await streakDays(user)).toEqual([TODAY])
    expect((await testbed.ask('GET /review/due', user)).answeredToday).toBe(0)
    expect(await testbed.answer(user, cards[10]!, true)).toMatchObject({ answeredToday: 1 })
    const [row] = await testbed.platform.db<{ occurredAt: Date; answeredAt: Date }>`
      select occurred_at as "occurredAt", answered_at as "answeredAt" from review_log where card_id = ${cards[0]!.id}`
    expect(row).toEqual({ occurredAt: new Date(late(18).occurredAt), answeredAt: new Date(NEXT_DAY) })
  })

  test('the reviews of two days are counted apart, also if one of them arrives late', async () => {
    const { user, cards } = await learnerWith(11)
    for (const card of cards.slice(0, 5)) await testbed.answer(user, card, true)
    testbed.time.set(NEXT_DAY)
    for (const card of cards.slice(5, 10)) await testbed.answer(user, card, true)
    expect(await countsOf(user)).toMatchObject({ lastDay: '2026-11-03', count: 5, otherDays: { [TODAY]: 5 } })
    await testbed.answer(user, cards[10]!, true, late(20))
    expect(await countsOf(user)).toMatchObject({ lastDay: '2026-11-03', count: 5, otherDays: { [TODAY]: 6 } })
    expect(await streakDays(user)).toEqual([])
  })

  test('a time outside of the limits is refused with its own code and changes nothing', async () => {
    const { user, cards } = await learnerWith(1)
    testbed.time.set('2026-11-04T13:00:00Z')
    const codeOf = async (occurredAt: string) =>
      (
        await testbed.call(`POST /review/cards/${cards[0]!.id}/answers`, user, {
          repetition: 1,
          answer: { selectedOption: 0 },
          occurredAt,
        })
      ).body.error.code
    expect(await codeOf('2026-11-04T13:02:00Z')).toBe('OCCURRED_IN_FUTURE')
    expect(await codeOf('2026-11-02T12:59:59Z')).toBe('OCCURRED_TOO_LONG_AGO')
    testbed.time.set(START)
    expect(await codeOf('2026-11-01T23:59:59Z')).toBe('OCCURRED_BEFORE_DUE')
    expect(await codeOf('soon')).toBe('VALIDATION_FAILED')
    expect(await countLogs(user)).toBe(0)
  })

  test('a late answer to a card that another device has answered is dropped and gets the stored result', async () => {
    const { user, cards } = await learnerWith(1)
    testbed.time.set(NEXT_DAY)
    const first = await testbed.answer(user, cards[0]!, true)
    const before = await rowOf(cards[0]!.id)
    expect(await testbed.answer(user, cards[0]!, false, late(13))).toEqual(first)
    expect(await rowOf(cards[0]!.id)).toEqual(before)
    expect([await countLogs(user), (await countsOf(user)).otherDays]).toEqual([1, {}])
  })

  test('the last review of today can be undone after a late answer has arrived, and the late one cannot', async () => {
    const { user, cards } = await learnerWith(2)
    const [today, earlier] = cards
    testbed.time.set(NEXT_DAY)
    await testbed.answer(user, today!, true)
    await testbed.answer(user, earlier!, true, late(13))
    const undo = (card: ReviewCardView) =>
      testbed.call('POST /review/undo', user, { cardId: card.id, repetition: 1 })
    expect((await undo(earlier!)).body.error.code).toBe('REVIEW_NOT_LAST_ANSWER')
    expect((await undo(today!)).status).toBe(200)
    expect(await countsOf(user)).toMatchObject({ lastDay: '2026-11-03', count: 0, otherDays: { [TODAY]: 1 } })
  })

  test('one late answer that is sent 100 times at the same time counts once', async () => {
    const { user, cards } = await learnerWith(1)
    await testbed.ask('PUT /review/settings', user, { targetRetention: 0.9, dailyLimit: 60 })
    testbed.time.set(NEXT_DAY)
    const results = await Promise.all(
      Array.from({ length: 100 }, () => testbed.answer(user, cards[0]!, true, late(18))),
    )
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await countLogs(user)).toBe(1)
    expect(await countsOf(user)).toMatchObject({ lastDay: null, otherDays: { [TODAY]: 1 } })
  })

  test('an outbox of two days that is sent twice in random order gives the same cards and counts as in order', async () => {
    const random = seededRandom(112)
    const [inOrder, shuffled] = [await learnerWith(24), await learnerWith(24)]
    testbed.time.set('2026-11-03T22:00:00Z')
    const send = ({ user, cards }: typeof inOrder, index: number) =>
      testbed.answer(user, cards[index]!, index % 3 > 0, {
        occurredAt: `2026-11-0${index < 12 ? 2 : 3}T${13 + (index % 8)}:00:00.000Z`,
      })
    const indexes = Array.from({ length: 24 }, (_, index) => index)
    for (const index of indexes) await send(inOrder, index)
    const order = [...indexes, ...indexes]
      .map((index) => ({ index, order: random() }))
      .sort((one, other) => one.order - other.order)
    const queue = order[Symbol.iterator]()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (const { index } of queue) await send(shuffled, index)
      }),
    )
    expect(await streakDays(inOrder.user)).toEqual([TODAY, '2026-11-03'])
    for (const { user } of [inOrder, shuffled]) {
      expect(await countLogs(user)).toBe(24)
      expect(await countsOf(user)).toEqual({ lastDay: '2026-11-03', count: 12, otherDays: { [TODAY]: 12 } })
    }
    // A day that arrives after a later one does not change the streak, and no day counts twice.
    expect([[TODAY, '2026-11-03'], ['2026-11-03']]).toContainEqual(await streakDays(shuffled.user))
    const statesOf = ({ cards }: typeof inOrder) =>
      Promise.all(
        cards.map(async ({ id }) => {
          const { repetitions, lapses, stability, difficulty, last_reviewed_on } = (await rowOf(id))!
          return { repetitions, lapses, stability, difficulty, last_reviewed_on }
        }),
      )
    expect(await statesOf(shuffled)).toEqual(await statesOf(inOrder))
  })
})

describe('answers that arrive after a change of the time zone', () => {
  const moveTo = (userId: UserId, timeZone: string) =>
    testbed.platform.write((tx) =>
      updateUserDetails(tx, { userId, patch: { timeZone }, now: testbed.time.now() }),
    )
  const streakDays = async (user: UserId) =>
    (
      await testbed.platform.db<{ day: string }>`
        select day::text as day from streak_day where user_id = ${user} order by day`
    ).map(({ day }) => day)

  test('answers count on their day in the time zone of then', async () => {
    const { user, cards } = await learnerWith(10, 'Africa/Nairobi')
    testbed.time.set('2026-11-03T15:00:00Z')
    await moveTo(user, 'America/New_York')
    // Tuesday 00:30 in Nairobi, Monday 16:30 in New York.
    const late = { occurredAt: '2026-11-02T21:30:00.000Z' }
    const results = []
    for (const card of cards) results.push(await testbed.answer(user, card, false, late))
    expect(results.at(-1)).toMatchObject({ dueOn: '2026-11-04', answeredToday: 10, isStreakExtended: true })
    expect(await streakDays(user)).toEqual(['2026-11-03'])
  })

  test('a card that was due on the day of the answer is accepted, also if today is an earlier date', async () => {
    const user = await testbed.addUser('Pacific/Auckland')
    await testbed.insertCards(user, await testbed.insertQuestions(2), '2026-11-03')
    // Tuesday 09:00 in Auckland.
    testbed.time.set('2026-11-02T20:00:00Z')
    const [card, other] = await testbed.session(user)
    await moveTo(user, 'Pacific/Honolulu')
    // Monday 20:00 in Honolulu.
    testbed.time.set('2026-11-03T06:00:00Z')
    const late = { occurredAt: '2026-11-02T19:59:00.000Z' }
    expect(await testbed.answer(user, card!, false, late)).toMatchObject({
      dueOn: '2026-11-04',
      answeredToday: 0,
    })
    const { id, repetition } = other!
    const undated = { repetition, answer: { selectedOption: 0 } }
    const refused = await testbed.call(`POST /review/cards/${id}/answers`, user, undated)
    expect(refused.body.error.code).toBe('REVIEW_CARD_NOT_DUE')
  })

  test('ten answers that are 48 hours old are counted on one day, however far the learner flew', async () => {
    testbed.time.set('2026-11-02T10:30:00Z')
    const user = await testbed.addUser('Pacific/Niue')
    await testbed.insertCards(user, await testbed.insertQuestions(10), '2026-11-01')
    const cards = await testbed.session(user)
    await moveTo(user, 'Pacific/Kiritimati')
    // Thursday 00:20 in Kiritimati. The answers are of Sunday 23:25 in Niue.
    testbed.time.set('2026-11-04T10:20:00Z')
    const late = { occurredAt: '2026-11-02T10:25:00.000Z' }
    const results = []
    for (const card of cards) results.push(await testbed.answer(user, card, true, late))
    expect(results.at(-1)!.isStreakExtended).toBe(true)
    expect(await streakDays(user)).toEqual(['2026-11-01'])
  })
})

describe('time zones', () => {
  test('a card becomes due at midnight of the learner, not of UTC', async () => {
    const user = await testbed.addUser('Pacific/Auckland')
    await testbed.insertCards(user, await testbed.insertQuestions(1), '2026-11-03')
    // Auckland is 13 hours ahead of UTC in November.
    testbed.time.set('2026-11-02T10:59:59Z')
    expect(await testbed.session(user)).toHaveLength(0)
    testbed.time.set('2026-11-02T11:00:00Z')
    const [card] = await testbed.session(user)
    const { dueOn, intervalDays } = await testbed.answer(user, card!, false)
    expect([dueOn, intervalDays]).toEqual(['2026-11-04', 1])
    testbed.time.set('2026-11-03T10:59:59Z')
    expect(await testbed.session(user)).toHaveLength(0)
    testbed.time.set('2026-11-03T11:00:00Z')
    expect(await testbed.session(user)).toHaveLength(1)
  })

  test('the daily count starts again at midnight of the learner', async () => {
    const { user, cards } = await learnerWith(2, 'America/Los_Angeles')
    testbed.time.set('2026-11-03T07:59:00Z')
    await testbed.answer(user, cards[0]!, true)
    expect((await testbed.ask('GET /review/due', user)).answeredToday).toBe(1)
    testbed.time.set('2026-11-03T08:00:00Z')
    expect((await testbed.ask('GET /review/due', user)).answeredToday).toBe(0)
  })

  test('a learner who flies west gets no interval below a day', async () => {
    const { user, cards } = await learnerWith(1, 'Pacific/Kiritimati')
    testbed.time.set('2026-11-02T11:00:00Z')
    const { dueOn } = await testbed.answer(user, cards[0]!, false)
    expect(dueOn).toBe('2026-11-04')
    await testbed.platform.db`update user_account set time_zone = 'Pacific/Niue' where id = ${user}`
    await testbed.platform.db`update review_card set due_on = '2026-11-02' where user_id = ${user}`
    const [again] = await testbed.session(user)
    const second = await testbed.answer(user, again!, true)
    expect(daysBetween('2026-11-03', second.dueOn)).toBe(second.intervalDays)
    expect(second.intervalDays).toBeGreaterThanOrEqual(1)
  })
})
