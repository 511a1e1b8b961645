import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { figure } from '../harness/figures.ts'
import { runCommand } from '../harness/processes/command.ts'
import { battleJourney } from '../journeys/battle.ts'
import { certificateJourney } from '../journeys/certificate.ts'
import { clientTourJourney } from '../journeys/client-tour.ts'
import { contestJourney } from '../journeys/contest.ts'
import { invitedJourney } from '../journeys/invited.ts'
import { type Journey, type JourneyWorld, walkJourney } from '../journeys/journey.ts'
import { learnerJourney } from '../journeys/learner.ts'
import { paymentJourney } from '../journeys/payment.ts'
import { sessionJourney } from '../journeys/sessions.ts'
import { checkHistory } from '../nemesis/check-history.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { createGoodClient, rememberingFetch } from './good-client.ts'
import { History } from './history.ts'
import { startKiller } from './killer.ts'

// CLUSTER_ROUNDS sends everybody on their way so often, one round after the other.

setDefaultTimeout(600_000)

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 1)
const PAUSE_MS = 1_500
const LEAST_KILLS = 4

let cluster: Cluster
const history = new History()
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

function everybody(): Journey[] {
  const world: JourneyWorld = {
    ...createGoodClient([cluster.url], history),
    url: cluster.url,
    database: cluster.database,
    isCrowded: true,
  }
  const here = () => world
  const remembering = rememberingFetch(history)
  return [
    learnerJourney(here),
    invitedJourney(here),
    certificateJourney(here),
    contestJourney(here, 20),
    paymentJourney(here, () => cluster.chainUrl),
    sessionJourney({ one: here, other: here, isDirect: false }),
    clientTourJourney(here, remembering),
    battleJourney(here, { stake: 30, fetch: remembering }),
    battleJourney(here, { stake: 40, fetch: remembering }),
  ]
}

test('every journey goes through while one API process after the other is killed', async () => {
  const started = performance.now()
  const killer = startKiller(cluster, PAUSE_MS)
  const faults: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const walks = await Promise.allSettled(everybody().map(walkAndTell))
    faults.push(...walks.flatMap((walk) => (walk.status === 'rejected' ? [walk.reason] : [])))
  }
  while (killer.kills() < LEAST_KILLS) await Bun.sleep(100)
  await killer.stop()
  figure(
    `cluster: ${killer.kills()} API processes killed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  expect(faults).toEqual([])
})

async function walkAndTell(journey: Journey): Promise<void> {
  const started = performance.now()
  await walkJourney(journey)
  figure(`cluster: ${journey.name}: through after ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

test('nothing that was answered is lost, nothing was paid twice, and the books close', async () => {
  const { checked, faults } = await checkHistory(cluster.database, history)
  figure(`cluster: ${JSON.stringify(checked)}`)
  expect(faults).toEqual([])
  expect(checked['the completion of lesson']).toBeGreaterThan(20)
  const environment = { DATABASE_URL: cluster.databaseUrl, CHAIN: 'off', LYCEUM_ENV: 'test' }
  expect(await runCommand(['payments', 'reconcile'], environment)).toMatchObject({
    code: 0,
    output: expect.stringContaining('all agree'),
  })
})
