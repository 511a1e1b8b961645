import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { fullPlan, queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import type { UserId } from '../../platform/ids.ts'
import { getDueCounts, getForecast, getSession } from './get-session.ts'
import { createReviewTestbed, type ReviewTestbed } from './review-testbed.ts'
import { addDays } from './scheduler.ts'

let testbed: ReviewTestbed
beforeAll(async () => {
  testbed = await createReviewTestbed()
})
afterAll(() => testbed.stop())

const TODAY = '2026-11-02'
const START = '2026-11-02T12:00:00Z'

describe('a learner with 1,000 overdue cards after a month', () => {
  test('the daily limit holds, and every card is seen within the promised days although forgotten ones come back', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    const questions = await testbed.insertQuestions(1_000)
    const overdue = new Set<string>()
    for (let day = 0; day < 25; day++) {
      const ids = await testbed.insertCards(
        user,
        questions.slice(40 * day, 40 * day + 40),
        addDays(TODAY, day - 30),
      )
      for (const id of ids) overdue.add(id)
    }
    const counts = await testbed.ask('GET /review/due', user)
    expect(counts).toEqual({
      due: 1_000,
      availableToday: 60,
      answeredToday: 0,
      dailyLimit: 60,
      daysToClear: 17,
      nextDueOn: null,
    })

    let days = 0
    while (overdue.size > 0 && days < 40) {
      days++
      let answered = 0
      for (let cards = await testbed.session(user); cards.length > 0; cards = await testbed.session(user)) {
        await Promise.all(
          cards.map((card, index) => {
            overdue.delete(card.id)
            answered++
            // A third is forgotten and due again on the next day.
            return testbed.answer(user, card, index % 3 > 0)
          }),
        )
      }
      expect(answered).toBe(60)
      expect(await testbed.session(user)).toEqual([])
      testbed.time.passDays(1)
    }
    expect([overdue.size, days]).toEqual([0, counts.daysToClear])
  })

  test('the forecast spreads the backlog over the days by the limit of the learner', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    await testbed.ask('PUT /review/settings', user, { targetRetention: 0.9, dailyLimit: 20 })
    await testbed.insertCards(user, await testbed.insertQuestions(45), addDays(TODAY, -9))
    await testbed.insertCards(user, await testbed.insertQuestions(3), addDays(TODAY, 1))
    await testbed.insertCards(user, await testbed.insertQuestions(4), addDays(TODAY, 29))
    await testbed.insertCards(user, await testbed.insertQuestions(5), addDays(TODAY, 30))
    const forecast = await testbed.ask('GET /review/forecast', user)
    expect(forecast).toHaveLength(30)
    expect(forecast.slice(0, 4)).toEqual([
      { date: '2026-11-02', due: 45, planned: 20 },
      { date: '2026-11-03', due: 3, planned: 20 },
      { date: '2026-11-04', due: 0, planned: 8 },
      { date: '2026-11-05', due: 0, planned: 0 },
    ])
    expect(forecast.at(-1)).toEqual({ date: '2026-12-01', due: 4, planned: 4 })
    expect(await testbed.session(user)).toHaveLength(20)
    expect(await testbed.session(user, 7)).toHaveLength(7)
  })

  test('a smaller limit than what was answered today leaves an empty session', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    await testbed.insertCards(user, await testbed.insertQuestions(30), TODAY)
    for (const card of await testbed.session(user, 11)) await testbed.answer(user, card, true)
    await testbed.ask('PUT /review/settings', user, { targetRetention: 0.9, dailyLimit: 10 })
    expect(await testbed.session(user)).toEqual([])
    expect(await testbed.ask('GET /review/due', user)).toMatchObject({
      due: 19,
      availableToday: 0,
      daysToClear: 3,
    })
  })
})

describe('settings', () => {
  test('a learner without settings has a retention of 0.9 and 60 cards a day, and changes are stored', async () => {
    const user = await testbed.addUser()
    expect(await testbed.ask('GET /review/settings', user)).toEqual({ targetRetention: 0.9, dailyLimit: 60 })
    const changed = await testbed.ask('PUT /review/settings', user, {
      targetRetention: 0.857,
      dailyLimit: 100,
    })
    expect(changed).toEqual({ targetRetention: 0.86, dailyLimit: 100 })
    expect(await testbed.ask('GET /review/settings', user)).toEqual(changed)
  })

  test('a retention outside of 0.8 to 0.95 and a limit outside of 10 to 500 are refused', async () => {
    const user = await testbed.addUser()
    const put = async (targetRetention: number, dailyLimit: number) =>
      (await testbed.call('PUT /review/settings', user, { targetRetention, dailyLimit })).status
    expect([await put(0.79, 60), await put(0.96, 60), await put(0.9, 9), await put(0.9, 501)]).toEqual([
      400, 400, 400, 400,
    ])
    expect([await put(0.8, 10), await put(0.95, 500)]).toEqual([200, 200])
  })
})

describe('suspended cards', () => {
  test('a suspended card is in the list and not in the queue, until it is put back', async () => {
    testbed.time.set(START)
    const user = await testbed.addUser()
    const [id] = await testbed.insertCards(user, await testbed.insertQuestions(1), TODAY)
    for (let run = 0; run < 2; run++)
      expect(await testbed.ask(`POST /review/cards/${id}/suspend`, user)).toEqual({
        cardId: id,
        isSuspended: true,
      })
    expect(await testbed.session(user)).toEqual([])
    expect((await testbed.ask('GET /review/suspended', user)).map((card: { id: string }) => card.id)).toEqual(
      [id],
    )
    await testbed.ask(`POST /review/cards/${id}/unsuspend`, user)
    expect((await testbed.session(user)).map((card) => card.id)).toEqual([id!])
    expect(await testbed.ask('GET /review/suspended', user)).toEqual([])
    const otherUser = await testbed.addUser()
    expect((await testbed.call(`POST /review/cards/${id}/suspend`, otherUser)).status).toBe(404)
  })
})

describe('the cost of reads', () => {
  let user: UserId
  beforeAll(async () => {
    testbed.time.set(START)
    user = await testbed.addUser()
    // Ten thousand cards: a hundred are due today.
    const questions = await testbed.insertQuestions(10_000)
    await testbed.insertCards(user, questions.slice(0, 100), TODAY)
    await testbed.insertCards(user, questions.slice(100), addDays(TODAY, 200))
    await testbed.platform.db`analyze review_card`
  })

  test('a session reads few pages by the index of the queue', async () => {
    const plans = await queryPlansOf(testbed.test.database, (db) =>
      getSession(db, { userId: user, now: testbed.time.now(), limit: 20 }),
    )
    expect(scannedTables(plans).filter((table) => table.startsWith('review_card'))).toEqual([])
    expect(fullPlan(plans).plan).toContain('review_card_due')
    expect(fullPlan(plans).pages).toBeLessThan(150)
  })

  test('counts and forecast read only the cards of their days', async () => {
    const reader = { userId: user, now: testbed.time.now() }
    const plans = await queryPlansOf(testbed.test.database, async (db) => {
      await getDueCounts(db, reader)
      await getForecast(db, reader)
    })
    expect(scannedTables(plans).filter((table) => table.startsWith('review_card'))).toEqual([])
    expect(fullPlan(plans).pages).toBeLessThan(150)
  })
})
