import { expect, test } from 'bun:test'
import { undoOf } from './undo.ts'

const at = '2026-11-02T08:00:00.000Z'
const userId = '019a8b5e-7c1d-7000-8000-0000000000b2'

test('actions with an opposite name what must still be true', () => {
  const [suspended, free] = [{ suspendedAt: at }, { suspendedAt: null }]
  expect(undoOf({ act: 'user.suspended', userId, before: free, after: suspended })).toEqual({
    kind: 'unsuspend',
    userId,
    suspendedAt: at,
  })
  expect(undoOf({ act: 'user.restored', userId, before: suspended, after: free })).toEqual({
    kind: 'suspend',
    userId,
  })
  expect(
    undoOf({ act: 'user.role_changed', userId, before: { role: 'USER' }, after: { role: 'CREATOR' } }),
  ).toEqual({ kind: 'role', userId, from: 'CREATOR', to: 'USER' })
  const settings = { before: { areStakesOn: null, version: 3 }, after: { areStakesOn: false, version: 4 } }
  expect(undoOf({ act: 'settings.updated', userId: null, ...settings })).toEqual({
    kind: 'settings',
    before: { areStakesOn: null },
    version: 4,
  })
  const site = { before: { name: 'Lyceum', updatedAt: null }, after: { name: 'School', updatedAt: at } }
  expect(undoOf({ act: 'site.updated', userId: null, ...site })).toEqual({
    kind: 'site',
    before: { name: 'Lyceum' },
    updatedAt: at,
  })
})

test('other actions cannot be undone', () => {
  const entry = { userId, before: { status: 'MINTED' }, after: { status: 'REVOKED' } }
  expect(undoOf({ act: 'certificate.revoked', ...entry })).toBeUndefined()
  expect(undoOf({ act: 'user.suspended', userId: null, before: null, after: null })).toBeUndefined()
})
