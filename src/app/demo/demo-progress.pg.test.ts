import { afterAll, expect, test } from 'bun:test'
import { createTestDatabase } from '../../../test/harness/database.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DEMO_USERS } from './demo-users.ts'

const SETTINGS = { DEMO_CONTENT: 'on', DEMO_PROGRESS: 'on' }
const database = await createTestDatabase()
afterAll(() => database.drop())

/** What a demo user has. */
async function stateOf(service: TestService, username: string) {
  const { email, password } = DEMO_USERS.find((user) => user.username === username)!
  const { body } = await service.call('POST /auth/login', { body: { email, password } })
  const { accessToken: token, user } = body.data
  const list = async (route: string) => (await service.call(`GET ${route}`, { token })).body.data
  return {
    xp: user.totalXP as number,
    gems: user.totalGems as number,
    certificates: (await list('/certificates')) as { courseTitle: string; certificateNumber: string }[],
    notifications: (await list('/notifications')) as { type: string }[],
  }
}

test('the demo learner has XP, gems, notifications and a certificate, and a second start changes nothing', async () => {
  const first = await startTestService(SETTINGS, database)
  let learner = await stateOf(first, 'learner')
  await waitUntil(async () => {
    learner = await stateOf(first, 'learner')
    return learner.notifications.length > 0
  })
  const rival = await stateOf(first, 'rival')
  await first.stop()
  expect(learner.xp).toBeGreaterThan(rival.xp)
  expect(learner.gems).toBeGreaterThan(rival.gems)
  expect(rival.xp).toBeGreaterThan(0)
  expect(learner.certificates.map(({ courseTitle }) => courseTitle)).toEqual(['Personal finance'])
  expect(rival.certificates).toEqual([])

  const second = await startTestService(SETTINGS, database)
  const again = await stateOf(second, 'learner')
  await second.stop()
  expect([again.xp, again.gems]).toEqual([learner.xp, learner.gems])
  expect(again.certificates).toMatchObject([
    { certificateNumber: learner.certificates[0]!.certificateNumber },
  ])
})
