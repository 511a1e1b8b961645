import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { insertUsers } from '../../../test/harness/users.ts'
import type { UserId } from '../../platform/ids.ts'
import { backfillBadge } from './backfill-badge.ts'
import type { BadgeHistory, HistoricalStep, ListBadgeHistory } from './badge-history.ts'
import { RULE_KINDS } from './badge-rules.ts'
import { type BadgeTestbed, createBadgeTestbed, eventOf } from './badge-testbed.ts'
import { erasePersonalData } from './personal-data.ts'
import { updateDefinition } from './public/edit-badge-definition.ts'

let testbed: BadgeTestbed
/** The battles that users won before the badge existed. */
let past: HistoricalStep[]

beforeAll(async () => {
  testbed = await createBadgeTestbed()
})
afterAll(() => testbed?.stop())
beforeEach(() => {
  past = []
})

const list: ListBadgeHistory = async (_, { userIds }) => past.filter(({ userId }) => userIds.includes(userId))
const history = Object.fromEntries(RULE_KINDS.map((kind) => [kind, list])) as BadgeHistory

const backfill = (badgeType: string, after?: string, signal?: AbortSignal) =>
  backfillBadge(
    { platform: testbed.platform, history },
    { badgeType, ...(after ? { after } : {}) },
    { now: new Date(), ...(signal ? { signal } : {}) },
  )
const wins = (userId: UserId, number: number): HistoricalStep => ({
  userId,
  step: { items: Array.from({ length: number }, (_, index) => `room ${index}`) },
})
const newBadge = (requiredProgress = 3) => testbed.addBadge({ ruleKind: 'BATTLES_WON', requiredProgress })

async function progressOf(type: string): Promise<Record<string, [number, boolean]>> {
  const rows = await testbed.db<{ userId: string; progress: number; isCompleted: boolean }>`
    select user_id as "userId", current_progress as progress, completed_at is not null as "isCompleted"
    from badge_progress where badge_type = ${type}`
  return Object.fromEntries(
    rows.map(({ userId, progress, isCompleted }) => [userId, [progress, isCompleted]]),
  )
}

describe('backfillBadge', () => {
  test('a new badge counts what users did before it was published', async () => {
    const [winner, beginner, inactive] = (await insertUsers(testbed.db, 3)) as [UserId, UserId, UserId]
    past = [wins(winner, 5), wins(beginner, 2), { userId: inactive, step: { items: [] } }]
    const type = await newBadge()
    await backfill(type)
    expect(await progressOf(type)).toEqual({ [winner]: [3, true], [beginner]: [2, false] })
  })

  test('an item counts once when backfills and events run concurrently', async () => {
    const users = await insertUsers(testbed.db, 12)
    past = users.map((userId) => wins(userId, 4))
    const type = await newBadge(6)
    const emit = (userId: UserId, roomId: string) =>
      testbed.emit(eventOf('battles.battle_won', { userId, at: new Date().toISOString(), roomId }))
    await Promise.all([
      backfill(type),
      backfill(type),
      ...users.map((userId) => emit(userId, 'room 3')),
      ...users.map((userId) => emit(userId, 'a new room')),
    ])
    await backfill(type)
    expect(await progressOf(type)).toEqual(Object.fromEntries(users.map((userId) => [userId, [5, false]])))
    past = users.map((userId) => wins(userId, 9))
    await Promise.all([backfill(type), backfill(type), backfill(type)])
    expect(await progressOf(type)).toEqual(Object.fromEntries(users.map((userId) => [userId, [6, true]])))
  })

  test('an interrupted backfill continues with the next page of users', async () => {
    const users = await insertUsers(testbed.db, 450)
    past = users.map((userId) => wins(userId, 1))
    const type = await newBadge(1)
    await testbed.db`delete from outbox`
    const pendingJobs = async () => {
      const rows = await testbed.db<{ data: { after: string } }>`
        delete from outbox where job = 'badges.backfill' returning data`
      return rows.map(({ data }) => data.after)
    }
    // The process gets the stop signal during the first page.
    const halt = new AbortController()
    const stopping: ListBadgeHistory = async (db, request) => {
      halt.abort()
      return list(db, request)
    }
    await backfillBadge(
      { platform: testbed.platform, history: { ...history, BATTLES_WON: stopping } },
      { badgeType: type },
      { now: new Date(), signal: halt.signal },
    )
    expect(Object.keys(await progressOf(type)).length).toBeLessThan(450)
    const [after] = await pendingJobs()
    await backfill(type, after!)
    expect(Object.keys(await progressOf(type))).toHaveLength(450)
    expect(await pendingJobs()).toEqual([])
    // The backfill does not read the users of the first page again.
    const other = await newBadge(1)
    await backfill(other, users.toSorted()[224]!)
    expect(Object.keys(await progressOf(other))).toHaveLength(225)
  })

  test('a backfill skips an archived badge and a draft', async () => {
    const [userId] = (await insertUsers(testbed.db, 1)) as [UserId]
    past = [wins(userId, 5)]
    const type = await newBadge()
    await testbed.db`update badge_definition set status = 'ARCHIVED' where badge_type = ${type}`
    await backfill(type)
    await backfill('NEVER_MADE')
    expect(await progressOf(type)).toEqual({})
  })

  test('a backfill writes nothing for a deleted user', async () => {
    const [userId] = (await insertUsers(testbed.db, 1)) as [UserId]
    past = [wins(userId, 2)]
    const type = await newBadge()
    await testbed.platform.write(async (tx) => {
      await tx`update user_account set deleted_at = now() where id = ${userId}`
      await erasePersonalData(tx, eventOf('accounts.account_deleted', { userId, at: '' }) as never)
    })
    await backfill(type)
    expect(await testbed.db`select from badge_counted_item where user_id = ${userId}`).toHaveLength(0)
  })

  test('a backfill completes a badge with a lowered requirement for all users who have enough', async () => {
    const [enough, less] = (await insertUsers(testbed.db, 2)) as [UserId, UserId]
    const type = await newBadge(50)
    for (const [userId, number] of [
      [enough, 4],
      [less, 3],
    ] as const)
      for (let room = 0; room < number; room++)
        await testbed.emit(
          eventOf('battles.battle_won', { userId, at: new Date().toISOString(), roomId: `${room}` }),
        )
    await testbed.db`delete from outbox`
    await testbed.platform.write((tx) =>
      updateDefinition(tx, { type, patch: { requiredProgress: 4 }, now: new Date() }),
    )
    const jobs = await testbed.db<{ startAfter: Date | null }>`
      select start_after as "startAfter" from outbox where job = 'badges.backfill' order by start_after nulls first`
    expect(jobs.map(({ startAfter }) => startAfter !== null)).toEqual([false, true])
    await backfill(type)
    await backfill(type)
    expect(await progressOf(type)).toEqual({ [enough]: [4, true], [less]: [3, false] })
  })

  test('a streak badge uses the longest streak if it was enough, otherwise the current one', async () => {
    const [once, now] = (await insertUsers(testbed.db, 2)) as [UserId, UserId]
    past = [
      { userId: once, step: { value: 9 } },
      { userId: now, step: { value: 4 } },
    ]
    const type = await testbed.addBadge({ ruleKind: 'STREAK_DAYS', requiredProgress: 7 })
    await backfill(type)
    expect(await progressOf(type)).toEqual({ [once]: [7, true], [now]: [4, false] })
    await testbed.emit(
      eventOf('streaks.streak_extended', { userId: now, at: new Date().toISOString(), currentDays: 1 }),
    )
    expect((await progressOf(type))[now]).toEqual([1, false])
  })
})
