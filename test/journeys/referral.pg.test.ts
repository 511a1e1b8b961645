import { afterAll, beforeAll, describe } from 'bun:test'
import { startTestService, type TestService } from '../harness/service.ts'
import { testJourney } from './journey.ts'
import { referralJourney } from './referral.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterAll(() => service.stop())

const journey = referralJourney(() => ({ ...service, database: service.test.database, isCrowded: false }))
describe(journey.name, () => testJourney(journey))
