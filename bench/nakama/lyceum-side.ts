import { completionRequest, listNextLessons, waitUntilKnown } from '../complete-lesson/completion-requests.ts'
import { type Learner, makeCourses, makeLearners, type OrderedLesson } from '../complete-lesson/learners.ts'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { sendRequest } from '../runner/compare-responses.ts'
import { startLyceum } from '../runner/lyceum-implementation.ts'
import { signLyceumTokens } from '../runner/lyceum-tokens.ts'
import type { Request } from '../runner/request.ts'
import type { RunningProcess } from '../runner/start-process.ts'
import type { Side } from './flow.ts'

const LEARNERS = 2_000
const BUYERS = 20_000
const FREEZES_PER_BUYER = 2
/** More lessons than are completed in a second, so that a burst never runs out of them. */
const MAX_COMPLETIONS_PER_SECOND = 3_000
const FIRST_GEMS = 100_000
const PRICE = 50

/** Lyceum in its own database of the shared PostgreSQL. */
export async function startLyceumSide(environment: BenchEnvironment): Promise<Side> {
  const { sql } = environment.database
  const server = await startLyceum(environment)
  const lessons = await makeCourses(sql)
  const addUsers = async (prefix: string, count: number): Promise<Learner[]> => {
    const userIds = await makeLearners(sql, prefix, count)
    const tokens = await signLyceumTokens(environment, userIds)
    return userIds.map((userId, index) => ({ userId, token: tokens[index]! }))
  }
  const learners = await addUsers('learner', LEARNERS + 1)
  const buyers = await addUsers('buyer', BUYERS)
  await giveGems(sql, 'buyer%')
  await sql`vacuum analyze`
  await waitUntilKnown(server, lessons.at(-1)!.courseId, learners[0]!.token)
  await waitUntilWebIsBuilt(environment)
  let batch = 0

  return {
    process: server,
    requests: async (flow, seconds) =>
      flow === 'board'
        ? {
            requests: await listCompletions(sql, learners.slice(1), lessons, seconds),
            expectedStatus: 200,
            requestsPerOperation: 2,
          }
        : { requests: await listPurchases(sql, buyers), expectedStatus: 201, requestsPerOperation: 1 },
    playerTokens: async (count) => (await addUsers(`player${batch++}`, count)).map(({ token }) => token),
    check: () => requirePromises(sql, server, { learner: learners[0]!, buyer: buyers[0]!, lessons }),
  }
}

/** A first start builds and compresses the web applications in a child process, whose CPU would count for the requests. */
async function waitUntilWebIsBuilt({ scratchFolder }: BenchEnvironment) {
  const compressed = new Bun.Glob('lyceum-*/web/*/compressed')
  for (let attempt = 0; attempt < 240; attempt++) {
    for await (const _ of compressed.scan({ cwd: scratchFolder, onlyFiles: false })) return
    await Bun.sleep(500)
  }
  throw new Error('Lyceum did not build its web applications')
}

/** The next lessons of all learners, each with the read of the own rank after it. */
async function listCompletions(
  sql: Bun.SQL,
  learners: Learner[],
  lessons: OrderedLesson[],
  seconds: number,
): Promise<Request[]> {
  await sql`analyze`
  const next = await listNextLessons(sql, learners, lessons, seconds * MAX_COMPLETIONS_PER_SECOND)
  return next.flatMap(({ lesson, token }) => [completionRequest(lesson.id, token), ownRank(token)])
}

/** A buyer may have two freezes, so those of the last burst are taken away before the next. */
async function listPurchases(sql: Bun.SQL, buyers: Learner[]): Promise<Request[]> {
  await sql`update streak set freezes = 0 where freezes > 0`
  await sql`vacuum analyze streak`
  const requests = buyers.map(({ token }) => purchase(token))
  return Array.from({ length: FREEZES_PER_BUYER }, () => requests).flat()
}

async function giveGems(sql: Bun.SQL, users: string) {
  await sql`
    with transfer as materialized (select uuidv7() as id, now() as at),
    receiver as materialized (
      select id as user_id, row_number() over (order by id) as line from user_account where email like ${users}
    ), posted as (
      insert into ledger_transfer (id, source, reason, created_at) select id, 'bench:gems', 'gift', at from transfer
    )
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select id, 0, 'house:grants', 'GEM', -${FIRST_GEMS}::bigint * (select count(*) from receiver), at from transfer
    union all
    select id, line, 'user:' || user_id, 'GEM', ${FIRST_GEMS}::bigint, at from transfer, receiver`
}

async function requirePromises(
  sql: Bun.SQL,
  { port }: RunningProcess,
  { learner, buyer, lessons }: { learner: Learner; buyer: Learner; lessons: OrderedLesson[] },
) {
  await sendRequest('lyceum', port, completionRequest(lessons[0]!.id, learner.token))
  const { data } = await sendRequest('lyceum', port, ownRank(learner.token))
  if (data.weekly.rank === null || data.weekly.totalXP !== lessons[0]!.xp)
    throw new Error(`no rank in ${JSON.stringify(data)}`)
  const { path, ...request } = purchase(buyer.token)
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request)
  const account = `user:${buyer.userId}`
  const [row] = await sql`
    select balance::integer as gems, (select count(*)::integer from ledger_entry where account = ${account}) as lines
    from ledger_balance where account = ${account} and asset = 'GEM'`
  if (response.status !== 201 || row.gems !== FIRST_GEMS - PRICE || row.lines !== 2)
    throw new Error(`a purchase had ${response.status} and left ${JSON.stringify(row)}`)
}

function ownRank(token: string): Request {
  return {
    method: 'GET',
    path: '/api/v2/leaderboard/my-position',
    headers: { Authorization: `Bearer ${token}` },
  }
}

function purchase(token: string): Request {
  return {
    method: 'POST',
    path: '/api/v2/user/streak/freezes',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  }
}
