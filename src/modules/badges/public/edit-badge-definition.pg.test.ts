import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { collectOutcomes } from '../../../../test/harness/barrier.ts'
import { createTestClock } from '../../../../test/harness/test-clock.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { useSystemClock } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { DomainEvent } from '../../../platform/transaction/define-event.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { findUnlockedBadges } from '../../progress/public/completion-events.ts'
import { badgeDefinitionCache } from '../badge-definition-cache.ts'
import { type BadgeTestbed, createBadgeTestbed, eventOf } from '../badge-testbed.ts'
import type { BadgeDefinitionPatch } from './badge-definition.ts'
import {
  archiveDefinition,
  createDefinition,
  publishDefinition,
  updateDefinition,
} from './edit-badge-definition.ts'

let testbed: BadgeTestbed
let user: UserId
const now = new Date('2026-11-02T12:00:00.000Z')
const at = now.toISOString()

beforeAll(async () => {
  testbed = await createBadgeTestbed()
})
afterAll(() => testbed?.stop())
beforeEach(async () => {
  user = await testbed.register()
})

let counter = 0
const project = (projectId = `project ${++counter}`) =>
  eventOf('capstones.project_passed', { userId: user, at, projectId })
const won = (roomId = `room ${++counter}`) => eventOf('battles.battle_won', { userId: user, at, roomId })
const streak = (currentDays: number) => eventOf('streaks.streak_extended', { userId: user, at, currentDays })

const update = (type: string, patch: BadgeDefinitionPatch) =>
  testbed.platform.write((tx) => updateDefinition(tx, { type, patch, now }))
const archive = (type: string) => testbed.platform.write((tx) => archiveDefinition(tx, { type, now }))
const publish = (type: string) => testbed.platform.write((tx) => publishDefinition(tx, { type, now }))

interface Seen {
  badgeType: string
  currentProgress: number
  requiredProgress: number
  isCompleted: boolean
}

async function seen(type: string, by = user): Promise<Seen | undefined> {
  const { body } = await testbed.call('GET /badges/progress/me', by)
  return body.data.find(({ badgeType }: Seen) => badgeType === type)
}

/** Counts how often the events unlocked a badge; other tests leave badges of the same kind. */
const unlocks = async (type: string, event: DomainEvent) =>
  findUnlockedBadges(await testbed.emit(event)).filter(({ badgeType }) => badgeType === type).length

describe('a badge of an administrator', () => {
  test('a badge counts from its publication and is emitted with its text', async () => {
    const draft = {
      badgeType: 'TRIPLE_BUILDER',
      name: 'Triple Builder',
      description: 'Pass 2 projects.',
      ruleKind: 'PROJECTS_PASSED',
      requiredProgress: 2,
    } as const
    await testbed.platform.write((tx) => createDefinition(tx, { draft, now }))
    await testbed.emit(project())
    expect(await seen('TRIPLE_BUILDER')).toBeUndefined()
    await publish('TRIPLE_BUILDER')
    expect(await seen('TRIPLE_BUILDER')).toMatchObject({ currentProgress: 0, requiredProgress: 2 })
    expect(await unlocks('TRIPLE_BUILDER', project())).toBe(0)
    expect(findUnlockedBadges(await testbed.emit(project()))).toEqual([
      {
        badgeType: 'TRIPLE_BUILDER',
        name: 'Triple Builder',
        description: 'Pass 2 projects.',
        imageUrl: 'https://lyceum.example/badges/badge.svg',
      },
    ])
    expect(await seen('TRIPLE_BUILDER')).toMatchObject({ currentProgress: 2, isCompleted: true })
  })

  test('a new badge is listed last and keeps its position when it changes', async () => {
    const [first, second] = [await testbed.addBadge({}), await testbed.addBadge({})]
    await update(first, { name: 'Another name' })
    const { body } = await testbed.call('GET /badges/progress/me', user)
    const types = body.data.map(({ badgeType }: Seen) => badgeType)
    expect(types[0]).toBe('FIRST_STEPS')
    expect(types.indexOf(second) - types.indexOf(first)).toBe(1)
  })

  test('a badge of an unknown rule kind is ignored', async () => {
    await testbed.db`
      insert into badge_definition (badge_type, origin, status, name, description, rule_kind, required_progress,
        created_at, updated_at)
      values ('FROM_THE_FUTURE', 'ADMIN', 'PUBLISHED', 'F', 'F.', 'MOONS_SEEN', 1, now(), now())`
    await testbed.addBadge({})
    await testbed.emit(project(), won(), streak(1))
    expect(await seen('FROM_THE_FUTURE')).toMatchObject({ currentProgress: 0 })
    await testbed.db`delete from badge_definition where badge_type = 'FROM_THE_FUTURE'`
  })
})

