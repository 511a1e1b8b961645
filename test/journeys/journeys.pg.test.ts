import { afterAll, beforeAll, expect, test } from 'bun:test'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { findFreePort } from '../../src/platform/ports.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { battleJourney } from './battle.ts'
import { certificateJourney } from './certificate.ts'
import { clientTourJourney } from './client-tour.ts'
import { contestJourney } from './contest.ts'
import { runJourney } from './journey.ts'
import { paymentJourney } from './payment.ts'

// Runs the journeys that need a chain or a clock concurrently on one service; test/cluster runs them through
// a load balancer.

let service: TestService
let chainPort: number
beforeAll(async () => {
  chainPort = await findFreePort()
  const settings = { DEMO_CONTENT: 'on', CHAIN: 'on', EMBEDDED_CHAIN_PORT: String(chainPort) }
  const battleRules = { ...BATTLE_RULES, countdownMs: 100, revealMs: 100 }
  service = await startTestService(settings, undefined, { battleRules })
})
afterAll(() => service.stop())

test('the certificate, contest, payment, battle and client journeys succeed on one service', async () => {
  const environment = () => ({ ...service, database: service.test.database, isCrowded: true })
  const journeys = [
    certificateJourney(environment),
    contestJourney(environment, 12),
    paymentJourney(environment, () => `http://127.0.0.1:${chainPort}`),
    battleJourney(environment, { stake: 30 }),
    clientTourJourney(environment),
  ]
  const walks = await Promise.allSettled(journeys.map(runJourney))
  expect(walks.flatMap((walk) => (walk.status === 'rejected' ? [walk.reason] : []))).toEqual([])
})
