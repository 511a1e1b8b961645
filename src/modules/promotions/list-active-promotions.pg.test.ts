import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { addMs, DAY_MS, HOUR_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { grantPremium } from '../subscriptions/public/grant-premium.ts'
import { erasePersonalData, exportPersonalData } from './personal-data.ts'
import { createPromotionsFixture, type PromotionsFixture } from './promotions-testbed.ts'
import type { PromotionInput } from './public/promotion.ts'
import { updatePromotion } from './public/update-promotion.ts'

let fixture: PromotionsFixture
beforeAll(async () => {
  fixture = await createPromotionsFixture()
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.clear())
afterEach(useSystemClock)

const soon = () => addMs(new Date(), DAY_MS).toISOString()
const past = () => addMs(new Date(), -DAY_MS).toISOString()

/** Created in this order, one second apart. */
const CAMPAIGNS: [string, Partial<PromotionInput>][] = [
  ['global', {}],
  ['global, high', { priority: 50 }],
  ['global, newer', {}],
  ['KE', { countries: ['KE'] }],
  ['KE, high', { countries: ['KE'], priority: 5 }],
  ['NG and GH', { countries: ['NG', 'GH'] }],
  ['sw', { languages: ['sw'], priority: 1 }],
  ['en and fr', { languages: ['en', 'fr'], priority: 2 }],
  ['pt', { languages: ['pt'] }],
  ['pt-BR', { languages: ['pt-BR'] }],
  ['KE in sw', { countries: ['KE'], languages: ['sw'] }],
  ['NG in sw', { countries: ['NG'], languages: ['sw'] }],
  ['expired', { endsAt: past(), priority: 99 }],
  ['expired in KE', { countries: ['KE'], startsAt: '2020-01-01T00:00:00.000Z', endsAt: past() }],
  ['future', { startsAt: soon(), priority: 99 }],
  ['disabled', { isEnabled: false, priority: 99 }],
  ['began and ends later', { startsAt: past(), endsAt: soon(), priority: -1 }],
]

const GLOBAL = ['global, high', 'global, newer', 'global', 'began and ends later']

const VIEWERS: [
  string,
  { country?: string; language?: string; query?: string; accepts?: string },
  string[],
][] = [
  ['in Kenya, English', { country: 'KE' }, ['KE, high', 'KE', ...withEnglish()]],
  [
    'in Kenya, Swahili',
    { country: 'KE', language: 'sw' },
    ['KE, high', 'KE in sw', 'KE', 'global, high', 'sw', ...GLOBAL.slice(1)],
  ],
  ['in Ghana, French of Canada', { country: 'GH', language: 'fr-CA' }, ['NG and GH', ...withEnglish()]],
  [
    'in Nigeria, Swahili of Tanzania',
    { country: 'NG', language: 'sw-TZ' },
    ['NG in sw', 'NG and GH', 'global, high', 'sw', ...GLOBAL.slice(1)],
  ],
  ['of no country, German', { language: 'de' }, GLOBAL],
  ['of no country, English', {}, withEnglish()],
  [
    'of Brazil, Portuguese',
    { country: 'BR', language: 'pt-BR' },
    ['global, high', 'pt-BR', 'pt', ...GLOBAL.slice(1)],
  ],
  [
    'of Portugal, Portuguese',
    { country: 'PT', language: 'pt-PT' },
    ['global, high', 'pt', ...GLOBAL.slice(1)],
  ],
  ['in Kenya, who asks for Ghana', { country: 'KE', query: 'country=gh' }, ['NG and GH', ...withEnglish()]],
  [
    'whose query speaks before the header, and the header before the profile',
    { language: 'de', accepts: 'fr', query: 'language=pt' },
    ['global, high', 'pt', ...GLOBAL.slice(1)],
  ],
  ['whose header speaks before the profile', { language: 'de', accepts: 'fr' }, withEnglish()],
  ['whose header says nothing', { language: 'de', accepts: '*' }, GLOBAL],
  ['whose header is broken', { language: 'de', accepts: ';;q=7,\u00e4' }, GLOBAL],
  [
    'who takes Portuguese rather than English, and gets no English',
    { accepts: 'pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7' },
    ['global, high', 'pt-BR', 'pt', ...GLOBAL.slice(1)],
  ],
  [
    'who takes German rather than English, and gets English because there is no German',
    { accepts: 'de-AT,en;q=0.1' },
    withEnglish(),
  ],
]

function withEnglish(): string[] {
  return ['global, high', 'en and fr', ...GLOBAL.slice(1)]
}

describe('active promotions', () => {
  test('each user gets the matching banners in order, and the first matching popup', async () => {
    const start = Date.now() - 3_600_000
    for (const kind of ['BANNER', 'POPUP'] as const) {
      for (const [index, [title, input]] of CAMPAIGNS.entries())
        await fixture.create({ kind, title, ...input }, new Date(start + index * 1_000))
    }
    for (const [who, { query, accepts, ...person }, expected] of VIEWERS) {
      const user = await fixture.addUser(person)
      const shown = await fixture.titles(user, {
        ...(query ? { query } : {}),
        headers: accepts ? { 'accept-language': accepts } : {},
      })
      expect([who, shown]).toEqual([who, { popup: expected[0]!, banners: expected }])
    }
  })

  test('without promotions the popup is null and the banners are empty', async () => {
    const { status, body } = await fixture.look(await fixture.addUser())
    expect([status, body]).toEqual([200, { popup: null, banners: [] }])
  })

  test('a popup for a country precedes a popup for all countries with a higher priority', async () => {
    await fixture.create({ kind: 'POPUP', title: 'all', priority: 1_000 })
    await fixture.create({ kind: 'POPUP', title: 'KE', countries: ['KE'], priority: -5 })
    expect((await fixture.titles(await fixture.addUser({ country: 'KE' }))).popup).toBe('KE')
    expect((await fixture.titles(await fixture.addUser({ country: 'UG' }))).popup).toBe('all')
  })

  test('a promotion is live from its start time until before its end time', async () => {
    const time = createTestClock()
    const begin = Date.now() + HOUR_MS
    await fixture.create({
      title: 'an hour',
      startsAt: new Date(begin).toISOString(),
      endsAt: new Date(begin + HOUR_MS).toISOString(),
    })
    const user = await fixture.addUser()
    const banners = async () => (await fixture.titles(user)).banners
    expect(await banners()).toEqual([])
    time.advance(HOUR_MS + 1)
    expect(await banners()).toEqual(['an hour'])
    time.advance(HOUR_MS)
    expect(await banners()).toEqual([])
  })

  test('the response has no envelope and contains the fields of popup and banners', async () => {
    const about = {
      title: 'T',
      subtitle: 'S',
      imageUrl: '/badges/first-steps.svg',
      ctaText: 'Go',
      ctaAction: 'OPEN_URL' as const,
      ctaPayload: { url: 'https://example.com/' },
      priority: 3,
    }
    const popup = await fixture.create({ kind: 'POPUP', ...about, bodyText: 'B', dismissible: false })
    const banner = await fixture.create({ title: 'bare' })
    const { body, headers } = await fixture.look(await fixture.addUser())
    expect(body).toEqual({
      popup: {
        id: popup.id,
        ...about,
        imageUrl: 'https://lyceum.example/badges/first-steps.svg',
        bodyText: 'B',
        dismissible: false,
      },
      banners: [
        {
          id: banner.id,
          title: 'bare',
          subtitle: null,
          imageUrl: null,
          ctaText: null,
          ctaAction: 'NONE',
          ctaPayload: {},
          priority: 0,
        },
      ],
    })
    expect(headers.get('etag')).toBeTruthy()
  })

  test('listing promotions takes two reads and no write', async () => {
    for (const title of ['a', 'b', 'c']) await fixture.create({ kind: 'POPUP', title })
    const user = await fixture.addUser()
    // The invalidation message of the last promotion may still arrive and causes one more read.
    await waitUntil(async () => {
      Object.assign(fixture.sent, { db: 0, quick: 0, writes: 0 })
      await fixture.look(user)
      return Bun.deepEquals(fixture.sent, { db: 0, quick: 2, writes: 0 })
    })
  })

  test('an invalid country or language is refused with the name of the field', async () => {
    const user = await fixture.addUser()
    for (const [query, field] of [
      ['country=Kenya', 'country'],
      ['country=XX', 'country'],
      ['country=%00', 'country'],
      ['country=', 'country'],
      ['language=english', 'language'],
      ['language=e', 'language'],
      ['language=pt_BR', 'language'],
      [`language=en-${'x'.repeat(100)}`, 'language'],
    ]) {
      const { status, body } = await fixture.look(user, { query: query! })
      expect([query, status, body.error.code]).toEqual([query!, 400, 'VALIDATION_FAILED'])
      expect(body.error.details[0].field).toBe(field)
    }
    expect((await fixture.look(undefined as never)).status).toBe(401)
  })

  test('a token of a deleted account is refused', async () => {
    const user = await fixture.addUser()
    await fixture.db`update user_account set deleted_at = now() where id = ${user}`
    expect((await fixture.look(user)).status).toBe(401)
  })
})

describe('targeting of promotions', () => {
  test('a promotion for new users is shown only within the given days after registration', async () => {
    await fixture.create({ title: 'new', targeting: { newUserDays: 7 } })
    const young = await fixture.addUser({ registeredAt: addMs(new Date(), -7 * DAY_MS + HOUR_MS) })
    const old = await fixture.addUser({ registeredAt: addMs(new Date(), -7 * DAY_MS - HOUR_MS) })
    expect((await fixture.titles(young)).banners).toEqual(['new'])
    expect((await fixture.titles(old)).banners).toEqual([])
  })

  test('a promotion is shown only to subscribers or only to other users', async () => {
    await fixture.create({ title: 'thanks', targeting: { subscribers: true } })
    await fixture.create({ title: 'come', targeting: { subscribers: false } })
    const [with_, without] = [await fixture.addUser(), await fixture.addUser()]
    await fixture.platform.write((tx) => grantPremium(tx, { userId: with_, until: null, now: new Date() }))
    expect((await fixture.titles(with_)).banners).toEqual(['thanks'])
    expect((await fixture.titles(without)).banners).toEqual(['come'])
  })

  test('a promotion is shown to levels in a range, by the XP in the ledger', async () => {
    await fixture.create({ title: 'from 2', targeting: { minLevel: 2 } })
    await fixture.create({ title: 'to 2', targeting: { maxLevel: 2 } })
    await fixture.create({ title: 'only 3', targeting: { minLevel: 3, maxLevel: 3 } })
    const levels: [number, string[]][] = [
      [0, ['to 2']],
      [100, ['to 2', 'from 2']],
      [400, ['only 3', 'from 2']],
      [900, ['from 2']],
    ]
    for (const [xp, expected] of levels) {
      const user = await fixture.addUser()
      await fixture.db`
        insert into ledger_balance (account, asset, balance) values (${`user:${user}`}, 'XP', ${xp})`
      expect([xp, (await fixture.titles(user)).banners]).toEqual([xp, expected])
    }
  })

  test('a promotion that is not for the user does not affect the choice of the language', async () => {
    await fixture.create({ title: 'sw for subscribers', languages: ['sw'], targeting: { subscribers: true } })
    await fixture.create({ title: 'en', languages: ['en'] })
    const user = await fixture.addUser()
    const { banners } = await fixture.titles(user, { headers: { 'accept-language': 'sw,en;q=0.5' } })
    expect(banners).toEqual(['en'])
  })
})

describe('changes of promotions', () => {
  test('a change is visible immediately in its own process and soon in the others', async () => {
    // The clock is stopped, so that the cache does not expire.
    const stands = Date.now() + 60_000
    useClock(() => stands)
    const user = await fixture.addUser()
    for (const process of [0, 1]) expect((await fixture.titles(user, { process })).banners).toEqual([])
    const { id } = await fixture.create({ title: 'new' })
    expect((await fixture.titles(user)).banners).toEqual(['new'])
    await waitUntil(async () => (await fixture.titles(user, { process: 1 })).banners.length === 1)
    const now = new Date()
    await fixture.platform.write((tx) =>
      updatePromotion(tx, { promotionId: id, patch: { isEnabled: false }, now }),
    )
    expect((await fixture.titles(user)).banners).toEqual([])
    await waitUntil(async () => (await fixture.titles(user, { process: 1 })).banners.length === 0)
  })

  test('a change without an invalidation message is visible when the cache expires', async () => {
    const time = createTestClock()
    const user = await fixture.addUser()
    const { id } = await fixture.create({ title: 'old' })
    expect((await fixture.titles(user)).banners).toEqual(['old'])
    await fixture.db`update promotion set title = 'changed by hand' where id = ${id}`
    time.advance(5_001)
    expect((await fixture.titles(user)).banners).toEqual(['changed by hand'])
  })
})

describe('dismissed popups', () => {
  test('a dismissed popup is hidden on every device, the next one is shown, and it returns at its time', async () => {
    const time = createTestClock()
    await fixture.create({ kind: 'POPUP', title: 'second', priority: 1 })
    const first = await fixture.create({ kind: 'POPUP', title: 'first', priority: 2, reshowAfterHours: 48 })
    const [user, other] = [await fixture.addUser(), await fixture.addUser()]
    // The other process gets the invalidation messages later, in order.
    await waitUntil(async () => (await fixture.titles(other, { process: 1 })).popup === 'first')
    expect((await fixture.titles(user)).popup).toBe('first')
    expect((await fixture.report(user, first.id, { eventType: 'DISMISS' })).body).toEqual({ tracked: true })
    for (const process of [0, 1]) expect((await fixture.titles(user, { process })).popup).toBe('second')
    expect((await fixture.titles(other)).popup).toBe('first')

    time.advance(48 * HOUR_MS - 60_000)
    expect((await fixture.titles(user, { process: 1 })).popup).toBe('second')
    time.advance(60_000)
    expect((await fixture.titles(user, { process: 1 })).popup).toBe('first')
    expect((await fixture.report(user, first.id, { eventType: 'DISMISS' })).body).toEqual({ tracked: true })
    expect((await fixture.titles(user)).popup).toBe('second')
  })

  test('a dismissed popup without a reshow time never returns', async () => {
    const time = createTestClock()
    const { id } = await fixture.create({ kind: 'POPUP', title: 'once' })
    const user = await fixture.addUser()
    await fixture.report(user, id, { eventType: 'DISMISS' })
    time.advance(3_650 * DAY_MS)
    expect((await fixture.titles(user)).popup).toBeNull()
  })

  test('a popup that cannot be dismissed stays', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'must', dismissible: false })
    const user = await fixture.addUser()
    expect((await fixture.report(user, id, { eventType: 'DISMISS' })).body).toEqual({ tracked: false })
    expect((await fixture.titles(user)).popup).toBe('must')
  })

  test('a dismissed banner stays', async () => {
    const { id } = await fixture.create({ title: 'banner' })
    const user = await fixture.addUser()
    expect((await fixture.report(user, id, { eventType: 'DISMISS' })).body).toEqual({ tracked: true })
    expect((await fixture.titles(user)).banners).toEqual(['banner'])
  })
})

