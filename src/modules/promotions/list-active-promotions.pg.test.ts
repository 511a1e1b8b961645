import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { addMs, DAY_MS, HOUR_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { exportPersonalData, erasePersonalData } from './personal-data.ts'
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

/** Made in this order, each a second after the one before. */
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

describe('of many campaigns', () => {
  test('each user gets those for them, in their order, and of the popups the first', async () => {
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

  test('there is null and nothing when there are none', async () => {
    const { status, body } = await fixture.look(await fixture.addUser())
    expect([status, body]).toEqual([200, { popup: null, banners: [] }])
  })

  test('a popup of a country comes before one of all with a higher priority', async () => {
    await fixture.create({ kind: 'POPUP', title: 'all', priority: 1_000 })
    await fixture.create({ kind: 'POPUP', title: 'KE', countries: ['KE'], priority: -5 })
    expect((await fixture.titles(await fixture.addUser({ country: 'KE' }))).popup).toBe('KE')
    expect((await fixture.titles(await fixture.addUser({ country: 'UG' }))).popup).toBe('all')
  })

  test('a campaign begins at its first moment and is over at its last', async () => {
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

  test('the answer is bare, with the fields of a popup and of a banner', async () => {
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

  test('asking well is cheap: one look at the user, one at what they have had, and no write', async () => {
    for (const title of ['a', 'b', 'c']) await fixture.create({ kind: 'POPUP', title })
    const user = await fixture.addUser()
    // Word of the last campaign may still arrive, and costs one reading of all of them.
    await waitUntil(async () => {
      Object.assign(fixture.sent, { db: 0, quick: 0, writes: 0 })
      await fixture.look(user)
      return Bun.deepEquals(fixture.sent, { db: 0, quick: 2, writes: 0 })
    })
  })

  test('a bad country or language is refused by its name', async () => {
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

  test('a token that outlived its account gets nothing', async () => {
    const user = await fixture.addUser()
    await fixture.db`update user_account set deleted_at = now() where id = ${user}`
    expect((await fixture.look(user)).status).toBe(401)
  })
})

describe('targeting', () => {
  test('new users are those who registered so many days ago, and not more', async () => {
    await fixture.create({ title: 'new', targeting: { newUserDays: 7 } })
    const young = await fixture.addUser({ registeredAt: addMs(new Date(), -7 * DAY_MS + HOUR_MS) })
    const old = await fixture.addUser({ registeredAt: addMs(new Date(), -7 * DAY_MS - HOUR_MS) })
    expect((await fixture.titles(young)).banners).toEqual(['new'])
    expect((await fixture.titles(old)).banners).toEqual([])
  })

  test('subscribers, and those who are none', async () => {
    await fixture.create({ title: 'thanks', targeting: { subscribers: true } })
    await fixture.create({ title: 'come', targeting: { subscribers: false } })
    const [with_, without] = [await fixture.addUser(), await fixture.addUser()]
    fixture.premium.add(with_)
    expect((await fixture.titles(with_)).banners).toEqual(['thanks'])
    expect((await fixture.titles(without)).banners).toEqual(['come'])
  })

  test('levels from and to, by the XP in the books', async () => {
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

  test('a campaign for others decides nothing about the language', async () => {
    await fixture.create({ title: 'sw for subscribers', languages: ['sw'], targeting: { subscribers: true } })
    await fixture.create({ title: 'en', languages: ['en'] })
    const user = await fixture.addUser()
    const { banners } = await fixture.titles(user, { headers: { 'accept-language': 'sw,en;q=0.5' } })
    expect(banners).toEqual(['en'])
  })
})

describe('a change', () => {
  test('is seen at once where it is made, and soon in every other process', async () => {
    // Time stands still, so that nobody reads anew because some seconds have passed.
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

  test('that nobody told of is seen a few seconds later', async () => {
    const time = createTestClock()
    const user = await fixture.addUser()
    const { id } = await fixture.create({ title: 'old' })
    expect((await fixture.titles(user)).banners).toEqual(['old'])
    await fixture.db`update promotion set title = 'changed by hand' where id = ${id}`
    time.advance(5_001)
    expect((await fixture.titles(user)).banners).toEqual(['changed by hand'])
  })
})

describe('a dismissed popup', () => {
  test('stays away on every device, makes room for the next, and comes back at its time', async () => {
    const time = createTestClock()
    await fixture.create({ kind: 'POPUP', title: 'second', priority: 1 })
    const first = await fixture.create({ kind: 'POPUP', title: 'first', priority: 2, reshowAfterHours: 48 })
    const [user, other] = [await fixture.addUser(), await fixture.addUser()]
    // The other process hears of campaigns a moment later, and of the last one last.
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

  test('without a time to come back does not', async () => {
    const time = createTestClock()
    const { id } = await fixture.create({ kind: 'POPUP', title: 'once' })
    const user = await fixture.addUser()
    await fixture.report(user, id, { eventType: 'DISMISS' })
    time.advance(3_650 * DAY_MS)
    expect((await fixture.titles(user)).popup).toBeNull()
  })

  test('is none when the campaign is not to be dismissed', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'must', dismissible: false })
    const user = await fixture.addUser()
    expect((await fixture.report(user, id, { eventType: 'DISMISS' })).body).toEqual({ tracked: false })
    expect((await fixture.titles(user)).popup).toBe('must')
  })

  test('is a matter of popups: a banner stays', async () => {
    const { id } = await fixture.create({ title: 'banner' })
    const user = await fixture.addUser()
    expect((await fixture.report(user, id, { eventType: 'DISMISS' })).body).toEqual({ tracked: true })
    expect((await fixture.titles(user)).banners).toEqual(['banner'])
  })
})

describe('a frequency cap', () => {
  const count = (shown: { popup: string | null; banners: string[] }[], title: string) =>
    shown.filter(({ popup, banners }) => popup === title || banners.includes(title)).length

  test('holds when one user looks 50 times at once, on two processes', async () => {
    await fixture.create({ kind: 'POPUP', title: 'thrice', priority: 2, frequencyCap: { times: 3 } })
    await fixture.create({ kind: 'POPUP', title: 'four times', priority: 1, frequencyCap: { times: 4 } })
    await fixture.create({ title: 'five times', frequencyCap: { times: 5, hours: 24 } })
    await fixture.create({ title: 'always' })
    const [user, other] = [await fixture.addUser(), await fixture.addUser()]
    // The other process hears of campaigns a moment later, and of the last one last.
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

  test('is each user’s own', async () => {
    await fixture.create({ kind: 'POPUP', title: 'once', frequencyCap: { times: 1 } })
    for (const user of [await fixture.addUser(), await fixture.addUser()]) {
      expect((await fixture.titles(user)).popup).toBe('once')
      expect((await fixture.titles(user)).popup).toBeNull()
    }
  })

  test('begins anew so many hours after the first of its times', async () => {
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

  test('is not used up by reports, and a report does not undo it', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'once', frequencyCap: { times: 1 } })
    const user = await fixture.addUser()
    await fixture.report(user, id, { eventType: 'IMPRESSION' })
    expect((await fixture.titles(user)).popup).toBe('once')
    await fixture.report(user, id, { eventType: 'CLICK' })
    expect((await fixture.titles(user)).popup).toBeNull()
  })

  test('that is only looked at before it is counted does not hold, and the test would see it', async () => {
    const { id } = await fixture.create({ kind: 'POPUP', title: 'unsafe', frequencyCap: { times: 3 } })
    const user = await fixture.addUser()
    let shown = 0
    // All have looked before the first one writes.
    const meeting = createBarrier(10)
    const naive = async () => {
      const [row] = await fixture.db<{ shown: number }>`
        select shown from promotion_user_state where user_id = ${user} and promotion_id = ${id}`
      await meeting()
      if ((row?.shown ?? 0) >= 3) return
      shown++
      await fixture.db`
        insert into promotion_user_state as held (user_id, promotion_id, shown) values (${user}, ${id}, 1)
        on conflict (user_id, promotion_id) do update set shown = held.shown + 1`
    }
    await Promise.all(Array.from({ length: 10 }, naive))
    expect(shown).toBeGreaterThan(3)
  })
})

test('what somebody saw and tapped is in their export, and goes with their account', async () => {
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
