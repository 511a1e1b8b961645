import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { auditBattleEscrows } from '../../src/modules/battle-records/public/audit-escrows.ts'
import type { EndedEntry as EndedTicket } from '../../src/modules/battle-records/public/entries.ts'
import { UNRESTRICTED_STAKES } from '../../src/modules/battle-records/public/stake-rules.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { chargeGems } from '../../src/modules/ledger/public/charge-gems.ts'
import { cancelTicket } from '../../src/modules/matchmaking/cancel-ticket.ts'
import { expireTickets } from '../../src/modules/matchmaking/expire-tickets.ts'
import { joinQueue } from '../../src/modules/matchmaking/join-queue.ts'
import { pairTickets } from '../../src/modules/matchmaking/pair-tickets.ts'
import { addMs } from '../../src/platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../src/platform/ids.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { type BattleTestbed, createBattleTestbed } from './battle-testbed.ts'

const START = new Date('2026-11-02T08:00:00.000Z')
const CYCLES = 1_000
/** With an escrow of the stake from the moment of joining, it was 2,100 bytes. */
const MAX_BYTES_PER_CYCLE = 50

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterAll(async () => {
  expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })
  expect(await auditBattleEscrows(testbed.database.query)).toEqual([])
  await testbed.stop()
})

const join = (userId: UserId, stake: bigint, now: Date) =>
  testbed.write((tx) =>
    joinQueue(tx, {
      userId,
      sessionId: newId() as SessionId,
      topicId: null,
      stake,
      rules: BATTLE_RULES,
      stakeRules: UNRESTRICTED_STAKES,
      now,
    }),
  )
const pair = (now: Date, onEnded?: (tickets: EndedTicket[]) => void) =>
  testbed.write((tx) =>
    pairTickets(tx, {
      rules: BATTLE_RULES,
      stakeRules: UNRESTRICTED_STAKES,
      now,
      ...(onEnded ? { onEnded } : {}),
    }),
  )
const spend = (userId: UserId, gems: number) =>
  testbed.write((tx) =>
    chargeGems(tx, {
      userId,
      gems,
      to: 'house:fees',
      source: `spend:${newId()}`,
      reason: 'test',
      now: START,
    }),
  )

/** The size of all tables with their indexes, after the space of deleted rows was made reusable. */
async function measureBytes(): Promise<number> {
  await testbed.database.withSession(({ script }) => script('vacuum'))
  const [row] = await testbed.database.query<{ bytes: number }>`
    select sum(pg_total_relation_size(relid))::float8 as bytes from pg_stat_user_tables`
  return row!.bytes
}

async function joinAndLeave(userId: UserId, cycles: number): Promise<void> {
  for (let cycle = 0; cycle < cycles; cycle++) {
    const now = addMs(START, cycle)
    const { id } = await join(userId, 5n, now)
    await testbed.write((tx) => cancelTicket(tx, { entryId: id, userId, now }))
  }
}

test(`${CYCLES} joins with a stake that leave the queue again store next to nothing`, async () => {
  const user = await testbed.addUser(50)
  // Pages that the first rows fill are not growth.
  await joinAndLeave(user, 100)
  const before = await measureBytes()
  for (let part = 0; part < 10; part++) {
    await joinAndLeave(user, CYCLES / 10)
    // In production autovacuum does this.
    await measureBytes()
  }
  const perCycle = ((await measureBytes()) - before) / CYCLES
  reportMeasurement(`a join that leaves the queue stores ${perCycle} bytes`)
  expect(perCycle).toBeLessThan(MAX_BYTES_PER_CYCLE)
  const [rows] = await testbed.database.query<{ entries: number; transfers: number }>`
    select (select count(*)::integer from battle_entry where user_id = ${user}) as entries,
      (select count(*)::integer from ledger_entry where account = ${`user:${user}`}) as transfers`
  expect(rows).toEqual({ entries: 10, transfers: 1 })
  expect(await testbed.gemsOf(user)).toBe(50)
})

