import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { CourseCertificate } from '../../contracts/artifacts/CourseCertificate.ts'
import { ContestDraftSchema } from '../../src/modules/contests/public/contest-draft.ts'
import { createContest } from '../../src/modules/contests/public/create-contest.ts'
import { chainOver } from '../../src/platform/chain/chain-testbed.ts'
import { createHttpRpc } from '../../src/platform/chain/http-rpc.ts'
import { addMs, HOUR_MS, now } from '../../src/platform/clock.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import { type Cluster, startCluster } from '../cluster/cluster.ts'
import { ResponseHistory } from '../cluster/response-history.ts'
import { createRetryingClient, recordingFetch } from '../cluster/retrying-client.ts'
import { type ApiClient, createClient } from '../harness/api-client.ts'
import { redisIsInstalled } from '../harness/processes/redis.ts'
import { seededRandom } from '../harness/random.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { battleJourney } from '../journeys/battle.ts'
import { runJourney } from '../journeys/journey.ts'
import { checkHistory } from './check-history.ts'
import { planKills, startKills } from './kill-schedule.ts'
import { addCourse, completeLessonsDuringKills, LESSON_XP } from './lesson-load.ts'

// The full run: CHAOS_COMPLETIONS=10000 CHAOS_KILLS=30 CHAOS_POSTGRES_KILLS=4 CHAOS_MINUTES=60 bun run test test/chaos

const setting = (name: string, defaultValue: number) => Number(process.env[`CHAOS_${name}`] ?? defaultValue)
setDefaultTimeout(setting('MINUTES', 15) * 60_000)

const COMPLETIONS = setting('COMPLETIONS', 600)
const KILLS = setting('KILLS', 6)
const POSTGRES_KILLS = setting('POSTGRES_KILLS', 1)
const CHAIN_KILLS = setting('CHAIN_KILLS', 1)
const REDIS_KILLS = redisIsInstalled ? setting('REDIS_KILLS', 1) : 0
const SEED = setting('SEED', Date.now() % 1_000_000)
const LESSONS = 20
const LEARNERS = Math.ceil(COMPLETIONS / LESSONS)
const CONCURRENCY = 12
/** Pairs of players; each pair has its own stake, so that its players are matched with each other. */
const STAKES = [31, 37]

let cluster: Cluster
let courseId: string
const history = new ResponseHistory()
beforeAll(async () => {
  cluster = await startCluster({ hasSeparateChain: true })
})
afterAll(() => cluster?.stop())

test('lesson completions sent twice while processes are killed are neither lost nor doubled, and the ledger audit passes', async () => {
  const { database } = cluster
  const random = seededRandom(SEED)
  const course = await addCourse(database, LESSONS)
  courseId = course.courseId
  const contestId = await addContest()
  await waitUntilAllServe(courseId)
  const victims = planKills(
    { serviceKills: KILLS, postgresKills: POSTGRES_KILLS, chainKills: CHAIN_KILLS, redisKills: REDIS_KILLS },
    random,
  )
  reportMeasurement(`chaos: seed ${SEED}, ${victims.join(', ')}`)
  const killRun = startKills(cluster, victims)
  const started = performance.now()
  const client = createRetryingClient(cluster.apiUrls, history)
  const battles = playBattles(client)
  const total = LEARNERS * LESSONS
  const unexpected = await completeLessonsDuringKills(
    { client, ...course, contestId, random, pace: (done) => killRun.pace(done / total) },
    LEARNERS,
    CONCURRENCY,
  )
  await killRun.finished
  const played = await battles.end()
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  reportMeasurement(`chaos: ${total} completions sent twice and ${played} battles in ${seconds} s`)
  reportMeasurement(
    `chaos: killed ${[...killRun.kills].map(([victim, count]) => `${victim} ${count}×`).join(', ')}`,
  )
  expect(unexpected).toEqual([])

  const { checked, faults } = await checkHistory(database, history)
  reportMeasurement(`chaos: ${JSON.stringify(checked)}`)
  expect(faults).toEqual([])
  expect(checked['the completion of lesson']).toBe(2 * total)
  const [counted] = await database.query<{ completions: number; xp: number; joined: number }>`
    select (select count(*)::int from lesson_completion where course_id = ${courseId}) as completions,
      (select sum(amount)::int from ledger_entry join ledger_transfer on ledger_transfer.id = transfer_id
        where asset = 'XP' and account ^@ 'user:' and source ^@ 'lesson:') as xp,
      (select sum(participant_count)::int from contest_shard where contest_id = ${contestId}) as joined`
  expect(counted).toEqual({ completions: total, xp: total * LESSON_XP, joined: LEARNERS })
})

test('every claimed certificate is on the chain exactly once', async () => {
  const { query } = cluster.database
  await waitUntil(async () => {
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

/** Processes detect rows that are written directly to the database at their next check. */
async function waitUntilAllServe(id: string): Promise<void> {
  for (const url of cluster.apiUrls) {
    const client = createClient(url)
    const { accessToken: token } = await client.register()
    await waitUntil(async () => (await client.call(`GET /course/${id}`, { token })).status === 200)
  }
}

/** Each pair plays one battle after the other until the load ends. */
function playBattles(client: ApiClient): { end(): Promise<number> } {
  const environment = { ...client, url: cluster.url, database: cluster.database, isCrowded: true }
  const fetch = recordingFetch(history)
  let isOver = false
  let played = 0
  const tables = STAKES.map(async (stake) => {
    for (; !isOver; played++)
      await runJourney(battleJourney(() => environment, { stake, fetch, mayBreakOff: true }))
  })
  return {
    end: async () => {
      isOver = true
      await Promise.all(tables)
      return played
    },
  }
}

/** The contest lasts longer than the kills, and costs a gem. */
function addContest(): Promise<string> {
  const draft = ContestDraftSchema.parse({
    title: 'Under fire',
    description: 'One question.',
    entryFeeGems: 1,
    prizePoolGems: 10,
    startsAt: now().toISOString(),
    endsAt: addMs(now(), 24 * HOUR_MS).toISOString(),
    questions: [{ prompt: 'Which?', options: ['this', 'that'], correctIndex: 0 }],
  })
  return createWrite(cluster.database, reactionTable([]), () => {})((tx) =>
    createContest(tx, { author: null, draft, now: now() }),
  )
}
