import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin-testbed.ts'

let fixture: AdminFixture
let learner: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  learner = await fixture.service.register()
  const { courseId, lessonId } = await publishedCourse(fixture)
  await fixture.call(`POST /user-courses/enroll/${courseId}`, undefined, learner)
  await fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, learner)
})
afterAll(() => fixture.stop())

const REASON = { reason: 'Asked for help.' }
const view = async (user: { id: string } = learner, by?: TestUser) => {
  const { body } = await fixture.call(`POST /admin/users/${user.id}/view-as`, REASON, by)
  return { accessToken: body.data.accessToken as string, expiresAt: body.data.expiresAt as string }
}
const db = () => fixture.service.test.database.query

interface Operation {
  name: string
  method: string
  path: string
  isOpen: boolean
}

/** Every operation of the API document, with ids in its path. */
function operations(): Operation[] {
  const file = join(import.meta.dir, '../../../../docs/openapi.json')
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, () => Bun.randomUUIDv7()),
      isOpen: !JSON.stringify(security ?? []).includes('bearer'),
    })),
  )
}

async function send({ method, path }: Operation, token: string): Promise<{ status: number; code: string }> {
  const response = await fetch(fixture.service.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const text = await response.text()
  const code = text.startsWith('{') ? (JSON.parse(text).error?.code ?? '') : ''
  return { status: response.status, code }
}

/** The learner joins the league and the leaderboards a moment after the first XP, whoever reads. */
async function waitForLeaderboards(): Promise<void> {
  await waitUntil(
    async () => (await fixture.call('GET /leagues/me', undefined, learner)).body.data.state === 'JOINED',
  )
  await waitUntil(async () => (await db()`select from leaderboard_score_change`).length === 0)
}

/** A digest of all rows of all tables, except for those that count requests and jobs. */
async function digests(): Promise<Record<string, string>> {
  const tables = await db()<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('rate_limit', 'battle_process') order by table_name`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await fixture.service.test.database.withSession(({ raw }) =>
      raw(
        `select md5(coalesce(string_agg(md5(r::text), '' order by md5(r::text)), '')) as digest from "${name}" as r`,
      ),
    )
    found[name] = row!.digest as string
  }
  return found
}

describe('a view of an account', () => {
  test('reads what the user sees, and is in the audit log with its reason', async () => {
    const viewed = await view()
    for (const route of ['GET /user/profile', 'GET /user-courses', 'GET /user/streak', 'GET /user/ledger']) {
      const [own, seen] = [
        await fixture.call(route, undefined, learner),
        await fixture.call(route, undefined, viewed),
      ]
      expect([route, seen.status, seen.body.data]).toEqual([route, 200, own.body.data])
    }
    const minutes = (new Date(viewed.expiresAt).getTime() - Date.now()) / 60_000
    expect(minutes).toBeLessThanOrEqual(15)
    const [entry] = await fixture.log('&act=user.viewed')
    expect(entry).toMatchObject({ userId: learner.id, actorId: fixture.admin.id })
    expect(entry!.details).toMatchObject(REASON)
    expect((await fixture.call(`POST /admin/users/${learner.id}/view-as`, {})).status).toBe(400)
  })

  test('cannot use any operation that writes', async () => {
    const { accessToken } = await view()
    const writing = operations().filter(({ method }) => method !== 'GET')
    expect(writing.length).toBeGreaterThan(150)
    await waitForLeaderboards()
    const before = await digests()
    const wrong: unknown[] = []
    for (const operation of writing.filter(({ isOpen }) => !isOpen)) {
      const { status, code } = await send(operation, accessToken)
      if (status !== 403 || code !== 'VIEW_ONLY') wrong.push([operation.name, status, code])
    }
    expect(wrong).toEqual([])
    expect(await digests()).toEqual(before)
    // Operations without a token know no user: sign-in, links in mails, and webhooks with their own credentials.
    const open = writing.filter(({ isOpen }) => isOpen).map(({ name }) => name)
    expect(open.filter((name) => !/\/(auth|webhooks?|public|setup)\//.test(name))).toEqual([])
  })

  test('reads no secrets, and nothing of staff', async () => {
    const viewed = await view()
    const hidden = [
      'GET /user/export',
      'GET /auth/sessions',
      'GET /blockchain/link-wallet/nonce?address=0x0000000000000000000000000000000000000001',
      `GET /quiz-battles/queue/${Bun.randomUUIDv7()}`,
      // They store that a promotion was shown, and a new referral code.
      'GET /promotions/active',
      'GET /referral/stats',
    ]
    for (const route of hidden) {
      const { status, body } = await fixture.call(route, undefined, viewed)
      expect([route, status, body.error.code]).toEqual([route, 403, 'VIEW_ONLY'])
    }
    const staff = operations().filter(({ name }) => name.startsWith('GET /api/v2/admin/'))
    for (const operation of staff)
      expect([operation.name, (await send(operation, viewed.accessToken)).status]).toEqual([
        operation.name,
        403,
      ])
  })

  test('changes nothing of the user, whatever is read: no session, no activity, no figures', async () => {
    const promotion = { kind: 'BANNER', title: 'A banner', isEnabled: true }
    expect((await fixture.call('POST /admin/promotions', promotion)).status).toBe(201)
    const { accessToken } = await view()
    await waitForLeaderboards()
    const before = await digests()
    for (const operation of operations().filter(({ method, isOpen }) => method === 'GET' && !isOpen))
      expect((await send(operation, accessToken)).status).toBeLessThan(500)
    expect(await digests()).toEqual(before)
    expect((await fixture.call('GET /user/profile', undefined, learner)).status).toBe(200)
  })

  test('opens no WebSocket', async () => {
    const { accessToken } = await view()
    const url = `${fixture.service.url.replace('http', 'ws')}/api/v2/quiz-battles/ws`
    const closed = await new Promise<number>((resolve) => {
      const socket = new WebSocket(url, ['lyceum.v1', `bearer.${accessToken}`])
      socket.onclose = ({ code }) => resolve(code)
    })
    expect(closed).toBe(4401)
  })

  test('is for learners only, by support and administrators', async () => {
    const support = await fixture.staff('SUPPORT')
    for (const role of ['CREATOR', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
      const staff = await fixture.staff(role)
      const { status, body } = await fixture.call(`POST /admin/users/${staff.id}/view-as`, REASON)
      expect([role, status, body.error.code]).toEqual([role, 403, 'VIEW_OF_STAFF'])
    }
    const viewed = await view(learner, support)
    expect((await fixture.call('GET /user/profile', undefined, viewed)).body.data.id).toBe(learner.id)
    // A view cannot be the start of another one.
    const again = await fixture.call(`POST /admin/users/${learner.id}/view-as`, REASON, viewed)
    expect(again.body.error.code).toBe('VIEW_ONLY')
  })

  test('ends with the session of the viewer, and with the role', async () => {
    const [leaving, demoted] = [await fixture.staff('SUPPORT'), await fixture.staff('SUPPORT')]
    const views = [await view(learner, leaving), await view(learner, demoted)]
    await fixture.call('POST /auth/logout', undefined, leaving)
    await db()`update user_account set email_verified_at = now() where id = ${demoted.id}`
    await fixture.call(`PATCH /admin/users/${demoted.id}/role`, { role: 'USER' })
    for (const viewed of views)
      await waitUntil(async () => (await fixture.call('GET /user/profile', undefined, viewed)).status === 401)
    // The user is still signed in.
    expect((await fixture.call('GET /user/profile', undefined, learner)).status).toBe(200)
  })

  test('does not end with the sessions of the user, and does not end them', async () => {
    const other = await fixture.service.register()
    const viewed = await view(other)
    await fixture.call(`POST /admin/users/${other.id}/sessions/revoke`, REASON)
    await waitUntil(async () => (await fixture.call('GET /user/profile', undefined, other)).status === 401)
    expect((await fixture.call('GET /user/profile', undefined, viewed)).status).toBe(200)
  })
})
