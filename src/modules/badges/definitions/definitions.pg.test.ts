import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { outcomesOf } from '../../../../test/harness/races.ts'
import { createTestTime } from '../../../../test/harness/time.ts'
import { until } from '../../../../test/harness/until.ts'
import { useSystemClock } from '../../../platform/clock.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import { reactionTable } from '../../../platform/reactions.ts'
import { type BadgeTestbed, factOf, openBadgeTestbed } from '../badge-testbed.ts'
import { unlockedBadgesIn } from '../unlocked-badges.ts'
import type { DefinitionPatch } from './definition.ts'
import {
  archiveDefinition,
  createDefinition,
  publishDefinition,
  updateDefinition,
} from './edit-definition.ts'
import { heldDefinitions } from './held-definitions.ts'

setDefaultTimeout(60_000)

let bed: BadgeTestbed
let user: UserId
const now = new Date('2026-11-02T12:00:00.000Z')
const at = now.toISOString()

beforeAll(async () => {
  bed = await openBadgeTestbed()
})
afterAll(() => bed?.stop())
beforeEach(async () => {
  user = await bed.register()
})

let counter = 0
const project = (projectId = `project ${++counter}`) =>
  factOf('capstones.project_passed', { userId: user, at, projectId })
const won = (roomId = `room ${++counter}`) => factOf('battles.battle_won', { userId: user, at, roomId })
const streak = (currentDays: number) => factOf('rewards.streak_extended', { userId: user, at, currentDays })

const update = (type: string, patch: DefinitionPatch) =>
  bed.platform.write((tx) => updateDefinition(tx, { type, patch, now }))
const archive = (type: string) => bed.platform.write((tx) => archiveDefinition(tx, { type, now }))
const publish = (type: string) => bed.platform.write((tx) => publishDefinition(tx, { type, now }))

interface Seen {
  badgeType: string
  currentProgress: number
  requiredProgress: number
  isCompleted: boolean
}

async function seen(type: string, by = user): Promise<Seen | undefined> {
  const { body } = await bed.call('GET /badges/progress/me', by)
  return body.data.find(({ badgeType }: Seen) => badgeType === type)
}

/** How often a fact unlocked a badge; other tests have left badges of the same kind. */
const unlocks = async (type: string, fact: Fact) =>
  unlockedBadgesIn(await bed.tell(fact)).filter(({ badgeType }) => badgeType === type).length

describe('a badge that code does not know', () => {
  test('is nobody’s as a draft, counts once it is published, and is told with its words', async () => {
    const draft = {
      badgeType: 'TRIPLE_BUILDER',
      name: 'Triple Builder',
      description: 'Pass 2 projects.',
      ruleKind: 'PROJECTS_PASSED',
      requiredProgress: 2,
    } as const
    await bed.platform.write((tx) => createDefinition(tx, { draft, now }))
    await bed.tell(project())
    expect(await seen('TRIPLE_BUILDER')).toBeUndefined()
    await publish('TRIPLE_BUILDER')
    expect(await seen('TRIPLE_BUILDER')).toMatchObject({ currentProgress: 0, requiredProgress: 2 })
    expect(await unlocks('TRIPLE_BUILDER', project())).toBe(0)
    expect(unlockedBadgesIn(await bed.tell(project()))).toEqual([
      {
        badgeType: 'TRIPLE_BUILDER',
        name: 'Triple Builder',
        description: 'Pass 2 projects.',
        imageUrl: 'https://lyceum.example/badges/badge.svg',
      },
    ])
    expect(await seen('TRIPLE_BUILDER')).toMatchObject({ currentProgress: 2, isCompleted: true })
  })

  test('stands behind those that are older, and stays there when it is changed', async () => {
    const [first, second] = [await bed.addBadge({}), await bed.addBadge({})]
    await update(first, { name: 'Another name' })
    const { body } = await bed.call('GET /badges/progress/me', user)
    const types = body.data.map(({ badgeType }: Seen) => badgeType)
    expect(types[0]).toBe('FIRST_STEPS')
    expect(types.indexOf(second) - types.indexOf(first)).toBe(1)
  })

  test('of a kind that another process brought is left alone', async () => {
    await bed.db`
      insert into badge_definition (badge_type, origin, status, name, description, rule_kind, required_progress,
        created_at, updated_at)
      values ('FROM_THE_FUTURE', 'ADMIN', 'PUBLISHED', 'F', 'F.', 'MOONS_SEEN', 1, now(), now())`
    await bed.addBadge({})
    await bed.tell(project(), won(), streak(1))
    expect(await seen('FROM_THE_FUTURE')).toMatchObject({ currentProgress: 0 })
    await bed.db`delete from badge_definition where badge_type = 'FROM_THE_FUTURE'`
  })
})

