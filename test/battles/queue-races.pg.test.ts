import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cancelledOutcome } from '../../src/modules/battle-game/public/outcome.ts'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { auditBattleEscrows } from '../../src/modules/battle-records/public/audit-escrows.ts'
import { UNRESTRICTED_STAKES } from '../../src/modules/battle-records/public/stake-rules.ts'
import type { EntryId, RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { settleBattle } from '../../src/modules/battle-results/public/settle-battles.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { chargeGems } from '../../src/modules/ledger/public/charge-gems.ts'
import { cancelTicket } from '../../src/modules/matchmaking/cancel-ticket.ts'
import { expireTickets } from '../../src/modules/matchmaking/expire-tickets.ts'
import { joinQueue } from '../../src/modules/matchmaking/join-queue.ts'
import { pairTickets } from '../../src/modules/matchmaking/pair-tickets.ts'
import { addMs } from '../../src/platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../src/platform/ids.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import type { Tx } from '../../src/platform/transaction/tx.ts'
import { createWrite, type Write } from '../../src/platform/transaction/write.ts'
import { createBarrier } from '../harness/barrier.ts'
import { seededRandom } from '../harness/random.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { type BattleTestbed, createBattleTestbed } from './battle-testbed.ts'

const SEED = Number(process.env.BATTLE_STORM_SEED ?? 20_261_115)
const USERS = Number(process.env.BATTLE_STORM_USERS ?? 500)
const START = new Date('2026-11-02T08:00:00.000Z')
const GEMS = 50

let testbed: BattleTestbed
let writes: Write[]
beforeAll(async () => {
  testbed = await createBattleTestbed()
  // Two processes.
  writes = [1, 2].map(() => createWrite(testbed.test.another({ poolSize: 12 }), reactionTable([]), () => {}))
})
afterAll(() => testbed.stop())

const codeOf = (fault: unknown) => (fault as { code?: string }).code ?? String(fault)

describe(`${USERS} users join four times each and cancel, with two matchmakers`, () => {
  const random = seededRandom(SEED)
  const joined = new Map<UserId, { ids: Set<EntryId>; at: Date }>()
  const errorCounts: Record<string, number> = {}
  let users: UserId[]
  let total: number

  test('concurrent joins and cancellations leave each user with one live entry and one stake in escrow', async () => {
    users = await testbed.addUsers(USERS, GEMS)
    total = USERS * GEMS
    const stakes = [0n, 0n, 5n, 5n, 10n, 60n]
    const work = users.flatMap((userId) => {
      const stake = stakes[Math.floor(random() * stakes.length)]!
      const topicId = random() < 0.5 ? null : random() < 0.5 ? testbed.topicIds.one : testbed.topicIds.other
      const now = addMs(START, Math.floor(random() * 5_000))
      return Array.from({ length: 4 }, (_, copy) => ({
        userId,
        stake,
        topicId,
        now,
        write: writes[copy % 2]!,
      }))
    })
    shuffle(work, random)
    const matchmaking = [0, 1].map(async (index) => {
      for (let round = 0; round < 40; round++) {
        await writes[index]!((tx) =>
          pairTickets(tx, {
            rules: BATTLE_RULES,
            stakeRules: UNRESTRICTED_STAKES,
            now: addMs(START, round * 200),
          }),
        )
        await Bun.sleep(5)
      }
    })
    const queue = work[Symbol.iterator]()
    await Promise.all([
      ...matchmaking,
      ...Array.from({ length: 24 }, async () => {
        for (const { userId, stake, topicId, now, write } of queue) {
          await write((tx) =>
            joinQueue(tx, {
              userId,
              sessionId: newId() as SessionId,
              stake,
              topicId,
              rules: BATTLE_RULES,
              stakeRules: UNRESTRICTED_STAKES,
              now,
            }),
          ).then(
            ({ id }) => {
              const known = joined.get(userId) ?? { ids: new Set(), at: now }
              joined.set(userId, { ...known, ids: known.ids.add(id) })
            },
            (fault) => count(codeOf(fault)),
          )
          const mine = joined.get(userId)
          if (!mine || random() >= 0.1) continue
          const [entryId] = mine.ids
          await write((tx) => cancelTicket(tx, { entryId: entryId!, userId, now })).catch((fault) =>
            count(codeOf(fault)),
          )
        }
      }),
    ])
    const doubled = await testbed.database.query`
      select user_id from battle_entry where is_live group by user_id having count(*) > 1`
    expect(doubled).toEqual([])
    // Users with 50 gems cannot stake 60; the other refusals are cancellations of matched tickets.
    expect(Object.keys(errorCounts).sort()).toEqual(['INSUFFICIENT_GEMS', 'TICKET_NOT_QUEUED'])
    await expectEscrowedOnce()
  })

  test('each room has two different players with the same stake and topic', async () => {
    const rooms = await testbed.database.query<{ users: string[]; stakes: bigint[]; room: bigint }>`
      select array_agg(user_id::text) as users, array_agg(distinct entry.stake) as stakes, room.stake as room
      from battle_room as room join battle_entry as entry on room_id = room.id
      where room.kind = 'QUEUE' group by room.id`
    expect(rooms.length).toBeGreaterThan(USERS / 5)
    for (const room of rooms) {
      expect(new Set(room.users).size).toBe(2)
      expect(room.stakes).toEqual([room.room])
    }
    const topics = await testbed.database.query`
      select room.id from battle_room as room join battle_entry as entry on room_id = room.id
      where entry.topic_id is not null and entry.topic_id is distinct from room.topic_id`
    expect(topics).toEqual([])
  })

  test('all tickets end within 35 seconds and cancelling all rooms restores all balances', async () => {
    const end = addMs(START, 5_000 + 35_000)
    // Both matchmakers run every half second.
    for (let at = 6_000; at <= 40_000; at += 500) {
      const now = addMs(START, at)
      await Promise.all(
        writes.map(async (write) => {
          await write((tx) => pairTickets(tx, { rules: BATTLE_RULES, stakeRules: UNRESTRICTED_STAKES, now }))
          await write((tx) => expireTickets(tx, { rules: BATTLE_RULES, now }))
        }),
      )
    }
    const [waiting] = await testbed.database.query<{ count: number }>`
      select count(*)::integer as count from battle_entry where status = 'QUEUED'`
    expect(waiting!.count).toBe(0)
    const late = await testbed.database.query`
      select id from battle_entry where status = 'TIMED_OUT' and ended_at > joined_at + interval '35 seconds'`
    expect(late).toEqual([])
    const byBot = await testbed.database.query<{ stake: bigint }>`
      select entry.stake from battle_room as room join battle_entry as entry on room_id = room.id
      where kind = 'BOT'`
    expect(byBot.every(({ stake }) => stake === 0n)).toBe(true)
    await expectEscrowedOnce()

    // No player is ready, so all rooms are cancelled.
    for (let left = await listWaiting(); left.length > 0; left = await listWaiting()) {
      const cancel = (write: Write) =>
        Promise.all(
          left.map((roomId) =>
            write((tx) =>
              settleBattle(tx, {
                roomId,
                hostProcessId: null,
                outcome: cancelledOutcome(end.getTime()),
                wasPlayed: false,
                xpCap: 0,
                now: end,
              }),
            ),
          ),
        )
      // Both processes cancel concurrently: each room is settled by one of them.
      const outcomes = (await Promise.all(writes.map(cancel))).flat()
      expect(outcomes.filter(Boolean)).toHaveLength(left.length)
    }
    expect(await testbed.escrowed()).toBe(0)
    const [balances] = await testbed.database.query<{ gems: number; least: number; most: number }>`
      select sum(balance)::integer as gems, min(balance)::integer as least, max(balance)::integer as most
      from ledger_balance where account like 'user:%' and asset = 'GEM'`
    expect(balances).toEqual({ gems: total, least: GEMS, most: GEMS })
    expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })
    const [summary] = await testbed.database.query<Record<string, number>>`
      select count(*)::integer as entries, count(*) filter (where status = 'MATCHED')::integer as matched,
        count(*) filter (where status = 'CANCELLED')::integer as cancelled,
        count(*) filter (where status = 'TIMED_OUT')::integer as "timedOut" from battle_entry`
    reportMeasurement(`${USERS} users × 4 joins: ${JSON.stringify({ ...summary, errorCounts })}`)
  })

  async function listWaiting(): Promise<RoomId[]> {
    const rows = await testbed.database.query<{ id: RoomId }>`
      select id from battle_room where state = 'WAITING' order by start_deadline limit 100`
    return rows.map(({ id }) => id)
  }

  async function expectEscrowedOnce(): Promise<void> {
    const [sums] = await testbed.database.query<{ staked: number }>`
      select coalesce(sum(stake), 0)::integer as staked from battle_entry where is_live and room_id is not null`
    expect(await testbed.escrowed()).toBe(sums!.staked)
    expect(await auditBattleEscrows(testbed.database.query)).toEqual([])
  }
  function count(code: string): void {
    errorCounts[code] = (errorCounts[code] ?? 0) + 1
  }
})

