import { afterAll, beforeAll, expect, test } from 'bun:test'
import { auditBattleEscrows } from '../../src/modules/battle-records/public/audit-escrows.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { seededRandom } from '../harness/random.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import type { ReceivedTestFrame, TestSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleProcess, type BattleTestbed, createBattleTestbed, RIGHT } from './battle-testbed.ts'

/** BATTLE_SOCKET_STORM_USERS sets the number of users, BATTLE_STORM_SEED the random sequence. */
const USERS = Number(process.env.BATTLE_SOCKET_STORM_USERS ?? 100)
const SEED = Number(process.env.BATTLE_STORM_SEED ?? 20_261_115)
const GEMS = 50
const STAKES = [0, 0, 5, 5, 10, 60]
/** Shorter than the production rules. */
const RULES = { queueTimeoutMs: 10_000, readyTimeoutMs: 8_000, reconnectGraceMs: 3_000, questionMs: 4_000 }
const TIMEOUT_MS = 60_000
/** The limit of the production rules: on a busy machine the shorter ones can take as long. */
const PROMISED_WAIT_MS = 35_000

let testbed: BattleTestbed
let processes: [BattleProcess, BattleProcess]
beforeAll(async () => {
  testbed = await createBattleTestbed()
  processes = [await testbed.openProcess(RULES), await testbed.openProcess(RULES)]
})
afterAll(() => testbed.stop())

test(`${USERS} users who join, cancel and disconnect on two processes never have two entries and lose no gems`, async () => {
  const random = seededRandom(SEED)
  const users = await testbed.addUsers(USERS, GEMS)
  let isOver = false
  let longestWaitMs = 0
  const watching = (async () => {
    while (!isOver) {
      const [seen] = await testbed.database.query<{ waited: number; doubled: number }>`
        select coalesce(extract(epoch from max(now() - joined_at) filter (where status = 'QUEUED')), 0)::float8 as waited,
          (count(*) filter (where is_live) - count(distinct user_id) filter (where is_live))::integer as doubled
        from battle_entry`
      longestWaitMs = Math.max(longestWaitMs, seen!.waited * 1_000)
      expect(seen!.doubled).toBe(0)
      expect(await auditDuringRun()).toEqual([])
      await Bun.sleep(250)
    }
  })()
  const scenarios = users.map((userId) => ({
    userId,
    chance: random(),
    stake: STAKES[Math.floor(random() * 6)]!,
    random,
  }))
  await Promise.all(scenarios.map(runScenario))
  await waitUntil(
    async () => (await testbed.database.query`select 1 from battle_entry where is_live`).length === 0,
  )
  isOver = true
  await watching

  expect(longestWaitMs).toBeLessThan(PROMISED_WAIT_MS)
  const invalidRooms = await testbed.database.query`
    select room_id from battle_entry where room_id is not null
    group by room_id having count(distinct user_id) <> count(*) or count(distinct stake) > 1`
  expect(invalidRooms).toEqual([])
  const [escrows] = await testbed.database.query<{ most: number }>`
    select coalesce(max(times), 0)::integer as most from (
      select count(*) as times from ledger_entry where account like 'battle:%' and amount > 0 group by account
    ) as charges`
  expect(escrows!.most).toBe(1)
  expect(await testbed.escrowed()).toBe(0)
  const [balances] = await testbed.database.query<{ gems: number }>`
    select sum(balance)::integer as gems from ledger_balance where account like 'user:%' and asset = 'GEM'`
  expect(balances!.gems).toBe(USERS * GEMS)
  expect(await auditLedger(testbed.database)).toMatchObject({ ok: true, faults: [] })

  const rows = await testbed.database.query<{ what: string; times: number }>`
    select coalesce(state || ' ' || kind, status) as what, count(*)::integer as times
    from battle_entry left join battle_room as room on room.id = room_id group by 1 order by 1`
  reportMeasurement(
    `${USERS} × 4 joins: longest wait ${Math.round(longestWaitMs)} ms; ${rows.map(({ what, times }) => `${what} × ${times}`).join(', ')}`,
  )
  expect(rows.some(({ what }) => what.endsWith(' QUEUE'))).toBe(true)
})

/** Reads with one snapshot, so that a transfer in progress is seen on one side. */
async function auditDuringRun(): Promise<string[]> {
  return testbed.database.transaction(async ({ statement }) => {
    await statement`set transaction isolation level repeatable read, read only`
    return auditBattleEscrows(statement)
  })
}

interface UserScenario {
  userId: UserId
  /** Selects the behaviour, from 0 to 1. */
  chance: number
  stake: number
  random: () => number
}

/** Connects to both processes, joins four times concurrently, and then cancels, disconnects or plays. */
async function runScenario({ userId, chance, stake, random }: UserScenario): Promise<void> {
  const body = { stakeAmount: stake }
  const sockets = await Promise.all(processes.map((process) => process.connect(userId)))
  const [here, there] = sockets as [TestSocket, TestSocket]
  for (const socket of sockets) socket.send('queue.join', body)
  const answers = await Promise.all(
    processes.map((process) => process.call('POST /quiz-battles/queue/join', userId, body)),
  )
  for (const { status } of answers) expect(status).toBeOneOf(stake > GEMS ? [402] : [200, 409])
  if (stake > GEMS) return close()
  if (chance < 0.15) here.send('queue.cancel')
  if (chance < 0.35) {
    await Bun.sleep(random() * 1_500)
    return close()
  }
  // Some reconnect to the other process.
  const player = chance < 0.5 ? await reconnect() : here
  await playUntilEnd(player, chance > 0.9)
  close()

  async function reconnect(): Promise<TestSocket> {
    here.close()
    await Bun.sleep(random() * 500)
    return there
  }
  function close(): void {
    for (const socket of sockets) socket.close()
  }
}

/** Plays until the battle ends, or the ticket times out or is cancelled. */
async function playUntilEnd(socket: TestSocket, forfeits: boolean): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (let index = 0; performance.now() < deadline && !socket.closed; ) {
    const frame = socket.frames[index]
    if (!frame) {
      await Bun.sleep(10)
      continue
    }
    index++
    if (isEnd(frame)) return
    if (frame.type === 'queue.matched') socket.send('battle.ready', { roomId: frame.data.roomId })
    if (frame.type !== 'battle.question') continue
    const { questionId, options, index: round } = frame.data
    if (forfeits && round === 2) socket.send('battle.forfeit', {}, frame.roomId)
    else socket.send('battle.answer', { questionId, selectedOption: options.indexOf(RIGHT) }, frame.roomId)
  }
}

function isEnd({ type, data }: ReceivedTestFrame): boolean {
  return (
    ['battle.end', 'queue.timeout'].includes(type) || (type === 'queue.status' && data.status === 'CANCELLED')
  )
}