describe('an archived badge', () => {
  test('is seen by those who have it alone, moves no more, and goes on where it was when it is back', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    await bed.tell(won(), won())
    const late = await bed.register()
    const winner = user
    user = late
    await bed.tell(won())
    await archive(type)
    expect(await seen(type, winner)).toMatchObject({ isCompleted: true })
    expect(await seen(type, late)).toBeUndefined()
    expect(await unlocks(type, won())).toBe(0)
    expect((await bed.call('GET /badges/near-completion/me', late)).body.data).toEqual([])
    await publish(type)
    expect(await seen(type, late)).toMatchObject({ currentProgress: 1 })
    expect(await unlocks(type, won())).toBe(1)
  })

  test('does not move by a process that has not heard of it', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 1 })
    const deaf = await bed.openProcess()
    await bed.tellIn(deaf, streak(1))
    // Nothing is told: what the other process holds is old.
    await bed.db`update badge_definition set status = 'ARCHIVED' where badge_type = ${type}`
    expect(unlockedBadgesIn(await bed.tellIn(deaf, won()))).toEqual([])
    const rows = await bed.db`select from badge_progress where badge_type = ${type}`
    expect(rows).toHaveLength(0)
  })
})

describe('a number that changes', () => {
  test('upwards takes nothing from who has the badge, and goes on counting for who has not', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    await bed.tell(won(), won())
    const winner = user
    user = await bed.register()
    await bed.tell(won())
    await update(type, { requiredProgress: 3 })
    expect(await seen(type, winner)).toMatchObject({ isCompleted: true, currentProgress: 3 })
    expect(await unlocks(type, won())).toBe(0)
    expect(await seen(type)).toMatchObject({ currentProgress: 2, requiredProgress: 3, isCompleted: false })
    expect(await unlocks(type, won())).toBe(1)
  })

  test('downwards gives it by any step to who has enough, also by one that counted before, and once', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 5 })
    const same = won()
    await bed.tell(same, won(), won())
    await update(type, { requiredProgress: 3 })
    expect((await bed.call('GET /badges/near-completion/me', user)).body.data).toEqual([])
    const told = await Promise.all(Array.from({ length: 10 }, () => unlocks(type, same)))
    expect(told.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(await seen(type)).toMatchObject({ isCompleted: true, currentProgress: 3 })
  })

  test('is the one that counts, whatever a process holds', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    const deaf = await bed.openProcess()
    await bed.tellIn(deaf, streak(1))
    await bed.db`update badge_definition set required_progress = 1 where badge_type = ${type}`
    expect(unlockedBadgesIn(await bed.tellIn(deaf, won())).map(({ badgeType }) => badgeType)).toContain(type)
  })
})

