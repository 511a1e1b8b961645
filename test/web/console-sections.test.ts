import { expect, test } from 'bun:test'
import { ACCESS, type AdminRoute } from '../../src/modules/staff-access/public/role-access.ts'
import { ROLES, type Role } from '../../src/platform/http/caller.ts'
import { groupsOf, STAFF_ROLES, sectionsOf } from '../../web/console/frame/sections.ts'

/** What a section reads first. A role that the service refuses there must not see the section. */
const FIRST_READ: Record<ReturnType<typeof sectionsOf>[number]['to'], AdminRoute> = {
  '/console': 'GET /admin/attention',
  '/console/users': 'GET /admin/users',
  '/console/reports': 'GET /admin/reports',
  '/console/broadcasts': 'GET /admin/broadcasts',
  '/console/emails': 'GET /admin/emails',
  // The screen lists users of every role; only an administrator can act there.
  '/console/staff': 'PATCH /admin/users/:id/role',
  '/console/orders': 'GET /admin/orders',
  '/console/grants': 'GET /admin/grant-requests',
  '/console/battles': 'GET /admin/battles',
  '/console/contests': 'GET /admin/contests',
  '/console/ledger': 'GET /admin/ledger/audits',
  '/console/chain': 'GET /admin/chain',
  '/console/submissions': 'GET /admin/submissions',
  '/console/certificates': 'GET /admin/certificates',
  '/console/badges': 'GET /admin/badges',
  '/console/promotions': 'GET /admin/promotions',
  '/console/figures': 'GET /admin/figures/activity',
  '/console/system': 'GET /admin/system',
  '/console/jobs': 'GET /admin/jobs',
  '/console/events': 'GET /admin/inbox/events',
  '/console/audit': 'GET /admin/audit',
  // Support reads the settings for the limit of grants; the screen also shows the audit log.
  '/console/runtime': 'PUT /admin/runtime-settings',
  '/console/settings': 'GET /admin/site-settings',
}

test('a role sees the sections whose requests it may send, and no others', () => {
  for (const role of STAFF_ROLES) {
    const allowed = Object.entries(FIRST_READ)
      .filter(([, route]) => (ACCESS[route] as readonly Role[]).includes(role))
      .map(([to]) => to)
    expect({
      role,
      sections: sectionsOf(role)
        .map(({ to }) => `${to}`)
        .sort(),
    }).toEqual({
      role,
      sections: allowed.sort(),
    })
  }
})

test('a moderator has attention, users and reports, and learners have nothing', () => {
  expect(sectionsOf('MODERATOR').map(({ to }) => `${to}`)).toEqual([
    '/console',
    '/console/users',
    '/console/reports',
  ])
  for (const role of ROLES.filter((other) => !STAFF_ROLES.some((staff) => staff === other)))
    expect(sectionsOf(role)).toEqual([])
})

test('every section is in one group, and a group without sections is not shown', () => {
  const grouped = groupsOf('ADMIN').flatMap(({ sections }) => sections.map(({ to }) => to))
  expect(grouped.sort()).toEqual(
    sectionsOf('ADMIN')
      .map(({ to }) => to)
      .sort(),
  )
  expect(groupsOf('ADMIN').map(({ group }) => group)).toEqual([
    undefined,
    'people',
    'value',
    'content',
    'system',
  ])
  expect(groupsOf('MODERATOR').map(({ group }) => group)).toEqual([undefined, 'people'])
})
