import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { newId } from '../../../platform/ids.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Inserts rows as `notify` does, the last one the newest. */
async function fill(user: TestUser, types: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const type of types) {
    const id = newId()
    ids.push(id)
    await service.test.database.query`
      insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
      values (${id}, ${user.id}, ${type}, ${id}, ${`title of ${type}`}, 'body', 'streak', 'en', true,
        date_trunc('milliseconds', clock_timestamp()))`
  }
  return ids
}
const inbox = async (user: TestUser, query = '') => {
  const { status, body } = await service.call(`GET /notifications${query}`, { token: user.accessToken })
  expect(status).toBe(200)
  return body as {
    data: { id: string; isRead: boolean }[]
    meta: Record<string, number> & { nextCursor?: string | null }
  }
}
const mark = (user: TestUser, id: string) =>
  service.call(`PATCH /notifications/${id}/read`, { token: user.accessToken })
const remove = (user: TestUser, id: string) =>
  service.call(`DELETE /notifications/${id}`, { token: user.accessToken })
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

/** Returns the totals counted from the rows and the stored totals. */
async function expectNumbersRight(user: TestUser): Promise<void> {
  const [row] = await service.test.database.query<{ total: number; unread: number }>`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notification where user_id = ${user.id}`
  const { meta } = await inbox(user)
  expect({ total: meta.total, unread: meta.unread }).toEqual(row!)
}

describe('the inbox', () => {
  test('the inbox of a new user is empty', async () => {
    const user = await service.register()
    expect(await inbox(user)).toEqual({
      success: true,
      data: [],
      meta: { total: 0, page: 1, limit: 20, nextCursor: null, unread: 0 },
    } as never)
  })

  test('the inbox lists the newest first, in pages, with the documented fields', async () => {
    const user = await service.register()
    const ids = await fill(user, ['SYSTEM', 'BADGE_EARNED', 'STREAK_MILESTONE'])
    const whole = await inbox(user)
    expect(idsOf(whole)).toEqual(ids.toReversed())
    expect(whole.meta).toEqual({ total: 3, page: 1, limit: 20, nextCursor: null, unread: 3 } as never)
    expect(whole.data[0]).toEqual({
      id: ids[2]!,
      title: 'title of STREAK_MILESTONE',
      body: 'body',
      type: 'STREAK_MILESTONE',
      isRead: false,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      link: 'lyceum://streak',
    } as never)
    expect(idsOf(await inbox(user, '?limit=2&page=2'))).toEqual([ids[0]!])
    expect(await inbox(user, '?limit=2&page=9')).toMatchObject({ data: [], meta: { total: 3, unread: 3 } })
  })

  test('the inbox is filtered by type and unread state, and returns the total number of unread ones', async () => {
    const user = await service.register()
    const ids = await fill(user, ['SYSTEM', 'BADGE_EARNED', 'BADGE_EARNED'])
    await mark(user, ids[1]!)
    expect(await inbox(user, '?type=BADGE_EARNED')).toMatchObject({ meta: { total: 2, unread: 2 } })
    const unread = await inbox(user, '?unreadOnly=true')
    expect([idsOf(unread), unread.meta.total]).toEqual([[ids[2]!, ids[0]!], 2])
    const both = await inbox(user, '?unreadOnly=true&type=BADGE_EARNED')
    expect([idsOf(both), both.meta.total, both.meta.unread]).toEqual([[ids[2]!], 1, 2])
    for (const bad of ['type=NONE', 'unreadOnly=yes', 'page=0', 'limit=101']) {
      const refused = await service.call(`GET /notifications?${bad}`, { token: user.accessToken })
      expect([bad, refused.status]).toEqual([bad, 400])
    }
  })

  test('a cursor continues after the last notification, although others came, were read or deleted', async () => {
    const user = await service.register()
    const ids = (
      await fill(
        user,
        Array.from({ length: 7 }, () => 'SYSTEM'),
      )
    ).toReversed()
    for (const filter of ['', '&type=SYSTEM', '&unreadOnly=true']) {
      const first = await inbox(user, `?limit=3${filter}`)
      expect(idsOf(first)).toEqual(ids.slice(0, 3))
      const [newest] = await fill(user, ['SYSTEM'])
      const second = await inbox(user, `?limit=3${filter}&cursor=${first.meta.nextCursor}`)
      expect(idsOf(second)).toEqual(ids.slice(3, 6))
      // With a page number, the new one would have moved the third to the second page.
      expect(idsOf(await inbox(user, `?limit=3&page=2${filter}`))[0]).toBe(ids[2]!)
      await remove(user, newest!)
      const third = await inbox(user, `?limit=3${filter}&cursor=${second.meta.nextCursor}`)
      expect([idsOf(third), third.meta.nextCursor]).toEqual([ids.slice(6), null])
    }
    const page = await inbox(user, '?limit=2&unreadOnly=true')
    for (const id of ids.slice(0, 2)) await mark(user, id)
    await remove(user, ids[2]!)
    const rest = await inbox(user, `?limit=9&unreadOnly=true&cursor=${page.meta.nextCursor}`)
    expect(idsOf(rest)).toEqual(ids.slice(3))
  })

  test('a cursor that the service did not create is refused', async () => {
    const user = await service.register()
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = newId()
    for (const cursor of [
      '',
      'x',
      '%00',
      encoded([]),
      encoded([-1, id]),
      encoded([1e18, id]),
      encoded([1, 'x']),
    ]) {
      const refused = await service.call(`GET /notifications?cursor=${cursor}`, { token: user.accessToken })
      expect([cursor, refused.status]).toEqual([cursor, 400])
    }
  })

  test('marking a notification as read is idempotent and visible in the inbox', async () => {
    const user = await service.register()
    const [id] = await fill(user, ['SYSTEM'])
    for (let again = 0; again < 2; again++) {
      const { status, body } = await mark(user, id!)
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({ id, isRead: true, type: 'SYSTEM' }),
      ])
    }
    expect(await inbox(user)).toMatchObject({ data: [{ isRead: true }], meta: { unread: 0 } })
  })

  test('a notification can be deleted once', async () => {
    const user = await service.register()
    const [first, second] = await fill(user, ['SYSTEM', 'SYSTEM'])
    expect((await remove(user, first!)).status).toBe(200)
    expect((await remove(user, first!)).status).toBe(404)
    expect((await mark(user, first!)).status).toBe(404)
    expect(idsOf(await inbox(user))).toEqual([second!])
    await expectNumbersRight(user)
  })

  test('a notification of another user is not found', async () => {
    const [owner, other] = [await service.register(), await service.register()]
    const [id] = await fill(owner, ['SYSTEM'])
    for (const answer of [await mark(other, id!), await remove(other, id!), await mark(other, newId())]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND'])
    }
    expect(await inbox(other)).toMatchObject({ data: [], meta: { total: 0 } })
    expect(
      (await service.call('POST /notifications/read-all', { token: other.accessToken })).body.data,
    ).toEqual({ updated: 0 })
    expect(await inbox(owner)).toMatchObject({ data: [{ id, isRead: false }], meta: { unread: 1 } })
  })

  test('the inbox has no notifications of types that the user disabled in the app', async () => {
    const user = await service.register()
    const [id] = await fill(user, ['SYSTEM'])
    await service.test.database.query`delete from notification where id = ${id!}`
    await service.test.database.query`
      insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
      values (${id!}, ${user.id}, 'SYSTEM', 'x', 'a', 'b', 'c', 'en', false, now())`
    expect(await inbox(user)).toMatchObject({ data: [], meta: { total: 0, unread: 0 } })
    expect([(await mark(user, id!)).status, (await remove(user, id!)).status]).toEqual([404, 404])
  })
})

