import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture({ DEMO_CONTENT: 'on' })
  author = await fixture.staff('CREATOR')
})
afterAll(() => fixture.stop())

const as = (route: string, body?: unknown, headers?: Record<string, string>) =>
  fixture.call(route, body, author, headers)
const rowsOf = async (type: string) =>
  (await fixture.log(`&subjectId=${type}`)).map(({ act, before, after }) => ({ act, before, after }))

let number = 0
const draft = (more: Record<string, unknown> = {}) => ({
  badgeType: `MADE_BY_TEST_${++number}`,
  name: 'Made by a test',
  description: 'Complete 2 lessons.',
  ruleKind: 'LESSONS_COMPLETED',
  requiredProgress: 2,
  ...more,
})

async function made(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await as('POST /admin/badges', draft(more))
  expect(status).toBe(201)
  return body.data.badgeType
}

interface Seen {
  badgeType: string
  isCompleted: boolean
  currentProgress: number
  imageUrl: string
}

async function seen(type: string, by: TestUser): Promise<Seen | undefined> {
  const { body } = await fixture.call('GET /badges/progress/me', undefined, by)
  return body.data.find(({ badgeType }: Seen) => badgeType === type)
}

/** Completes a new lesson. */
async function learn(learner: TestUser) {
  const { lessonId } = await publishedCourse(fixture)
  return fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
}

const picture = (format: 'png' | 'webp' | 'jpeg' | 'gif', width = 300, height = 100) =>
  sharp({ create: { width, height, channels: 4, background: '#0a0' } })
    .toFormat(format)
    .toBuffer()

function upload(type: string, bytes: Uint8Array | string, part = 'picture') {
  const form = new FormData()
  form.set(part, new File([bytes as Uint8Array<ArrayBuffer>], 'a.png', { type: 'image/png' }))
  return as(`PUT /admin/badges/${type}/picture`, form)
}

