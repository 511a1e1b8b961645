import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { insertUsers } from '../../../../test/harness/users.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type BadgeTestbed, factOf, openBadgeTestbed } from '../badge-testbed.ts'
import { updateDefinition } from '../definitions/edit-definition.ts'
import { forgetBadges } from '../forget-badges.ts'
import { RULE_KINDS } from '../rule-kind.ts'
import { countForBadge } from './count-back.ts'
import type { History, ListHistory, PastStep } from './history.ts'

setDefaultTimeout(60_000)

let bed: BadgeTestbed
/** What everybody has won before a badge was there, as the module that keeps battles would say. */
let past: PastStep[]

beforeAll(async () => {
  bed = await openBadgeTestbed()
})
afterAll(() => bed?.stop())
beforeEach(() => {
  past = []
})

const list: ListHistory = async (_, { userIds }) => past.filter(({ userId }) => userIds.includes(userId))
const history = Object.fromEntries(RULE_KINDS.map((kind) => [kind, list])) as History

const count = (badgeType: string, after?: string, signal?: AbortSignal) =>
  countForBadge({ platform: bed.platform, history }, { badgeType, ...(after ? { after } : {}) }, signal)
const wins = (userId: UserId, number: number): PastStep => ({
  userId,
  step: { marks: Array.from({ length: number }, (_, index) => `room ${index}`) },
})
const newBadge = (requiredProgress = 3) => bed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress })

async function standings(type: string): Promise<Record<string, [number, boolean]>> {
  const rows = await bed.db<{ userId: string; progress: number; isCompleted: boolean }>`
    select user_id as "userId", current_progress as progress, completed_at is not null as "isCompleted"
    from badge_progress where badge_type = ${type}`
  return Object.fromEntries(
    rows.map(({ userId, progress, isCompleted }) => [userId, [progress, isCompleted]]),
  )
}

describe('what was done before a badge was there', () => {
  test('counts when it is published, as if the badge had always been there', async () => {
    const [winner, beginner, nobody] = (await insertUsers(bed.db, 3)) as [UserId, UserId, UserId]
    past = [wins(winner, 5), wins(beginner, 2), { userId: nobody, step: { marks: [] } }]
    const type = await newBadge()
    await count(type)
    expect(await standings(type)).toEqual({ [winner]: [3, true], [beginner]: [2, false] })
  })

  test('counts once, however often it is counted, beside itself and beside the facts', async () => {
    const users = await insertUsers(bed.db, 12)
    past = users.map((userId) => wins(userId, 4))
    const type = await newBadge(6)
    const tell = (userId: UserId, roomId: string) =>
      bed.tell(factOf('battles.battle_won', { userId, at: new Date().toISOString(), roomId }))
    await Promise.all([
      count(type),
      count(type),
      ...users.map((userId) => tell(userId, 'room 3')),
      ...users.map((userId) => tell(userId, 'a new room')),
    ])
    await count(type)
    expect(await standings(type)).toEqual(Object.fromEntries(users.map((userId) => [userId, [5, false]])))
    past = users.map((userId) => wins(userId, 9))
    await Promise.all([count(type), count(type), count(type)])
    expect(await standings(type)).toEqual(Object.fromEntries(users.map((userId) => [userId, [6, true]])))
  })

  test('goes on from where it was when it is interrupted, over more users than a page has', async () => {
    const users = await insertUsers(bed.db, 450)
    past = users.map((userId) => wins(userId, 1))
    const type = await newBadge(1)
    await bed.db`delete from outbox`
    const owed = async () => {
      const rows = await bed.db<{ data: { after: string } }>`
        delete from outbox where job = 'badges.count_back' returning data`
      return rows.map(({ data }) => data.after)
    }
    // The process is told to stop while it counts the first page.
    const halt = new AbortController()
    const stopping: ListHistory = async (db, asked) => {
      halt.abort()
      return list(db, asked)
    }
    await countForBadge(
      { platform: bed.platform, history: { ...history, BATTLES_WON: stopping } },
      { badgeType: type },
      halt.signal,
    )
    expect(Object.keys(await standings(type)).length).toBeLessThan(450)
    const [after] = await owed()
    await count(type, after!)
    expect(Object.keys(await standings(type))).toHaveLength(450)
    expect(await owed()).toEqual([])
    // Nobody before that place is asked again.
    const other = await newBadge(1)
    await count(other, users.toSorted()[224]!)
    expect(Object.keys(await standings(other))).toHaveLength(225)
  })

  test('is not counted for a badge that is archived meanwhile, nor for a draft', async () => {
    const [userId] = (await insertUsers(bed.db, 1)) as [UserId]
    past = [wins(userId, 5)]
    const type = await newBadge()
    await bed.db`update badge_definition set status = 'ARCHIVED' where badge_type = ${type}`
    await count(type)
    await count('NEVER_MADE')
    expect(await standings(type)).toEqual({})
  })

  test('is not counted for whoever has left, and nothing comes back of what their farewell deleted', async () => {
    const [userId] = (await insertUsers(bed.db, 1)) as [UserId]
    past = [wins(userId, 2)]
    const type = await newBadge()
    await bed.platform.write(async (tx) => {
      await tx`update user_account set deleted_at = now() where id = ${userId}`
      await forgetBadges(tx, factOf('identity.account_deleted', { userId, at: '' }) as never)
    })
    await count(type)
    expect(await bed.db`select from badge_mark where user_id = ${userId}`).toHaveLength(0)
  })

  test('gives a badge that takes less than it did to all who have enough, history or not', async () => {
    const [enough, less] = (await insertUsers(bed.db, 2)) as [UserId, UserId]
    const type = await newBadge(50)
    for (const [userId, number] of [
      [enough, 4],
      [less, 3],
    ] as const)
      for (let room = 0; room < number; room++)
        await bed.tell(
          factOf('battles.battle_won', { userId, at: new Date().toISOString(), roomId: `${room}` }),
        )
    await bed.db`delete from outbox`
    await bed.platform.write((tx) =>
      updateDefinition(tx, { type, patch: { requiredProgress: 4 }, now: new Date() }),
    )
    const jobs = await bed.db<{ startAfter: Date | null }>`
      select start_after as "startAfter" from outbox where job = 'badges.count_back' order by start_after nulls first`
    expect(jobs.map(({ startAfter }) => startAfter !== null)).toEqual([false, true])
    await count(type)
    await count(type)
    expect(await standings(type)).toEqual({ [enough]: [4, true], [less]: [3, false] })
  })

  test('of a streak is how long it was at best for who was there once, and how long it is for others', async () => {
    const [once, now] = (await insertUsers(bed.db, 2)) as [UserId, UserId]
    past = [
      { userId: once, step: { value: 9 } },
      { userId: now, step: { value: 4 } },
    ]
    const type = await bed.addBadge({ ruleKind: 'STREAK_DAYS', requiredProgress: 7 })
    await count(type)
    expect(await standings(type)).toEqual({ [once]: [7, true], [now]: [4, false] })
    await bed.tell(
      factOf('rewards.streak_extended', { userId: now, at: new Date().toISOString(), currentDays: 1 }),
    )
    expect((await standings(type))[now]).toEqual([1, false])
  })
})