describe('concurrent changes of the inbox', () => {
  test('ten concurrent marks and ten deletions of one notification leave correct totals', async () => {
    const user = await service.register()
    const [marked, removed] = await fill(user, ['SYSTEM', 'SYSTEM'])
    const tens = Array.from({ length: 10 }, () => [mark(user, marked!), remove(user, removed!)]).flat()
    const statuses = (await Promise.all(tens)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(11)
    await expectNumbersRight(user)
    expect((await inbox(user)).meta).toMatchObject({ total: 1, unread: 0 })
  })

  test('every notification that arrives while all are marked as read is either read or counted as unread', async () => {
    const user = await service.register()
    await fill(user, ['SYSTEM', 'BADGE_EARNED', 'SYSTEM', 'STREAK_MILESTONE'])
    const readAll = () => service.call('POST /notifications/read-all', { token: user.accessToken })
    const arriving = Array.from({ length: 8 }, () => fill(user, ['SYSTEM', 'BADGE_EARNED', 'CONTEST_RESULT']))
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, readAll),
      ...arriving.map(async (some) => some),
    ])
    const updated = answers
      .slice(0, 8)
      .map((answer) => (answer as { body: { data: { updated: number } } }).body.data.updated)
    const { meta } = await inbox(user)
    expect(meta.total).toBe(28)
    // Each notification was marked by exactly one call, and the rest is unread.
    expect(updated.reduce((sum, count) => sum + count, 0)).toBe(28 - meta.unread!)
    await expectNumbersRight(user)
    await readAll()
    expect((await inbox(user)).meta.unread).toBe(0)
  })
})