describe('archiveDefinition', () => {
  test('an archived badge is visible only to users who completed it and continues when it is published again', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    await testbed.emit(won(), won())
    const late = await testbed.register()
    const winner = user
    user = late
    await testbed.emit(won())
    await archive(type)
    expect(await seen(type, winner)).toMatchObject({ isCompleted: true })
    expect(await seen(type, late)).toBeUndefined()
    expect(await unlocks(type, won())).toBe(0)
    expect((await testbed.call('GET /badges/near-completion/me', late)).body.data).toEqual([])
    await publish(type)
    expect(await seen(type, late)).toMatchObject({ currentProgress: 1 })
    expect(await unlocks(type, won())).toBe(1)
  })

  test('a process with a stale cache does not advance an archived badge', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 1 })
    const deaf = await testbed.openProcess()
    await testbed.emitIn(deaf, streak(1))
    // No event is emitted, so the cache of the other process is stale.
    await testbed.db`update badge_definition set status = 'ARCHIVED' where badge_type = ${type}`
    expect(findUnlockedBadges(await testbed.emitIn(deaf, won()))).toEqual([])
    const rows = await testbed.db`select from badge_progress where badge_type = ${type}`
    expect(rows).toHaveLength(0)
  })
})

describe('a changed requirement', () => {
  test('a raised requirement keeps completed badges and continues progress', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    await testbed.emit(won(), won())
    const winner = user
    user = await testbed.register()
    await testbed.emit(won())
    await update(type, { requiredProgress: 3 })
    expect(await seen(type, winner)).toMatchObject({ isCompleted: true, currentProgress: 3 })
    expect(await unlocks(type, won())).toBe(0)
    expect(await seen(type)).toMatchObject({ currentProgress: 2, requiredProgress: 3, isCompleted: false })
    expect(await unlocks(type, won())).toBe(1)
  })

  test('a lowered requirement unlocks the badge once with the next event, also with a repeated item', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 5 })
    const same = won()
    await testbed.emit(same, won(), won())
    await update(type, { requiredProgress: 3 })
    expect((await testbed.call('GET /badges/near-completion/me', user)).body.data).toEqual([])
    const emitted = await Promise.all(Array.from({ length: 10 }, () => unlocks(type, same)))
    expect(emitted.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(await seen(type)).toMatchObject({ isCompleted: true, currentProgress: 3 })
  })

  test('the stored requirement applies when a process has a stale cache', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    const deaf = await testbed.openProcess()
    await testbed.emitIn(deaf, streak(1))
    await testbed.db`update badge_definition set required_progress = 1 where badge_type = ${type}`
    expect(findUnlockedBadges(await testbed.emitIn(deaf, won())).map(({ badgeType }) => badgeType)).toContain(
      type,
    )
  })
})

