import { describe, expect, test } from 'bun:test'
import { HOUR_MS } from '../../platform/clock.ts'
import { findRemovedSettings } from '../../platform/config/removed-settings.ts'
import { judgeUpgrade, type UpgradeState } from './upgrade-report.ts'

const READY: UpgradeState = {
  database: { isEmbedded: true, server: '18.4', sizeBytes: 50e6, mayChange: true, isForeign: false },
  migrations: {
    applied: 2,
    pending: [{ name: '0003_three.sql', isBreaking: false }],
    newer: [],
    changed: [],
  },
  settings: { misspelled: [], removed: [] },
  freeBytes: 900e6,
  backup: { path: '/b/lyceum-20261117T000000Z', ageMs: 2 * HOUR_MS },
}
const database = (change: Partial<UpgradeState['database']>) => ({
  database: { ...READY.database, ...change },
})
const migrations = (change: Partial<UpgradeState['migrations']>) => ({
  migrations: { ...READY.migrations, ...change },
})
const judge = (change: Partial<UpgradeState>) => judgeUpgrade({ ...READY, ...change })

describe('an upgrade', () => {
  test('can begin with a new backup and enough disk, and can go back', () => {
    expect(judge({})).toEqual({ problems: [], warnings: [], canGoBack: true })
  })

  test.each([
    ['an old server', database({ serverError: 'The server is too old.' }), 'too old'],
    ['a database of another program', database({ isForeign: true }), 'another program'],
    ['a role without rights', database({ mayChange: false }), 'may not create tables'],
    ['a changed migration', migrations({ changed: ['0001_one.sql'] }), '0001_one.sql was changed'],
    [
      'a breaking migration of a newer version',
      migrations({ newer: [{ name: '0009_nine.sql', isBreaking: true }] }),
      'use the newer version',
    ],
    ['a full disk', { freeBytes: 49e6 }, '49.0 MB free, less than the database (50.0 MB)'],
    ['no backup', { backup: undefined }, 'There is no backup'],
    ['an old backup', { backup: { path: '/b/x', ageMs: 25 * HOUR_MS } }, '25 hours old'],
    ['a removed setting', { settings: { misspelled: [], removed: ['OLD is gone'] } }, 'OLD is gone'],
  ] as [string, Partial<UpgradeState>, string][])('must not begin with %s', (_, change, sentence) => {
    const { problems } = judge(change)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
  })

  test('with a breaking migration cannot go back, and warns', () => {
    const { problems, warnings, canGoBack } = judge(
      migrations({ pending: [{ name: '0003_three.sql', isBreaking: true }] }),
    )
    expect([problems, canGoBack]).toEqual([[], false])
    expect(warnings[0]).toContain('0003_three.sql is breaking')
  })

  test('without a migration only warns of an old backup and little disk', () => {
    const { problems, warnings } = judge({ ...migrations({ pending: [] }), backup: undefined, freeBytes: 1 })
    expect([problems, warnings.length]).toEqual([[], 2])
  })

  test('of your own server warns that its backups are not checked', () => {
    const { problems, warnings } = judge({
      ...database({ isEmbedded: false }),
      backup: undefined,
      freeBytes: undefined,
    })
    expect([problems, warnings]).toEqual([[], [expect.stringContaining('are not checked')]])
  })
})

test('a setting of an earlier release is named with what to do', () => {
  const removed = { OLD_LIMIT: 'use LIMIT_GENERAL.' }
  expect(findRemovedSettings({ OLD_LIMIT: '3', PORT: '1' }, removed)).toEqual([
    'OLD_LIMIT is no longer a setting: use LIMIT_GENERAL.',
  ])
  expect(findRemovedSettings({ OLD_LIMIT: '' }, removed)).toEqual([])
})
