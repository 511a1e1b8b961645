import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { CourseCertificate } from '../../contracts/artifacts/CourseCertificate.ts'
import { ContestDraftSchema } from '../../src/modules/contests/planning/contest-draft.ts'
import { createContest } from '../../src/modules/contests/planning/create-contest.ts'
import { chainOver } from '../../src/platform/chain/chain-testbed.ts'
import { createHttpRpc } from '../../src/platform/chain/http-rpc.ts'
import { HOUR_MS, later, now } from '../../src/platform/clock.ts'
import { reactionTable } from '../../src/platform/reactions.ts'
import { createWrite } from '../../src/platform/write.ts'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { createGoodClient, rememberingFetch } from '../cluster/good-client.ts'
import { History } from '../cluster/history.ts'
import { figure } from '../harness/figures.ts'
import { redisIsInstalled } from '../harness/processes/redis.ts'
import { seededRandom } from '../harness/random.ts'
import { type ApiClient, createClient } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { battleJourney } from '../journeys/battle.ts'
import { walkJourney } from '../journeys/journey.ts'
import { checkHistory } from './check-history.ts'
import { addCourse, LESSON_XP, learnUnderFire } from './load.ts'
import { planKills, startNemesis } from './nemesis.ts'

// The whole of it: NEMESIS_COMPLETIONS=10000 NEMESIS_KILLS=30 NEMESIS_POSTGRES_KILLS=4 bun run test test/nemesis

setDefaultTimeout(3_600_000)

const setting = (name: string, usual: number) => Number(process.env[`NEMESIS_${name}`] ?? usual)
const COMPLETIONS = setting('COMPLETIONS', 600)
const KILLS = setting('KILLS', 6)
const POSTGRES_KILLS = setting('POSTGRES_KILLS', 1)
const CHAIN_KILLS = setting('CHAIN_KILLS', 1)
const REDIS_KILLS = redisIsInstalled ? setting('REDIS_KILLS', 1) : 0
const SEED = setting('SEED', Date.now() % 1_000_000)
const LESSONS = 20
const LEARNERS = Math.ceil(COMPLETIONS / LESSONS)
const AT_ONCE = 12
/** Pairs at the table, each with a stake by which they find each other. */
const STAKES = [31, 37]

let cluster: Cluster
let courseId: string
const history = new History()
beforeAll(async () => {
  cluster = await startCluster({ isChainApart: true })
})
afterAll(() => cluster?.stop())

test('completions sent twice while everything is killed in turn: none lost, none doubled, books closed', async () => {
  const { database } = cluster
  const random = seededRandom(SEED)
  const course = await addCourse(database, LESSONS)
  courseId = course.courseId
  const contestId = await addContest()
  await untilAllKnow(courseId)
  const victims = planKills(
    { serviceKills: KILLS, postgresKills: POSTGRES_KILLS, chainKills: CHAIN_KILLS, redisKills: REDIS_KILLS },
    random,
  )
  figure(`nemesis: seed ${SEED}, ${victims.join(', ')}`)
  const nemesis = startNemesis(cluster, victims)
  const started = performance.now()
  const client = createGoodClient(cluster.apiUrls, history)
  const battles = keepPlaying(client)
  const total = LEARNERS * LESSONS
  const oddities = await learnUnderFire(
    { client, ...course, contestId, random, pace: (done) => nemesis.pace(done / total) },
    LEARNERS,
    AT_ONCE,
  )
  await nemesis.finished
  const played = await battles.end()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  figure(`nemesis: ${total} completions sent twice and ${played} battles in ${seconds} s`)
  figure(`nemesis: killed ${[...nemesis.kills].map(([victim, count]) => `${victim} ${count}×`).join(', ')}`)
  expect(oddities).toEqual([])

  const { checked, faults } = await checkHistory(database, history)
  figure(`nemesis: ${JSON.stringify(checked)}`)
  expect(faults).toEqual([])
  expect(checked['the completion of lesson']).toBe(2 * total)
  const [counted] = await database.query<{ completions: number; xp: number; joined: number }>`
    select (select count(*)::int from lesson_completion where course_id = ${courseId}) as completions,
      (select sum(amount)::int from ledger_entry join ledger_transfer on ledger_transfer.id = transfer_id
        where asset = 'XP' and account ^@ 'user:' and source ^@ 'lesson:') as xp,
      (select sum(participants)::int from contest_lane where contest_id = ${contestId}) as joined`
  expect(counted).toEqual({ completions: total, xp: total * LESSON_XP, joined: LEARNERS })
})

test('every certificate that was claimed is on the chain, once', async () => {
  const { query } = cluster.database
  await until(async () => {
    const [row] = await query<{ minted: number }>`
      select count(*)::int as minted from certificate where course_id = ${courseId} and status = 'MINTED'`
    return row!.minted === LEARNERS
  }, 240)
  const chain = chainOver(
    createHttpRpc(() => cluster.chainUrl),
    cluster.contracts,
  )
  expect(await chain.read(CourseCertificate, 'totalMinted', [])).toBe(BigInt(LEARNERS))
})

/** What is written past the processes they find when they next look. */
async function untilAllKnow(id: string): Promise<void> {
  for (const url of cluster.apiUrls) {
    const client = createClient(url)
    const { accessToken: token } = await client.register()
    await until(async () => (await client.call(`GET /course/${id}`, { token })).status === 200, 60)
  }
}

/** One battle after the other at each table, until it is said that the last ones are to be played. */
function keepPlaying(client: ApiClient): { end(): Promise<number> } {
  const world = { ...client, url: cluster.url, database: cluster.database, isCrowded: true }
  const fetch = rememberingFetch(history)
  let isOver = false
  let played = 0
  const tables = STAKES.map(async (stake) => {
    for (; !isOver; played++)
      await walkJourney(battleJourney(() => world, { stake, fetch, mayBreakOff: true }))
  })
  return {
    end: async () => {
      isOver = true
      await Promise.all(tables)
      return played
    },
  }
}

/** It lasts longer than the kills do, and takes a gem. */
function addContest(): Promise<string> {
  const draft = ContestDraftSchema.parse({
    title: 'Under fire',
    description: 'One question.',
    entryFeeGems: 1,
    prizePoolGems: 10,
    startsAt: now().toISOString(),
    endsAt: later(now(), 24 * HOUR_MS).toISOString(),
    questions: [{ prompt: 'Which?', options: ['this', 'that'], correctIndex: 0 }],
  })
  return createWrite(cluster.database, reactionTable([]), () => {})((tx) =>
    createContest(tx, { draft, now: now() }),
  )
}