test('a user keeps the last ten entries that ended in the queue, also when tickets expire', async () => {
  const user = await testbed.addUser(50)
  for (let round = 0; round < 12; round++) {
    const now = addMs(START, round * 60_000)
    await join(user, 5n, now)
    await testbed.write((tx) => expireTickets(tx, { rules: BATTLE_RULES, now: addMs(now, 31_000) }))
  }
  const rows = await testbed.database.query<{ status: string; joinedAt: Date }>`
    select status, joined_at as "joinedAt" from battle_entry where user_id = ${user} order by joined_at`
  expect(rows.map(({ status }) => status)).toEqual(Array(10).fill('TIMED_OUT'))
  expect(rows[0]!.joinedAt).toEqual(addMs(START, 2 * 60_000))
})

test('the stakes of a pair are in escrow from the moment it is paired', async () => {
  const [ada, bob] = (await testbed.addUsers(2, 20)) as [UserId, UserId]
  for (const userId of [ada, bob]) await join(userId, 20n, START)
  expect(await testbed.escrowed()).toBe(0)
  expect(await pair(START)).toHaveLength(1)
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob), await testbed.escrowed()]).toEqual([0, 0, 40])
  expect(await auditBattleEscrows(testbed.database.query)).toEqual([])
})

test('the ticket of a user who spent the gems ends, and the opponent keeps waiting', async () => {
  const [ada, bob] = (await testbed.addUsers(2, 30)) as [UserId, UserId]
  const entries = [await join(ada, 30n, START), await join(bob, 30n, addMs(START, 1))]
  await spend(ada, 1)
  const ended: EndedTicket[] = []
  expect(await pair(addMs(START, 2), (tickets) => ended.push(...tickets))).toEqual([])
  expect(ended).toEqual([{ id: entries[0]!.id, userId: ada, sessionId: entries[0]!.sessionId }])
  const rows = await testbed.database.query<{ status: string }>`
    select status from battle_entry where user_id in (${ada}, ${bob}) order by joined_at`
  expect(rows.map(({ status }) => status)).toEqual(['TIMED_OUT', 'QUEUED'])
  const cleo = await testbed.addUser(30)
  await join(cleo, 30n, addMs(START, 3))
  expect(await pair(addMs(START, 4))).toHaveLength(1)
  expect([await testbed.gemsOf(ada), await testbed.gemsOf(bob), await testbed.gemsOf(cleo)]).toEqual([
    29, 0, 0,
  ])
})

test('users who spend their gems while they are paired are paired or refused, and no gem is lost or doubled', async () => {
  const users = await testbed.addUsers(40, 10)
  for (const userId of users) await join(userId, 10n, addMs(START, 60_000))
  const escrowedBefore = await testbed.escrowed()
  const outcomes = await Promise.all([
    ...Array.from({ length: 4 }, () => pair(addMs(START, 60_001)).then((pairs) => pairs.length)),
    ...users.map((userId) =>
      spend(userId, 10).then(
        () => 'spent',
        (error) => (error as { code: string }).code,
      ),
    ),
  ])
  const spent = outcomes.filter((outcome) => outcome === 'spent').length
  const refused = outcomes.filter((outcome) => outcome === 'INSUFFICIENT_GEMS').length
  expect(spent + refused).toBe(users.length)
  const [left] = await testbed.database.query<{ gems: number; least: number }>`
    select coalesce(sum(balance), 0)::integer as gems, min(balance)::integer as least from ledger_balance
    where asset = 'GEM' and account = any(${users.map((userId) => `user:${userId}`)}::text[])`
  const escrowed = (await testbed.escrowed()) - escrowedBefore
  expect(left!.gems + escrowed + 10 * spent).toBe(10 * users.length)
  expect(left!.least).toBeGreaterThanOrEqual(0)
  expect(escrowed).toBe(10 * refused)
})
