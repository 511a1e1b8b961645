import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ROLES, type Role } from '../../platform/http/caller.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import { ACCESS, type AdminRoute } from './public/role-access.ts'
import { ROLE_TABLE, rolesOf } from './role-table-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const ROUTES = Object.keys(ACCESS) as AdminRoute[]

test('the table of the tests has a row for every endpoint, and no other rows', () => {
  const written = Object.entries(ROLE_TABLE).map(([route, row]) => [route, rolesOf(row)])
  expect(Object.fromEntries(written)).toEqual(ACCESS)
})

test('every role can call its own endpoints and no others', async () => {
  const before = await fixture.service.test.database.query`select id from audit_entry`
  for (const role of ROLES) {
    const person = await fixture.staff(role)
    const expected: Record<string, boolean> = {}
    const found: Record<string, boolean> = {}
    await Promise.all(
      ROUTES.map(async (route) => {
        const path = route.replace(/:\w+/, Bun.randomUUIDv7())
        // The ids do not exist, so a permitted request changes nothing.
        const { status } = await fixture.call(path, route.startsWith('GET') ? undefined : [], person)
        expected[route] = rolesOf(ROLE_TABLE[route] ?? '').includes(role)
        found[route] = status !== 403
        expect([route, status < 500, status !== 401]).toEqual([route, true, true])
      }),
    )
    expect({ role, ...found }).toEqual({ role, ...expected })
  }
  const [audits] = await fixture.service.test.database
    .query`select count(*)::integer as count from ledger_audit`
  expect(audits).toEqual({ count: 1 })
  const after = await fixture.service.test.database
    .query`select action from audit_entry where action <> 'ledger.audit_requested'`
  expect(after).toHaveLength(before.length)
})

test('every admin endpoint returns 401 without a token', async () => {
  for (const route of ROUTES) {
    const response = await fixture.service.call(route.replace(/:\w+/, Bun.randomUUIDv7()))
    expect([route, response.status, response.body.error.code]).toEqual([route, 401, 'UNAUTHENTICATED'])
  }
})

test('creators edit content, support reads users and orders, moderators decide reports, and only admins do the rest', () => {
  const routesOf = (role: Role) => ROUTES.filter((route) => (ACCESS[route] as readonly Role[]).includes(role))
  expect(routesOf('USER')).toEqual([])
  expect(routesOf('ADMIN')).toEqual(ROUTES)
  const creator = new Set(routesOf('CREATOR').map((route) => route.split('/')[2]))
  expect([...creator].sort()).toEqual([
    'badges',
    'capstones',
    'contest-plans',
    'contests',
    'courses',
    'formula',
    'learning-paths',
    'lessons',
    'media',
    'model-drafts',
    'promotions',
    'question-tags',
    'questions',
    'review-requests',
    'submissions',
    'topics',
  ])
  expect(routesOf('SUPPORT').filter((route) => !route.startsWith('GET'))).toEqual([
    'POST /admin/users/:id/view-as',
    'POST /admin/users/:id/notes',
    'DELETE /admin/users/:id/notes/:noteId',
    'POST /admin/submissions/:id/decision',
  ])
  expect(routesOf('MODERATOR')).toEqual([
    'GET /admin/attention',
    'GET /admin/search',
    'GET /admin/users',
    'GET /admin/users/:id',
    'POST /admin/users/:id/suspend',
    'POST /admin/users/:id/unsuspend',
    'GET /admin/reports',
    'POST /admin/reports/:id/decision',
  ])
})