describe('a change', () => {
  test('is refused when it is of another rule and the badge was published, or when it is based on old words', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON' })
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

  test('that changes nothing is none: no version, no message, no job', async () => {
    const type = await bed.addBadge({})
    const jobs = () => bed.db`select id from outbox where job = 'badges.count_back'`
    const before = await jobs()
    const { before: old, after } = await publish(type)
    expect(after).toEqual(old)
    expect((await update(type, { name: old.name })).after.version).toBe(old.version)
    expect(await jobs()).toHaveLength(before.length)
  })

  test('of the same words by ten at once is done by the one who read them last', async () => {
    const type = await bed.addBadge({})
    const { after } = await update(type, { description: 'To be changed.' })
    const outcome = await outcomesOf(
      Array.from({ length: 10 }, (_, number) =>
        update(type, { name: `Name ${number}`, version: after.version }),
      ),
    )
    expect(outcome).toEqual({ done: 1, refused: { BADGE_CHANGED: 9 } })
  })

  test('made by ten at once is one badge; published by ten at once, it is published once', async () => {
    const draft = {
      badgeType: 'MADE_ONCE',
      name: 'Once',
      description: 'Once.',
      ruleKind: 'CONTESTS_WON',
      requiredProgress: 1,
    } as const
    const made = await outcomesOf(
      Array.from({ length: 10 }, () => bed.platform.write((tx) => createDefinition(tx, { draft, now }))),
    )
    expect(made).toEqual({ done: 1, refused: { BADGE_EXISTS: 9 } })
    const edits = await Promise.all(Array.from({ length: 10 }, () => publish('MADE_ONCE')))
    expect(edits.filter(({ before, after }) => before.status !== after.status)).toHaveLength(1)
    const jobs = await bed.db`
      select id from outbox where job = 'badges.count_back' and data ->> 'badgeType' = 'MADE_ONCE'`
    // At once, and when nobody can hold what was before.
    expect(jobs).toHaveLength(2)
  })
})

describe('at once', () => {
  test('the last step, taken twenty times, unlocks once', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 3 })
    await bed.tell(won(), won())
    const told = await Promise.all(Array.from({ length: 20 }, () => unlocks(type, won())))
    expect(told.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await seen(type)).toMatchObject({ isCompleted: true, currentProgress: 3 })
  })

  test('archiving and publishing beside steps loses none that counted, and doubles nothing', async () => {
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 1000 })
    const changing = (async () => {
      for (let round = 0; round < 5; round++) {
        await archive(type)
        await publish(type)
      }
    })()
    await Promise.all([changing, ...Array.from({ length: 60 }, () => bed.tell(won()))])
    const [row] = await bed.db<{ marks: number; progress: number }>`
      select count(*)::integer as marks, (
        select current_progress from badge_progress where user_id = ${user} and badge_type = ${type}) as progress
      from badge_mark where user_id = ${user} and badge_type = ${type}`
    expect(row!.progress ?? 0).toBe(row!.marks)
  })
})

describe('what a process holds', () => {
  test('is new at once where it was changed, and moments later elsewhere', async () => {
    const other = await bed.openProcess()
    await bed.tellIn(other, won())
    const type = await bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress: 2 })
    expect(await unlocks(type, won())).toBe(0)
    await until(async () => {
      const facts = await bed.tellIn(other, won())
      return unlockedBadgesIn(facts).some(({ badgeType }) => badgeType === type)
    }, 5)
  })

  test('is looked at again after ten seconds when the message was lost', async () => {
    const silent = await bed.openProcess(() => reactionTable([]))
    const held = heldDefinitions({
      ...silent.live,
      subscribe: async () => ({ end: async () => {} }),
    })
    const types = async () => (await held.current(silent.db)).all.map(({ type }) => type)
    const time = createTestTime()
    try {
      await types()
      const type = await bed.addBadge({})
      expect(await types()).not.toContain(type)
      time.pass(10_001)
      expect(await types()).toContain(type)
    } finally {
      useSystemClock()
    }
  })

  test('is not what was read before a change and came after it', async () => {
    const { live, db } = bed.platform
    const held = heldDefinitions({ ...live })
    const { promise: read, resolve: isRead } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const slow = (async (...given: Parameters<typeof db>) => {
      const rows = await db(...given)
      isRead()
      await gate
      return rows
    }) as typeof db
    const reading = held.current(slow)
    await read
    const type = await bed.addBadge({})
    held.drop()
    open()
    await reading
    expect((await held.current(db)).all.map((each) => each.type)).toContain(type)
  })
})
