import { expect, test } from 'bun:test'
import { tabAbove } from './tabs.ts'

test('a screen outside the address of its tab belongs to a tab, and one below it needs no rule', () => {
  for (const path of ['/wallet', '/wallet/orders/1', '/premium', '/refer', '/badges', '/settings/profile'])
    expect([path, tabAbove(path)]).toEqual([path, '/me'])
  expect(tabAbove('/roadmap')).toBe('/learn')
  for (const path of ['/', '/learn/paths/1', '/leaderboards', '/refers'])
    expect([path, tabAbove(path)]).toEqual([path, undefined])
})