describe('frequency caps', () => {
  const count = (shown: { popup: string | null; banners: string[] }[], title: string) =>
    shown.filter(({ popup, banners }) => popup === title || banners.includes(title)).length

  test('a frequency cap holds for 50 concurrent requests of one user to two processes', async () => {
    await fixture.create({ kind: 'POPUP', title: 'thrice', priority: 2, frequencyCap: { times: 3 } })
    await fixture.create({ kind: 'POPUP', title: 'four times', priority: 1, frequencyCap: { times: 4 } })
    await fixture.create({ title: 'five times', frequencyCap: { times: 5, hours: 24 } })
    await fixture.create({ title: 'always' })
    const [user, other] = [await fixture.addUser(), await fixture.addUser()]
    // The other process gets the invalidation messages later, in order.
    await waitUntil(async () => (await fixture.titles(other, { process: 1 })).banners.includes('always'))
    const shown = await Promise.all(
      Array.from({ length: 50 }, (_, index) => fixture.titles(user, { process: index % 2 })),
    )
    expect(count(shown, 'thrice')).toBe(3)
    expect(count(shown, 'four times')).toBe(4)
    expect(count(shown, 'five times')).toBe(5)
    expect(count(shown, 'always')).toBe(50)
    expect(await fixture.titles(user)).toEqual({ popup: null, banners: ['always'] })
  })

  test('a frequency cap counts for each user separately', async () => {
    await fixture.create({ kind: 'POPUP', title: 'once', frequencyCap: { times: 1 } })
    for (const user of [await fixture.addUser(), await fixture.addUser()]) {
      expect((await fixture.titles(user)).popup).toBe('once')
      expect((await fixture.titles(user)).popup).toBeNull()
    }
  })

  test('a frequency cap starts again the given hours after its first showing', async () => {
    const time = createTestClock()
    await fixture.create({ kind: 'POPUP', title: 'twice a day', frequencyCap: { times: 2, hours: 24 } })
    const user = await fixture.addUser()
    const popup = async () => (await fixture.titles(user)).popup
    expect(await popup()).toBe('twice a day')
    time.advance(23 * HOUR_MS)
    expect([await popup(), await popup()]).toEqual(['twice a day', null])
    time.advance(HOUR_MS)
    expect([await popup(), await popup(), await popup()]).toEqual(['twice a day', 'twice a day', null])
  })

  test('reports of a client do not change a frequency cap', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'once', frequencyCap: { times: 1 } })
    const user = await fixture.addUser()
    await fixture.report(user, id, { eventType: 'IMPRESSION' })
    expect((await fixture.titles(user)).popup).toBe('once')
    await fixture.report(user, id, { eventType: 'CLICK' })
    expect((await fixture.titles(user)).popup).toBeNull()
  })

  test('an unsafe control that checks the frequency cap first exceeds it', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'unsafe', frequencyCap: { times: 3 } })
    const user = await fixture.addUser()
    let shown = 0
    // All read before the first one writes.
    const meeting = createBarrier(10)
    const unsafeControl = async () => {
      const [row] = await fixture.db<{ timesShown: number }>`
        select times_shown as "timesShown" from promotion_user_state where user_id = ${user} and promotion_id = ${id}`
      await meeting()
      if ((row?.timesShown ?? 0) >= 3) return
      shown++
      await fixture.db`
        insert into promotion_user_state as state (user_id, promotion_id, times_shown) values (${user}, ${id}, 1)
        on conflict (user_id, promotion_id) do update set times_shown = state.times_shown + 1`
    }
    await Promise.all(Array.from({ length: 10 }, unsafeControl))
    expect(shown).toBeGreaterThan(3)
  })
})

test('promotion events of a user are in the data export and are deleted with the account', async () => {
  const { id } = await fixture.create({ kind: 'POPUP', title: 'seen' })
  const user = await fixture.addUser()
  await fixture.report(user, id, { eventType: 'IMPRESSION' })
  await fixture.report(user, id, { eventType: 'DISMISS' })
  expect(await exportPersonalData(fixture.db, user)).toEqual([
    {
      title: 'seen',
      impressions: 1,
      lastImpressionAt: expect.any(Date),
      clicks: 0,
      dismissedAt: expect.any(Date),
      shown: 0,
    },
  ])
  await fixture.platform.write((tx) =>
    erasePersonalData(tx, accountDeleted({ userId: user, avatarKey: null, at: '' })),
  )
  expect(await exportPersonalData(fixture.db, user)).toEqual([])
})
