import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { addMs, DAY_MS, MINUTE_MS, useSystemClock } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { createPromotionsFixture, type PromotionsFixture } from './promotions-testbed.ts'
import { getPromotionStats } from './public/get-promotion-stats.ts'
import type { PromotionId } from './public/promotion.ts'

let fixture: PromotionsFixture
beforeAll(async () => {
  fixture = await createPromotionsFixture()
})
afterAll(() => fixture.stop())
afterEach(useSystemClock)

type EventType = 'IMPRESSION' | 'CLICK' | 'DISMISS'

const report = async (user: UserId, id: PromotionId, eventType: EventType, country?: string) => {
  const { status, body } = await fixture.report(user, id, { eventType, ...(country ? { country } : {}) })
  expect([status, Object.keys(body)]).toEqual([200, ['tracked']])
  return body.tracked as boolean
}
const stats = async (id: PromotionId) => {
  const { byCountry: _, byDay: __, ...all } = await getPromotionStats(fixture.db, id)
  return all
}

describe('impressions', () => {
  test('an impression within a minute of the last one is not counted, and a later one is', async () => {
    const time = createTestClock()
    const { id } = await fixture.create({})
    const user = await fixture.addUser()
    expect(await report(user, id, 'IMPRESSION')).toBe(true)
    expect(await report(user, id, 'IMPRESSION')).toBe(false)
    time.advance(MINUTE_MS - 20_000)
    expect(await report(user, id, 'IMPRESSION')).toBe(false)
    time.advance(20_000)
    expect(await report(user, id, 'IMPRESSION')).toBe(true)
    expect(await stats(id)).toMatchObject({ impressions: 2, reach: 1 })
  })

  test('an impression that is sent 40 times concurrently is counted once per user', async () => {
    const { id } = await fixture.create({})
    const users = await Promise.all(Array.from({ length: 5 }, () => fixture.addUser()))
    const tracked = await Promise.all(
      users.flatMap((user) => Array.from({ length: 40 }, () => report(user, id, 'IMPRESSION'))),
    )
    expect(tracked.filter(Boolean).length).toBe(5)
    expect(await stats(id)).toMatchObject({ impressions: 5, reach: 5 })
  })

  test('an unsafe control that checks first counts an impression more than once', async () => {
    const { id } = await fixture.create({})
    const user = await fixture.addUser()
    // All read before the first one writes.
    const meeting = createBarrier(10)
    const unsafeControl = async () => {
      const [row] = await fixture.db`
        select last_impression_at from promotion_user_state where user_id = ${user} and promotion_id = ${id}
          and last_impression_at > now() - interval '1 minute'`
      await meeting()
      if (row) return
      await fixture.db`
        insert into promotion_user_state as state (user_id, promotion_id, impressions, last_impression_at)
        values (${user}, ${id}, 1, now())
        on conflict (user_id, promotion_id) do update set impressions = state.impressions + 1, last_impression_at = now()`
    }
    await Promise.all(Array.from({ length: 10 }, unsafeControl))
    const [row] = await fixture.db<{ impressions: number }>`
      select impressions from promotion_user_state where user_id = ${user}`
    expect(row!.impressions).toBeGreaterThan(1)
  })
})

describe('clicks and dismissals', () => {
  test('every click is counted, and every user who clicked is counted once', async () => {
    const { id } = await fixture.create({})
    const [one, other] = [await fixture.addUser(), await fixture.addUser()]
    await report(one, id, 'IMPRESSION')
    await report(other, id, 'IMPRESSION')
    const clicks = await Promise.all(Array.from({ length: 10 }, () => report(one, id, 'CLICK')))
    expect(clicks.every(Boolean)).toBe(true)
    expect(await stats(id)).toEqual({
      impressions: 2,
      reach: 2,
      clicks: 10,
      clickers: 1,
      dismissals: 0,
      clickRate: 50,
    })
  })

  test('a dismissal that is sent 20 times concurrently counts once', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', reshowAfterHours: 1 })
    const user = await fixture.addUser()
    const sent = await Promise.all(Array.from({ length: 20 }, () => report(user, id, 'DISMISS')))
    expect(sent.filter(Boolean).length).toBe(1)
    expect(await stats(id)).toMatchObject({ dismissals: 1, impressions: 0, clicks: 0 })
  })

  test('reports of different types are counted independently', async () => {
    const { id } = await fixture.create({ kind: 'POPUP' })
    const user = await fixture.addUser()
    for (const type of ['IMPRESSION', 'CLICK', 'DISMISS', 'CLICK'] as const)
      expect([type, await report(user, id, type)]).toEqual([type, true])
    expect(await report(user, id, 'IMPRESSION')).toBe(false)
    expect(await report(user, id, 'DISMISS')).toBe(false)
  })
})

