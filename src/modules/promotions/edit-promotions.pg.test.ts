import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createPromotionsFixture, type PromotionsFixture } from './promotions-testbed.ts'
import { createPromotion } from './public/create-promotion.ts'
import { getPromotion, listPromotions } from './public/list-promotions.ts'
import { PromotionInputSchema, type PromotionPatch, PromotionPatchSchema } from './public/promotion.ts'
import { PromotionSchema, presentPromotion } from './public/promotion-view.ts'
import { updatePromotion } from './public/update-promotion.ts'

let fixture: PromotionsFixture
beforeAll(async () => {
  fixture = await createPromotionsFixture()
})
afterAll(() => fixture.stop())

const CONTEST = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'
const change = (promotionId: string, patch: PromotionPatch) =>
  fixture.platform.write((tx) =>
    updatePromotion(tx, { promotionId: promotionId as never, patch, now: new Date() }),
  )
const fieldsRefused = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  return error instanceof Refusal ? error.details?.map(({ field }) => field) : error
}

describe('fields of a promotion', () => {
  test('a promotion needs a kind and a title, and the other fields have defaults', async () => {
    const input = PromotionInputSchema.parse({ kind: 'POPUP', title: ' Spring ' })
    const made = await fixture.create(input)
    expect(presentPromotion(made, 'https://l.example')).toEqual({
      id: made.id,
      kind: 'POPUP',
      title: 'Spring',
      subtitle: null,
      bodyText: null,
      imageUrl: null,
      ctaText: null,
      ctaAction: 'NONE',
      ctaPayload: {},
      priority: 0,
      dismissible: true,
      countries: [],
      languages: [],
      startsAt: null,
      endsAt: null,
      isEnabled: true,
      targeting: {},
      frequencyCap: null,
      reshowAfterHours: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  test('a promotion is returned as it was given, with normalized codes', async () => {
    const input = PromotionInputSchema.parse({
      kind: 'POPUP',
      title: 'Contest',
      subtitle: 'S',
      bodyText: 'B',
      imageUrl: 'https://cdn.example.com/x.png',
      ctaText: 'Join',
      ctaAction: 'NAVIGATE_CONTEST',
      ctaPayload: { contestId: CONTEST, other: 1 },
      priority: 7,
      dismissible: false,
      countries: ['ke', 'NG', 'KE'],
      languages: ['pt-br', 'sw'],
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2036-01-01T00:00:00.000Z',
      isEnabled: false,
      targeting: { newUserDays: 7, subscribers: false, minLevel: 2, maxLevel: 9 },
      frequencyCap: { times: 3, hours: 24 },
      reshowAfterHours: 48,
    })
    const made = await fixture.create(input)
    const shown = presentPromotion(await getPromotion(fixture.db, made.id), '')
    expect(PromotionSchema.parse(shown)).toMatchObject({
      ...input,
      ctaPayload: { contestId: CONTEST },
      countries: ['KE', 'NG'],
      languages: ['pt-BR', 'sw'],
    })
  })

  const BAD: [string, Record<string, unknown>][] = [
    ['kind', { kind: 'MODAL' }],
    ['kind', { kind: undefined }],
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(121) }],
    ['imageUrl', { imageUrl: 'javascript:alert(1)' }],
    ['imageUrl', { imageUrl: '//evil.example/x.png' }],
    ['imageUrl', { imageUrl: 'x.png' }],
    ['ctaAction', { ctaAction: 'EXPLODE' }],
    ['ctaPayload', { ctaPayload: 'x' }],
    ['priority', { priority: 1.5 }],
    ['countries.0', { countries: ['Kenya'] }],
    ['languages.0', { languages: ['english'] }],
    ['startsAt', { startsAt: 'tomorrow' }],
    ['isEnabled', { isEnabled: 'yes' }],
    ['targeting.minLevel', { targeting: { minLevel: 0 } }],
    ['frequencyCap.times', { frequencyCap: { times: 0 } }],
    ['reshowAfterHours', { reshowAfterHours: -1 }],
  ]
  test('a promotion with an invalid field is refused with the name of the field', () => {
    for (const [field, part] of BAD) {
      const { error } = PromotionInputSchema.safeParse({ kind: 'POPUP', title: 'T', ...part })
      expect([part, error?.issues.map(({ path }) => path.join('.'))]).toEqual([part, [field]])
    }
  })

  test('a promotion whose fields contradict each other is refused, also after a change', async () => {
    const start = '2026-05-01T00:00:00.000Z'
    expect(await fieldsRefused(fixture.create({ startsAt: start, endsAt: start }))).toEqual(['endsAt'])
    expect(await fieldsRefused(fixture.create({ targeting: { minLevel: 5, maxLevel: 4 } }))).toEqual([
      'targeting.maxLevel',
    ])
    expect(await fieldsRefused(fixture.create({ kind: 'BANNER', reshowAfterHours: 5 }))).toEqual([
      'reshowAfterHours',
    ])
    expect(await fieldsRefused(fixture.create({ ctaAction: 'NAVIGATE_CONTEST' }))).toEqual([
      'ctaPayload.contestId',
    ])
    const { id } = await fixture.create({ startsAt: start })
    expect(await fieldsRefused(change(id, { endsAt: '2026-04-01T00:00:00.000Z' }))).toEqual(['endsAt'])
    expect(await fieldsRefused(change(id, { ctaAction: 'OPEN_URL' }))).toEqual(['ctaPayload.url'])
  })
})

describe('changing a promotion', () => {
  test('a change sets only the given fields and returns the state before and after', async () => {
    const made = await fixture.create({
      title: 'old',
      priority: 4,
      subtitle: 'S',
      ctaAction: 'OPEN_URL',
      ctaPayload: { url: 'https://example.com' },
    })
    const patch = PromotionPatchSchema.parse({ title: 'new', subtitle: null, unknown: 1 })
    const { before, after } = await change(made.id, patch)
    expect(before).toEqual(made)
    expect(after).toEqual({ ...made, title: 'new', subtitle: null, updatedAt: after.updatedAt })
    expect(await getPromotion(fixture.db, made.id)).toEqual(after)
    // Another action does not inherit the payload of the last one.
    expect((await change(made.id, { ctaAction: 'NONE' })).after.ctaPayload).toEqual({})
  })

  test('a change of an unknown promotion is refused', async () => {
    await expect(change(newId(), { title: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('concurrent changes of different fields are all stored', async () => {
    const { id } = await fixture.create({ title: 'a' })
    await Promise.all([
      change(id, { title: 'b' }),
      change(id, { priority: 9 }),
      change(id, { countries: ['KE'] }),
    ])
    expect(await getPromotion(fixture.db, id)).toMatchObject({ title: 'b', priority: 9, countries: ['KE'] })
  })
})

test('of ten concurrent promotions with one key, one is created', async () => {
  const made = await Promise.all(
    Array.from({ length: 10 }, () =>
      fixture.platform.write((tx) =>
        createPromotion(tx, {
          input: { kind: 'BANNER', title: 'shipped' },
          key: 'demo:race',
          now: new Date(),
        }),
      ),
    ),
  )
  expect(made.filter(Boolean).length).toBe(1)
})

test('promotions are listed in pages, newest first, and filtered by kind and state', async () => {
  await fixture.db`delete from promotion`
  for (let index = 1; index <= 5; index++)
    await fixture.create(
      { title: `${index}`, kind: index % 2 ? 'POPUP' : 'BANNER', isEnabled: index !== 3 },
      new Date(1_000_000 * index),
    )
  const titles = async (options: Partial<Parameters<typeof listPromotions>[1]>) => {
    const { promotions, total } = await listPromotions(fixture.db, { page: 1, limit: 10, ...options })
    return [promotions.map(({ title }) => title).join(''), total]
  }
  expect(await titles({})).toEqual(['54321', 5])
  expect(await titles({ page: 2, limit: 2 })).toEqual(['32', 5])
  expect(await titles({ kind: 'POPUP' })).toEqual(['531', 3])
  expect(await titles({ kind: 'POPUP', isEnabled: true })).toEqual(['51', 2])
  expect(await titles({ isEnabled: false })).toEqual(['3', 1])
})