describe('badges of this server', () => {
  test('a badge is created as a draft, published, earned by earlier and later activity, archived and audited', async () => {
    const learner = await fixture.service.register()
    await learn(learner)
    const type = await made()
    expect((await as(`GET /admin/badges/${type}`)).body.data).toMatchObject({
      status: 'DRAFT',
      origin: 'ADMIN',
      version: 1,
      imageUrl: expect.stringContaining('/badges/badge.svg'),
    })
    expect(await seen(type, learner)).toBeUndefined()
    await as(`PATCH /admin/badges/${type}`, { description: 'Complete two lessons.' })
    expect((await as(`POST /admin/badges/${type}/publish`)).body.data.status).toBe('PUBLISHED')
    await waitUntil(async () => (await seen(type, learner))?.currentProgress === 1)

    const { unlockedBadges } = (await learn(learner)).body.data
    expect(unlockedBadges).toEqual([
      {
        badgeType: type,
        name: 'Made by a test',
        description: 'Complete two lessons.',
        imageUrl: expect.stringContaining('/badges/badge.svg'),
      },
    ])
    await waitUntil(async () => {
      const { body } = await fixture.call('GET /notifications?type=BADGE_EARNED', undefined, learner)
      return JSON.stringify(body.data).includes('Made by a test')
    })

    await as(`POST /admin/badges/${type}/archive`)
    await as(`POST /admin/badges/${type}/archive`)
    expect(await seen(type, learner)).toMatchObject({ isCompleted: true })
    expect(await seen(type, await fixture.service.register())).toBeUndefined()
    expect(await rowsOf(type)).toEqual([
      { act: 'badge.archived', before: { status: 'PUBLISHED' }, after: { status: 'ARCHIVED' } },
      { act: 'badge.published', before: { status: 'DRAFT' }, after: { status: 'PUBLISHED' } },
      {
        act: 'badge.updated',
        before: { description: 'Complete 2 lessons.' },
        after: { description: 'Complete two lessons.' },
      },
      {
        act: 'badge.created',
        before: null,
        after: expect.objectContaining({
          ruleKind: 'LESSONS_COMPLETED',
          requiredProgress: 2,
          status: 'DRAFT',
        }),
      },
    ])
  })

  test('lowering the requirement unlocks the badge for users who now meet it', async () => {
    const learner = await fixture.service.register()
    const type = await made({ requiredProgress: 9 })
    await as(`POST /admin/badges/${type}/publish`)
    await learn(learner)
    await as(`PATCH /admin/badges/${type}`, { requiredProgress: 1 })
    await waitUntil(async () => (await seen(type, learner))?.isCompleted === true)
  })

  test('one idempotency key creates a badge once, and ten concurrent requests publish it once', async () => {
    const body = draft()
    const key = { 'idempotency-key': 'the-same' }
    const first = await as('POST /admin/badges', body, key)
    const again = await as('POST /admin/badges', body, key)
    expect([first.status, again.status, again.body.data]).toEqual([201, 201, first.body.data])
    expect((await as('POST /admin/badges', body)).body.error.code).toBe('BADGE_EXISTS')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => as(`POST /admin/badges/${body.badgeType}/publish`)),
    )
    expect(responses.every(({ status }) => status === 200)).toBe(true)
    const acts = (await rowsOf(body.badgeType)).map(({ act }) => act)
    expect(acts).toEqual(['badge.published', 'badge.created'])
  })

  test('twenty concurrent requests unlock a badge once, and an archived badge makes no progress', async () => {
    const learner = await fixture.service.register()
    const type = await made({ requiredProgress: 1 })
    await as(`POST /admin/badges/${type}/publish`)
    const { lessonId } = await publishedCourse(fixture)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)),
    )
    const unlocked = responses.flatMap(({ body }) => body.data?.unlockedBadges ?? [])
    expect(unlocked.filter(({ badgeType }: Seen) => badgeType === type)).toHaveLength(1)
    await as(`POST /admin/badges/${type}/archive`)
    const late = await fixture.service.register()
    await learn(late)
    const rows = await fixture.service.test.database.query`
      select from badge_progress where user_id = ${late.id} and badge_type = ${type}`
    expect(rows).toHaveLength(0)
  })

  test('an invalid badge is rejected with the invalid field', async () => {
    for (const [more, field] of [
      [{ badgeType: 'lower_case' }, 'badgeType'],
      [{ badgeType: 'TWO__LINES' }, 'badgeType'],
      [{ badgeType: `A${'B'.repeat(40)}` }, 'badgeType'],
      [{ name: '' }, 'name'],
      [{ name: 'two\nlines' }, 'name'],
      [{ description: 'x'.repeat(301) }, 'description'],
      [{ ruleKind: 'MOONS_SEEN' }, 'ruleKind'],
      [{ requiredProgress: 0 }, 'requiredProgress'],
      [{ requiredProgress: 1.5 }, 'requiredProgress'],
      [{ requiredProgress: 1_000_001 }, 'requiredProgress'],
    ] as const) {
      const { status, body } = await as('POST /admin/badges', draft(more))
      expect([more, status, body.error.details?.[0]?.field]).toEqual([more, 400, field])
    }
    for (const route of [
      'GET /admin/badges/NO_OWL',
      'GET /admin/badges/no-owl',
      'POST /admin/badges/NO_OWL/publish',
    ])
      expect([route, (await as(route)).status]).toEqual([route, 404])
  })
})

describe('built-in badges', () => {
  test('a built-in badge can change its texts and requirement, but not its rule, and keeps its image', async () => {
    const listed = await as('GET /admin/badges?status=PUBLISHED&limit=100')
    const twelve = listed.body.data.filter(({ origin }: { origin: string }) => origin === 'BUILT_IN')
    expect(twelve).toHaveLength(12)
    const found = await as('GET /admin/badges?search=owl')
    expect([found.body.meta.total, found.body.data[0]]).toMatchObject([
      1,
      { badgeType: 'NIGHT_OWL', ruleKind: 'NIGHTS_LEARNED', requiredProgress: 5 },
    ])
    const changed = await as('PATCH /admin/badges/NIGHT_OWL', {
      name: 'Owl',
      requiredProgress: 6,
      version: 1,
    })
    expect(changed.body.data).toMatchObject({
      name: 'Owl',
      version: 2,
      imageUrl: expect.stringContaining('/badges/night-owl.svg'),
    })
    const old = await as('PATCH /admin/badges/NIGHT_OWL', { name: 'Night Owl', version: 1 })
    expect([old.status, old.body.error.code]).toEqual([409, 'BADGE_CHANGED'])
    const other = await as('PATCH /admin/badges/NIGHT_OWL', { ruleKind: 'BATTLES_WON' })
    expect([other.status, other.body.error.code]).toEqual([409, 'BADGE_RULE_FIXED'])
    expect(await rowsOf('NIGHT_OWL')).toEqual([
      {
        act: 'badge.updated',
        before: { name: 'Night Owl', requiredProgress: 5 },
        after: { name: 'Owl', requiredProgress: 6 },
      },
    ])
  })
})

