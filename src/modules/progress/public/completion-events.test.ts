import { expect, test } from 'bun:test'
import { badgeUnlocked } from '../../../events/badges.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findUnlockedBadges } from './completion-events.ts'

const userId = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
const NOON = '2026-11-02T12:00:00.000Z'

test('findUnlockedBadges returns the unlocked badges in the order of the events', () => {
  const common = { userId, name: 'N', description: 'D.', imageUrl: 'https://l.example/x.svg', at: NOON }
  const events = [
    { id: 'x' as never, name: 'progress.lesson_completed', data: {} },
    badgeUnlocked({ ...common, badgeType: 'FIRST_STEPS' }),
    badgeUnlocked({ ...common, badgeType: 'NIGHT_OWL' }),
  ]
  const shown = { name: 'N', description: 'D.', imageUrl: 'https://l.example/x.svg' }
  expect(findUnlockedBadges(events)).toEqual([
    { badgeType: 'FIRST_STEPS', ...shown },
    { badgeType: 'NIGHT_OWL', ...shown },
  ])
  expect(findUnlockedBadges([events[0]!])).toEqual([])
})
