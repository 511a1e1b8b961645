import { battleFinished, battleWon } from '../../src/events/battles.ts'
import { BATTLE_RULES, type BattleRules } from '../../src/modules/battle-game/public/rules.ts'
import { type StakeRules, UNRESTRICTED_STAKES } from '../../src/modules/battle-records/public/stake-rules.ts'
import { battleResultRoutes } from '../../src/modules/battle-results/routes.ts'
import {
  type BattleRooms,
  createBattleRooms,
} from '../../src/modules/battle-rooms/public/create-battle-rooms.ts'
import { battleRoomRoutes } from '../../src/modules/battle-rooms/routes.ts'
import { battleFrames } from '../../src/modules/battle-rooms/socket.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { rewardUser } from '../../src/modules/ledger/public/reward-user.ts'
import { createMatchmaking, type Matchmaking } from '../../src/modules/matchmaking/create-matchmaking.ts'
import { matchmakingRoutes } from '../../src/modules/matchmaking/routes.ts'
import { authenticateTicket, queueFrames, sendStatusOnConnect } from '../../src/modules/matchmaking/socket.ts'
import type { TopicId } from '../../src/modules/questions/public/question.ts'
import { importQuestions, importTopics } from '../../src/modules/questions/question-testbed.ts'
import { now } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { assert } from '../../src/platform/errors.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { Platform } from '../../src/platform/platform.ts'
import type { DomainEvent } from '../../src/platform/transaction/define-event.ts'
import { on, reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../src/platform/transaction/write.ts'
import { WebSocketServer } from '../../src/platform/websockets/websocket-server.ts'
import type { ApiResponse } from '../harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { authenticateById, serveModule } from '../harness/module-server.ts'
import { openTestPlatform } from '../harness/platform.ts'
import { openSocket, type TestSocket } from '../harness/socket.ts'
import { insertUsers } from '../harness/users.ts'
import { waitUntil } from '../harness/wait-until.ts'

/** Short enough for tests, long enough for a busy machine. */
export const FAST_RULES: BattleRules = {
  ...BATTLE_RULES,
  countdownMs: 60,
  revealMs: 40,
  matchIntervalMs: 50,
  idleMatchIntervalMs: 250,
  heartbeatMs: 150,
  leaseMs: 5_000,
}

/** A process of the cluster, simulated within the test process: HTTP server, WebSocket server and matchmaker. */
export interface BattleProcess {
  url: string
  platform: Platform
  rooms: BattleRooms
  matchmaking: Matchmaking
  call(route: string, userId: UserId, body?: unknown): Promise<ApiResponse>
  connect(userId: UserId): Promise<TestSocket>
  connectByTicket(ticket: string): Promise<TestSocket>
  stop(): Promise<void>
}

export interface BattleTestbed {
  test: TestDatabase
  database: Database
  write: Write
  /** The battle events of all processes. */
  events: DomainEvent[]
  topicIds: { one: TopicId; other: TopicId }
  addUser(gems?: number): Promise<UserId>
  addUsers(count: number, gems: number): Promise<UserId[]>
  openProcess(rules?: Partial<BattleRules>): Promise<BattleProcess>
  gemsOf(userId: UserId): Promise<number>
  xpOf(userId: UserId): Promise<number>
  /** The sum of all battle escrows. */
  escrowed(): Promise<number>
  /** Stops the processes; the database stays. */
  stopProcesses(): Promise<void>
  stop(): Promise<void>
  /** Asserts that no stake is in escrow and that the ledger audit finds no fault, then stops. */
  stopSettled(): Promise<void>
}

/** The text of the correct option of every question. */
export const RIGHT = 'right'

interface TestbedOptions {
  xpCap?: number
  poolSize?: number
  stakeRules?: StakeRules
}

export async function createBattleTestbed(options: TestbedOptions = {}): Promise<BattleTestbed> {
  const test = await createTestDatabase()
  const { database } = test
  const events: DomainEvent[] = []
  const processes: BattleProcess[] = []
  const record = async (_: unknown, event: DomainEvent) => void events.push(event)
  const reactions = reactionTable([
    on(battleWon, { inTransaction: [record] }),
    on(battleFinished, { inTransaction: [record] }),
  ])
  const write = createWrite(database, reactions, () => {})
  const topicIds = await importPool(write)
  const balance = async (account: string, asset: string) => {
    const [row] = await database.query<{ balance: bigint }>`
      select balance from ledger_balance where account = ${account} and asset = ${asset}`
    return Number(row?.balance ?? 0n)
  }
  const testbed: BattleTestbed = {
    test,
    database,
    write,
    events,
    topicIds,
    addUser: async (gems = 0) => (await testbed.addUsers(1, gems))[0]!,
    addUsers: async (count, gems) => {
      const ids = await insertUsers(database.query, count)
      if (gems > 0) {
        for (const userId of ids) {
          const source = `test:${userId}`
          await write((tx) => rewardUser(tx, { userId, xp: 0, gems, source, reason: 'test', now: now() }))
        }
      }
      return ids
    },
    openProcess: async (rules = {}) => {
      const process = await openProcess(test, reactions, { ...FAST_RULES, ...rules }, options)
      processes.push(process)
      return process
    },
    gemsOf: (userId) => balance(`user:${userId}`, 'GEM'),
    xpOf: (userId) => balance(`user:${userId}`, 'XP'),
    escrowed: async () => {
      const [row] = await database.query<{ gems: number }>`
        select coalesce(sum(balance), 0)::integer as gems from ledger_balance where account like 'battle:%'`
      return row!.gems
    },
    stopProcesses: async () => {
      await Promise.all(processes.splice(0).map((process) => process.stop()))
    },
    stop: async () => {
      await testbed.stopProcesses()
      await test.drop()
    },
    stopSettled: async () => {
      const escrowed = await testbed.escrowed()
      assert(escrowed === 0, `${escrowed} gems are still in escrow`)
      const { ok, faults } = await auditLedger(database)
      assert(ok && faults.length === 0, `the ledger audit failed: ${faults.join('; ')}`)
      await testbed.stop()
    },
  }
  return testbed
}

/** The prompts of practice questions begin with this word. */
export const PRACTICE_PROMPT = 'Practice:'

/** Imports two topics with eight challenge questions and five practice questions each. */
export async function importPool(write: Write): Promise<BattleTestbed['topicIds']> {
  const { ids } = await write((tx) =>
    importTopics(tx, [
      { key: 'one', title: 'One' },
      { key: 'other', title: 'Other' },
    ]),
  )
  const questionsOf = (topicKey: string, use: 'CHALLENGE' | 'PRACTICE', count: number) =>
    Array.from({ length: count }, (_, index) => ({
      key: `topic:${topicKey}/${use}/${index}`,
      topicKey,
      use,
      difficulty: 'EASY' as const,
      prompt: `${use === 'PRACTICE' ? `${PRACTICE_PROMPT} which` : 'Which'} is right, of ${topicKey} ${index}?`,
      right: RIGHT,
      wrong: ['wrong 1', 'wrong 2', 'wrong 3'],
      explanation: 'Because it is.',
    }))
  const questions = ['one', 'other'].flatMap((topicKey) => [
    ...questionsOf(topicKey, 'CHALLENGE', 8),
    ...questionsOf(topicKey, 'PRACTICE', 5),
  ])
  await write((tx) => importQuestions(tx, { questions, topicIds: ids, now: now() }))
  return { one: ids.get('one')!, other: ids.get('other')! }
}

async function openProcess(
  test: TestDatabase,
  reactions: ReturnType<typeof reactionTable>,
  rules: BattleRules,
  options: TestbedOptions,
): Promise<BattleProcess> {
  const { poolSize = 8, xpCap = 200, stakeRules = UNRESTRICTED_STAKES } = options
  const platform = await openTestPlatform(test, { reactions: () => reactions, poolSize })
  const rooms = createBattleRooms({
    platform,
    rules,
    stakeCap: 1_000,
    stakeRules,
    xpCap,
    describeUsers: async (db, userIds) => {
      const rows = await db<{ id: UserId; username: string }>`
        select id, username from user_account where id = any(${userIds}::uuid[])`
      return new Map(rows.map(({ id, username }) => [id, { username, avatarUrl: `/avatars/${id}.svg` }]))
    },
  })
  const matchmaking = createMatchmaking(rooms)
  const server = serveModule({
    config: platform.config,
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    endpoints: [...matchmakingRoutes(matchmaking), ...battleRoomRoutes(rooms), ...battleResultRoutes(rooms)],
    webSocketRoute: new WebSocketServer({
      path: '/api/v2/quiz-battles/ws',
      connections: platform.connections,
      handlers: [...queueFrames(matchmaking), ...battleFrames(rooms)],
      authenticate: authenticateById,
      authenticateTicket: (ticket) => authenticateTicket(rooms, ticket),
      onOpen: (connection) => void sendStatusOnConnect(matchmaking, connection, now()),
    }),
  })
  await matchmaking.start()
  const { url } = server
  let isStopped = false
  return {
    url,
    platform,
    rooms,
    matchmaking,
    call: server.call,
    connect: (userId) => openSocket(url, { accessToken: userId }),
    connectByTicket: (ticket) => openSocket(url, { ticket }),
    stop: async () => {
      if (isStopped) return
      isStopped = true
      await matchmaking.stop()
      await server.stop()
      await platform.close()
    },
  }
}

/** Answers all five questions, correctly where `isRight` returns true, and returns the data of `battle.end`. */
export async function answerAll(socket: TestSocket, isRight: (index: number) => boolean) {
  for (let index = 0; index < 5; index++) {
    const { data, roomId } = await socket.next('battle.question', 30)
    const right = data.options.indexOf(RIGHT)
    const selectedOption = isRight(index) ? right : (right + 1) % 4
    socket.send('battle.answer', { questionId: data.questionId, selectedOption }, roomId)
  }
  return (await socket.next('battle.end', 30)).data
}

/** Starts a battle between two new users, hosted by the first process. */
export async function startBattleOfTwo(
  testbed: BattleTestbed,
  here: BattleProcess,
  there: BattleProcess,
  stakeAmount: number,
) {
  const [ada, bob] = (await testbed.addUsers(2, stakeAmount)) as [UserId, UserId]
  const created = await here.call('POST /quiz-battles/rooms', ada, { stakeAmount })
  const { roomId, roomCode } = created.body.data
  await there.call(`POST /quiz-battles/rooms/${roomCode}/join`, bob)
  const [one, other] = [await here.connect(ada), await there.connect(bob)]
  one.send('battle.ready')
  await waitUntil(() => here.rooms.registry.local(roomId) !== undefined)
  other.send('battle.ready')
  await Promise.all([one.next('battle.start'), other.next('battle.start')])
  return { ada, bob, one, other, roomId: roomId as string }
}