describe('updateDefinition', () => {
  test('a change of the rule of a published badge or of an old version is refused', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON' })
    await expect(update(type, { ruleKind: 'CONTESTS_WON' })).rejects.toMatchObject({
      code: 'BADGE_RULE_FIXED',
    })
    await archive(type)
    await expect(update(type, { ruleKind: 'CONTESTS_WON' })).rejects.toMatchObject({
      code: 'BADGE_RULE_FIXED',
    })
    const { after } = await update(type, { name: 'Newer' })
    await expect(update(type, { name: 'Older', version: after.version - 1 })).rejects.toMatchObject({
      code: 'BADGE_CHANGED',
    })
    expect((await update(type, { name: 'Newest', version: after.version })).after.name).toBe('Newest')
    await expect(update('NO_SUCH_BADGE', {})).rejects.toMatchObject({ code: 'BADGE_NOT_FOUND' })
  })

  test('a change without a difference writes no version, event or job', async () => {
    const type = await testbed.addBadge({})
    const jobs = () => testbed.db`select id from outbox where job = 'badges.backfill'`
    const before = await jobs()
    const { before: old, after } = await publish(type)
    expect(after).toEqual(old)
    expect((await update(type, { name: old.name })).after.version).toBe(old.version)
    expect(await jobs()).toHaveLength(before.length)
  })

  test('of ten concurrent changes of one version one succeeds', async () => {
    const type = await testbed.addBadge({})
    const { after } = await update(type, { description: 'To be changed.' })
    const outcome = await collectOutcomes(
      Array.from({ length: 10 }, (_, number) =>
        update(type, { name: `Name ${number}`, version: after.version }),
      ),
    )
    expect(outcome).toEqual({ done: 1, refused: { BADGE_CHANGED: 9 } })
  })

  test('ten concurrent creations create one badge, and ten concurrent publications publish it once', async () => {
    const draft = {
      badgeType: 'MADE_ONCE',
      name: 'Once',
      description: 'Once.',
      ruleKind: 'CONTESTS_WON',
      requiredProgress: 1,
    } as const
    const made = await collectOutcomes(
      Array.from({ length: 10 }, () => testbed.platform.write((tx) => createDefinition(tx, { draft, now }))),
    )
    expect(made).toEqual({ done: 1, refused: { BADGE_EXISTS: 9 } })
    const edits = await Promise.all(Array.from({ length: 10 }, () => publish('MADE_ONCE')))
    expect(edits.filter(({ before, after }) => before.status !== after.status)).toHaveLength(1)
    const jobs = await testbed.db`
      select id from outbox where job = 'badges.backfill' and data ->> 'badgeType' = 'MADE_ONCE'`
    // Now, and after all cached copies have expired.
    expect(jobs).toHaveLength(2)
  })
})

describe('concurrent changes and events', () => {
  test('twenty concurrent last steps unlock the badge once', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 3 })
    await testbed.emit(won(), won())
    const emitted = await Promise.all(Array.from({ length: 20 }, () => unlocks(type, won())))
    expect(emitted.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await seen(type)).toMatchObject({ isCompleted: true, currentProgress: 3 })
  })

  test('concurrent archiving and publishing neither loses nor doubles counted items', async () => {
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 1000 })
    const changing = (async () => {
      for (let round = 0; round < 5; round++) {
        await archive(type)
        await publish(type)
      }
    })()
    await Promise.all([changing, ...Array.from({ length: 60 }, () => testbed.emit(won()))])
    const [row] = await testbed.db<{ marks: number; progress: number }>`
      select count(*)::integer as marks, (
        select current_progress from badge_progress where user_id = ${user} and badge_type = ${type}) as progress
      from badge_counted_item where user_id = ${user} and badge_type = ${type}`
    expect(row!.progress ?? 0).toBe(row!.marks)
  })
})

describe('definition cache', () => {
  test('a change is visible immediately in its process and soon in others', async () => {
    const other = await testbed.openProcess()
    await testbed.emitIn(other, won())
    const type = await testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    expect(await unlocks(type, won())).toBe(0)
    await waitUntil(async () => {
      const events = await testbed.emitIn(other, won())
      return findUnlockedBadges(events).some(({ badgeType }) => badgeType === type)
    }, 5)
  })

  test('the cache reloads after ten seconds if the message was lost', async () => {
    const silent = await testbed.openProcess(() => reactionTable([]))
    const cache = badgeDefinitionCache({
      ...silent.pubsub,
      subscribe: async () => ({ end: async () => {} }),
    })
    const types = async () => (await cache.get(silent.db)).all.map(({ type }) => type)
    const time = createTestClock()
    try {
      await types()
      const type = await testbed.addBadge({})
      expect(await types()).not.toContain(type)
      time.advance(10_001)
      expect(await types()).toContain(type)
    } finally {
      useSystemClock()
    }
  })

  test('a read that began before a change does not stay in the cache', async () => {
    const { pubsub: live, db } = testbed.platform
    const cache = badgeDefinitionCache({ ...live })
    const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const slow = (async (...given: Parameters<typeof db>) => {
      const rows = await db(...given)
      isRead()
      await gate
      return rows
    }) as typeof db
    const reading = cache.get(slow)
    await read
    const type = await testbed.addBadge({})
    cache.invalidate()
    open()
    await reading
    expect((await cache.get(db)).all.map((each) => each.type)).toContain(type)
  })
})