test('the escrow audit reports an escrow without a live entry', async () => {
  const user = await testbed.addUser(100)
  const lost = `battle:${newId()}` as const
  const charge = { userId: user, gems: 10, to: lost, source: `lost:${lost}`, reason: 'lost', now: START }
  await writes[0]!((tx) => chargeGems(tx, charge))
  expect(await auditBattleEscrows(testbed.database.query)).toContain(`${lost} has 10 GEM, expected 0.`)
})

test('the unsafe control: joining without the unique index charges a stake twice', async () => {
  const user = await testbed.addUser(100)
  const barrier = createBarrier(4)
  const unsafeJoin = async (tx: Tx) => {
    const [live] = await tx`select 1 from battle_entry where user_id = ${user} and is_live`
    await barrier()
    if (live) return
    const source = `unsafe:${newId()}`
    await chargeGems(tx, {
      userId: user,
      gems: 10,
      to: 'battle:unsafe',
      source,
      reason: 'unsafe',
      now: START,
    })
  }
  await Promise.all(Array.from({ length: 4 }, (_, copy) => writes[copy % 2]!(unsafeJoin)))
  expect(await testbed.gemsOf(user)).toBeLessThan(90)
})

test('the unsafe control: pairing without row locks puts a user into two battles', async () => {
  const players = await testbed.addUsers(2, 0)
  for (const userId of players) {
    const join = { userId, sessionId: newId() as SessionId, stake: 0n, topicId: null }
    await writes[0]!((tx) =>
      joinQueue(tx, { ...join, rules: BATTLE_RULES, stakeRules: UNRESTRICTED_STAKES, now: START }),
    )
  }
  const barrier = createBarrier(2)
  const battles = await Promise.all(
    writes.map((write) =>
      write(async (tx) => {
        const waiting = await tx<{ userId: UserId }>`
          select user_id as "userId" from battle_entry where status = 'QUEUED' and user_id = any(${players}::uuid[])`
        await barrier()
        return waiting.map(({ userId }) => userId)
      }),
    ),
  )
  expect(battles.map((pair) => pair.length)).toEqual([2, 2])
  // With row locks, one matchmaker pairs them and the other finds no player.
  const pairs = await Promise.all(
    writes.map((write) =>
      write((tx) => pairTickets(tx, { rules: BATTLE_RULES, stakeRules: UNRESTRICTED_STAKES, now: START })),
    ),
  )
  expect(pairs.flat()).toHaveLength(1)
})

function shuffle<Item>(items: Item[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
}