describe('badges of a content pack', () => {
  test('a badge of a content pack can be read but not changed', async () => {
    const type = 'BATTLE_LEGEND'
    expect((await as(`GET /admin/badges/${type}`)).body.data).toMatchObject({
      origin: 'PACK',
      status: 'PUBLISHED',
      requiredProgress: 50,
      imageUrl: expect.stringMatching(/\/files\/media\/[0-9a-f]{32}\.svg$/),
    })
    for (const response of [
      await as(`PATCH /admin/badges/${type}`, { name: 'Mine' }),
      await as(`POST /admin/badges/${type}/archive`),
      await as(`POST /admin/badges/${type}/publish`),
      await upload(type, await picture('png')),
    ])
      expect([response.status, response.body.error.code]).toEqual([409, 'OWNED_BY_PACK'])
    expect(await rowsOf(type)).toEqual([])
  })
})

describe('badge images', () => {
  test('an uploaded image is converted, served publicly and audited, and the earlier image stays in storage', async () => {
    const type = await made()
    const urls: string[] = []
    for (const format of ['png', 'webp', 'jpeg'] as const) {
      const { status, body } = await upload(type, await picture(format))
      expect([format, status]).toEqual([format, 200])
      urls.push(body.data.imageUrl)
    }
    expect(new Set(urls).size).toBe(3)
    for (const url of urls) {
      const response = await fetch(fixture.service.url + new URL(url).pathname)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 512,
      })
    }
    expect((await rowsOf(type))[0]).toEqual({
      act: 'badge.updated',
      before: { imageUrl: urls[1] },
      after: { imageUrl: urls[2] },
    })
  })

  test('while an image of a user is converted, the next one of this user is refused', async () => {
    const type = await made()
    const png = await picture('png', 4_000, 4_000)
    const results = await Promise.all(Array.from({ length: 6 }, () => upload(type, png)))
    // On a busy machine the last upload may arrive when the first image is converted.
    const outcomes = new Set(
      results.map(({ status, body }) => (status === 200 ? 'converted' : body.error.code)),
    )
    expect(outcomes).toEqual(new Set(['converted', 'RATE_LIMITED']))
  })

  test('an SVG, an invalid or too large image, or one for an unknown badge is rejected and not stored', async () => {
    const type = await made()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const png = await picture('png')
    for (const [what, response, status, code] of [
      ['svg', await upload(type, svg), 415, 'PICTURE_UNSUPPORTED'],
      ['gif', await upload(type, await picture('gif')), 415, 'PICTURE_UNSUPPORTED'],
      ['text', await upload(type, 'hello'), 415, 'PICTURE_UNSUPPORTED'],
      ['half', await upload(type, png.subarray(0, png.length / 2)), 415, 'PICTURE_UNSUPPORTED'],
      ['large', await upload(type, new Uint8Array(5 * 1024 * 1024 + 1)), 413, 'PICTURE_TOO_LARGE'],
      ['none', await as(`PUT /admin/badges/${type}/picture`, {}), 400, 'PICTURE_MISSING'],
      ['nothing', await upload('NO_OWL', png), 404, 'BADGE_NOT_FOUND'],
    ] as const)
      expect([what, response.status, response.body.error.code]).toEqual([what, status, code])
    expect((await as(`GET /admin/badges/${type}`)).body.data).toMatchObject({ version: 1 })
  })
})