describe('promotions that are not live', () => {
  test('reports about a promotion that is not live are accepted and not counted', async () => {
    const at = (milliseconds: number) => addMs(new Date(), milliseconds).toISOString()
    const user = await fixture.addUser()
    for (const input of [{ endsAt: at(-1_000) }, { startsAt: at(DAY_MS) }, { isEnabled: false }]) {
      const { id } = await fixture.create(input)
      for (const type of ['IMPRESSION', 'CLICK', 'DISMISS'] as const)
        expect([input, type, await report(user, id, type)]).toEqual([input, type, false])
      expect(await stats(id)).toMatchObject({ impressions: 0, clicks: 0, dismissals: 0 })
    }
  })

  test('an invalid or unknown promotion id is not found', async () => {
    const user = await fixture.addUser()
    for (const id of [newId(), 'x', '1', '%00', '019a8b5e-7c1d-7000-8000']) {
      const { status, body } = await fixture.report(user, id, { eventType: 'CLICK' })
      expect([id, status, body.success, body.error.code]).toEqual([id, 404, false, 'NOT_FOUND'])
    }
  })
})

test('an invalid or missing eventType and an invalid country are refused with the name of the field', async () => {
  const { id } = await fixture.create({})
  const user = await fixture.addUser()
  const bodies: [unknown, string][] = [
    [{}, 'eventType'],
    [{ eventType: 'VIEW' }, 'eventType'],
    [{ eventType: 'impression' }, 'eventType'],
    [{ eventType: 7 }, 'eventType'],
    [{ eventType: ['CLICK'] }, 'eventType'],
    [{ eventType: null }, 'eventType'],
    [{ eventType: 'CLICK', country: 'Kenya' }, 'country'],
    [{ eventType: 'CLICK', country: 'XX' }, 'country'],
    [{ eventType: 'CLICK', country: 5 }, 'country'],
  ]
  for (const [body, field] of bodies) {
    const answer = await fixture.report(user, id, body)
    expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'VALIDATION_FAILED'])
    expect(answer.body.error.details[0].field).toBe(field)
  }
  expect((await fixture.report(undefined, id, { eventType: 'CLICK' })).status).toBe(401)
  expect(await stats(id)).toMatchObject({ impressions: 0, clicks: 0, dismissals: 0 })
})

test('statistics are grouped by the reported or known country and by day', async () => {
  const time = createTestClock()
  const { id } = await fixture.create({})
  const [kenyan, withoutCountry] = [await fixture.addUser({ country: 'KE' }), await fixture.addUser()]
  const today = new Date().toISOString().slice(0, 10)
  await report(kenyan, id, 'IMPRESSION')
  await report(kenyan, id, 'CLICK', 'ng')
  await report(withoutCountry, id, 'IMPRESSION')
  time.advance(DAY_MS)
  await report(withoutCountry, id, 'IMPRESSION', 'KE')
  const nothing = { impressions: 0, reach: 0, clicks: 0, clickers: 0, dismissals: 0 }
  expect(await getPromotionStats(fixture.db, id)).toMatchObject({
    impressions: 3,
    reach: 2,
    clicks: 1,
    clickers: 1,
    byCountry: [
      { ...nothing, country: 'KE', impressions: 2, reach: 1 },
      { ...nothing, country: 'ZZ', impressions: 1, reach: 1 },
      { ...nothing, country: 'NG', clicks: 1, clickers: 1 },
    ],
    byDay: [
      { ...nothing, day: today, impressions: 2, reach: 2, clicks: 1, clickers: 1 },
      { ...nothing, impressions: 1 },
    ],
  })
  await expect(getPromotionStats(fixture.db, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('concurrent reports of 300 users are all counted', async () => {
  const { id } = await fixture.create({})
  const users = await Promise.all(Array.from({ length: 300 }, () => fixture.addUser()))
  await Promise.all(users.map((user) => report(user, id, 'IMPRESSION')))
  expect(await stats(id)).toMatchObject({ impressions: 300, reach: 300 })
})
