import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserId } from '../../../platform/ids.ts'
import { countPlan } from '../../questions/question-testbed.ts'
import { type BadgeTestbed, createBadgeTestbed, eventOf } from '../badge-testbed.ts'
import { listDefinitions } from '../public/list-badge-definitions.ts'
import { exportBadges } from './export-badges.ts'
import { importBadges, previewBadges } from './import-badges.ts'
import type { PackBadge } from './pack-badge.ts'
import { readBadges } from './read-badges.ts'

let testbed: BadgeTestbed
beforeAll(async () => {
  testbed = await createBadgeTestbed()
})
afterAll(() => testbed?.stop())

const now = new Date('2026-11-02T12:00:00.000Z')
const badge = (type: string, more: Partial<PackBadge> = {}): PackBadge => ({
  type,
  name: 'Of a pack',
  description: 'Win 2 battles.',
  rule: 'BATTLES_WON',
  required: 2,
  pictureKey: null,
  file: `badges/${type}.yaml`,
  ruleLine: 3,
  ...more,
})
const importPackBadges = (...badges: PackBadge[]) => importBadgesOf('one-pack', badges)

async function importBadgesOf(packId: string, badges: PackBadge[], archiveMissing = true) {
  const plan = await testbed.platform.write((tx) => importBadges(tx, { badges, packId, archiveMissing }, now))
  return countPlan(plan)
}

async function stateOf(type: string) {
  const { items } = await listDefinitions(testbed.db, { page: 1, limit: 100 })
  return items.find((each) => each.type === type)
}

const jobsFor = (type: string) => testbed.db`
  select id from outbox where job = 'badges.backfill' and data ->> 'badgeType' = ${type}`

