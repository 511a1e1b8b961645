import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { checkHistory } from '../chaos/check-history.ts'
import { runCommand } from '../harness/processes/run-command.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { battleJourney } from '../journeys/battle.ts'
import { certificateJourney } from '../journeys/certificate.ts'
import { clientTourJourney } from '../journeys/client-tour.ts'
import { contestJourney } from '../journeys/contest.ts'
import { type Journey, type JourneyEnvironment, runJourney } from '../journeys/journey.ts'
import { learnerJourney } from '../journeys/learner.ts'
import { paymentJourney } from '../journeys/payment.ts'
import { referralJourney } from '../journeys/referral.ts'
import { sessionJourney } from '../journeys/sessions.ts'
import { startApiProcessKiller } from './api-process-killer.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { ResponseHistory } from './response-history.ts'
import { createRetryingClient, recordingFetch } from './retrying-client.ts'

// CLUSTER_ROUNDS repeats all journeys this many times.

setDefaultTimeout(600_000)

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 1)
const PAUSE_MS = 1_500
const MIN_KILLS = 4

let cluster: Cluster
const history = new ResponseHistory()
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.stop())

function createJourneys(): Journey[] {
  const environment: JourneyEnvironment = {
    ...createRetryingClient([cluster.url], history),
    url: cluster.url,
    database: cluster.database,
    isCrowded: true,
  }
  const here = () => environment
  const recording = recordingFetch(history)
  return [
    learnerJourney(here),
    referralJourney(here),
    certificateJourney(here),
    contestJourney(here, 20),
    paymentJourney(here, () => cluster.chainUrl),
    sessionJourney({ one: here, other: here, isDirect: false }),
    clientTourJourney(here, recording),
    battleJourney(here, { stake: 30, fetch: recording }),
    battleJourney(here, { stake: 40, fetch: recording }),
  ]
}

test('every journey succeeds while one API process after the other is killed', async () => {
  const started = performance.now()
  const killer = startApiProcessKiller(cluster, PAUSE_MS)
  const faults: unknown[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const runs = await Promise.allSettled(createJourneys().map(runAndReport))
    faults.push(...runs.flatMap((run) => (run.status === 'rejected' ? [run.reason] : [])))
  }
  while (killer.kills() < MIN_KILLS) await Bun.sleep(100)
  await killer.stop()
  reportMeasurement(
    `cluster: ${killer.kills()} API processes killed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  )
  expect(faults).toEqual([])
})

async function runAndReport(journey: Journey): Promise<void> {
  const started = performance.now()
  await runJourney(journey)
  reportMeasurement(
    `cluster: ${journey.name}: through after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}

test('no confirmed effect is lost or paid twice, and the ledger audit passes', async () => {
  const { checked, faults } = await checkHistory(cluster.database, history)
  reportMeasurement(`cluster: ${JSON.stringify(checked)}`)
  expect(faults).toEqual([])
  expect(checked['the completion of lesson']).toBeGreaterThan(20)
  const environment = { DATABASE_URL: cluster.databaseUrl, CHAIN: 'off', LYCEUM_ENV: 'test' }
  expect(await runCommand(['payments', 'reconcile'], environment)).toMatchObject({
    code: 0,
    output: expect.stringContaining('without discrepancies'),
  })
})
