import { afterAll, beforeAll, expect, test } from 'bun:test'
import { countRowsOf } from '../../test/harness/personal-data/personal-tables.ts'
import { startTestService, type TestService } from '../../test/harness/service.ts'
import { waitUntil } from '../../test/harness/wait-until.ts'
import { accountDeleted } from '../events/accounts.ts'
import type { UserId } from '../platform/ids.ts'
import type { PubSub } from '../platform/pubsub/pubsub.ts'
import { reactionTable } from '../platform/transaction/reactions.ts'
import { createWrite } from '../platform/transaction/write.ts'
import { eraseLateWrites } from './account-erasure.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const silent = { publish: () => {} } as unknown as PubSub

/** Writes rows for a user in a transaction that commits after the account was deleted. */
async function writeLate(userId: string, whileOpen: () => Promise<void>): Promise<void> {
  await service.test.database.transaction(async ({ statement }) => {
    await statement`
      insert into roadmap (user_id, career_goal, status, ranked_by, request_id, created_at)
      values (${userId}, 'a goal of my own', 'completed', 'matcher', uuidv7(), now())`
    await statement`
      insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
      values (uuidv7(), ${userId}, 'IOS', 'FCM', 'late', 'a-token-of-mine', now(), now())`
    await statement`
      insert into referral_code (user_id, code, created_at) values (${userId}, 'LATE2345', now())`
    await statement`
      insert into notification_preference (user_id, channels, updated_at) values (${userId}, '{}', now())`
    await statement`insert into streak (user_id, last_at, last_time_zone) values (${userId}, now(), 'Africa/Nairobi')`
    await whileOpen()
  }, 30_000)
}

const LATE_WRITES = ['device_token', 'notification_preference', 'referral_code', 'roadmap', 'streak']
const lateRows = async (userId: string) =>
  Object.keys(await countRowsOf(service.test.database, userId)).filter((table) => LATE_WRITES.includes(table))

test('rows that a concurrent request wrote for a deleted user are erased two minutes later', async () => {
  const user = await service.register()
  await writeLate(user.id, async () => {
    const left = await service.call('DELETE /user/account', {
      token: user.accessToken,
      body: { password: user.password },
    })
    expect(left.status).toBe(200)
  })
  expect(await lateRows(user.id)).toEqual(LATE_WRITES)

  const write = createWrite(service.test.database, reactionTable([]), () => {})
  const at = new Date()
  const event = accountDeleted({ userId: user.id as UserId, avatarKey: null, at: at.toISOString() })
  const again = (ms: number) => eraseLateWrites({ write, pubsub: silent }, event, new Date(at.getTime() + ms))
  // The job is postponed while requests may still be in progress.
  await again(60_000)
  expect(await lateRows(user.id)).toEqual(LATE_WRITES)
  for (let time = 0; time < 2; time++) {
    await again(121_000)
    expect(await lateRows(user.id)).toEqual([])
  }
})

test('deleting an account schedules the second erasure', async () => {
  const user = await service.register()
  const { accessToken: token, password } = user
  await service.call('DELETE /user/account', { token, body: { password } })
  const waiting = () => service.test.database.query`
    select from pgboss.job where name = 'accounts.erase_late_writes' and position(${user.id} in data::text) > 0
      and start_after > now() + interval '1 minute'`
  await waitUntil(async () => (await waiting()).length === 1)
})