describe('importBadges', () => {
  test('an import adds, updates with progress, archives and counts badges', async () => {
    const userId: UserId = await testbed.register()
    const won = (roomId: string) => eventOf('battles.battle_won', { userId, at: now.toISOString(), roomId })
    expect(await importPackBadges(badge('PACK_ONE'), badge('PACK_TWO', { required: 1 }))).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      archived: 0,
    })
    expect(await stateOf('PACK_ONE')).toMatchObject({ origin: 'PACK', status: 'PUBLISHED', version: 1 })
    expect(await jobsFor('PACK_ONE')).toHaveLength(2)
    await testbed.emit(won('a'))
    expect(await importPackBadges(badge('PACK_ONE'), badge('PACK_TWO', { required: 1 }))).toEqual({
      added: 0,
      changed: 0,
      unchanged: 2,
      archived: 0,
    })
    expect(await jobsFor('PACK_ONE')).toHaveLength(2)
    expect(await importPackBadges(badge('PACK_ONE', { name: 'Renamed', required: 3 }))).toEqual({
      added: 0,
      changed: 1,
      unchanged: 0,
      archived: 1,
    })
    expect(await stateOf('PACK_TWO')).toMatchObject({ status: 'ARCHIVED', origin: 'PACK' })
    const { body } = await testbed.call('GET /badges/progress/me', userId)
    const seen = body.data.filter(({ badgeType }: { badgeType: string }) => badgeType.startsWith('PACK'))
    expect(seen).toMatchObject([
      { badgeType: 'PACK_ONE', name: 'Renamed', currentProgress: 1, requiredProgress: 3 },
      { badgeType: 'PACK_TWO', isCompleted: true },
    ])
    expect((await importPackBadges(badge('PACK_ONE'), badge('PACK_TWO', { required: 1 }))).changed).toBe(2)
    expect(await stateOf('PACK_TWO')).toMatchObject({ status: 'PUBLISHED' })
  })

  test('an import takes over a built-in badge that the pack contains', async () => {
    const own = { name: 'Bundi', description: 'Usiku.', rule: 'NIGHTS_LEARNED' } as const
    expect(await importPackBadges(badge('NIGHT_OWL', own))).toMatchObject({ changed: 1 })
    expect(await stateOf('NIGHT_OWL')).toMatchObject({ origin: 'PACK', name: 'Bundi', requiredProgress: 2 })
    expect(await stateOf('QUIZ_MASTER')).toMatchObject({
      origin: 'BUILT_IN',
      status: 'PUBLISHED',
      version: 1,
    })
  })

  test('an import is refused with file and line for a changed rule or a badge of an administrator', async () => {
    await importPackBadges(badge('PACK_THREE'))
    const own = await testbed.addBadge({ badgeType: 'OWN_BADGE' })
    const refused = importPackBadges(
      badge('PACK_FOUR'),
      badge('PACK_THREE', { rule: 'CONTESTS_WON', ruleLine: 7 }),
      badge('FIRST_STEPS'),
      badge(own),
    )
    await expect(refused).rejects.toMatchObject({
      errors: [
        { file: 'badges/PACK_THREE.yaml', line: 7, message: expect.stringContaining('BATTLES_WON') },
        { file: 'badges/FIRST_STEPS.yaml', line: 3, message: expect.stringContaining('LESSONS_COMPLETED') },
        {
          file: 'badges/OWN_BADGE.yaml',
          line: 1,
          message: expect.stringContaining('created by an administrator'),
        },
      ],
    })
    expect(await stateOf('PACK_FOUR')).toBeUndefined()
    expect(await stateOf('PACK_THREE')).toMatchObject({ ruleKind: 'BATTLES_WON', status: 'PUBLISHED' })
  })

  test('a badge of another pack is refused, and missing badges stay unless they shall be archived', async () => {
    await importBadgesOf('two-pack', [badge('TWO_KEPT'), badge('TWO_OWN')])
    await expect(importBadgesOf('three-pack', [badge('TWO_OWN')])).rejects.toMatchObject({
      errors: [
        { line: 1, message: expect.stringMatching(/two-own belongs to the pack two-pack.*three-pack/) },
      ],
    })
    const left = { badges: [badge('TWO_OWN')], packId: 'two-pack', archiveMissing: false }
    const plan = await previewBadges(testbed.db, left)
    expect(plan).toEqual({ added: [], changed: [], unchanged: 1, archived: [], left: ['two-kept'] })
    expect(await testbed.platform.write((tx) => importBadges(tx, left, now))).toEqual(plan)
    expect(await stateOf('TWO_KEPT')).toMatchObject({ status: 'PUBLISHED', version: 1 })
    await importBadgesOf('three-pack', [badge('THREE_OWN')])
    expect(await stateOf('TWO_KEPT')).toMatchObject({ status: 'PUBLISHED', version: 1 })
    expect(await importBadgesOf('two-pack', left.badges)).toMatchObject({ unchanged: 1, archived: 1 })
  })

  test('two concurrent imports of one pack have the effect of one', async () => {
    const counts = await Promise.all(Array.from({ length: 5 }, () => importPackBadges(badge('PACK_RACE'))))
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(1)
    expect(await jobsFor('PACK_RACE')).toHaveLength(2)
  })
})

test('exported badges read back unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-badges-out-'))
  try {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
    const digest = new Bun.CryptoHasher('sha256').update(svg).digest('hex').slice(0, 32)
    const pictureKey = `media/${digest}.svg`
    await testbed.platform.storage.put(pictureKey, new TextEncoder().encode(svg), 'image/svg+xml')
    await importPackBadges(badge('PACK_OUT', { pictureKey }), badge('PACK_PLAIN'))
    const files = await exportBadges(testbed.platform, { folder, packId: 'one-pack' })
    expect(files.sort()).toEqual([
      `badges/images/${digest}.svg`,
      'badges/pack-out.yaml',
      'badges/pack-plain.yaml',
    ])
    const { badges, media, errors } = await readBadges(folder)
    expect([errors, media.size]).toEqual([[], 1])
    const before = await stateOf('PACK_OUT')
    expect(await importPackBadges(...badges)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 2,
      archived: 0,
    })
    expect(await stateOf('PACK_OUT')).toEqual(before!)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
