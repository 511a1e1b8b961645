import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { now } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findSession } from './find-session.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

/** What happens to the valid session of a user. */
const CHANGES: Record<string, (db: Db, userId: string) => Promise<unknown>> = {
  'a used token': (db, userId) => db`
    update refresh_token set used_at = now()
    where session_id in (select id from session where user_id = ${userId})`,
  'a token that has expired': (db, userId) => db`
    update refresh_token set expires_at = now() - interval '1 second'
    where session_id in (select id from session where user_id = ${userId})`,
  'a session that was revoked': (db, userId) => db`
    update session set revoked_at = now(), revoked_reason = 'test' where user_id = ${userId}`,
  'a session that has expired': (db, userId) => db`
    update session set expires_at = now() - interval '1 second' where user_id = ${userId}`,
  'a suspended account': (db, userId) => db`
    update user_account set suspended_at = now() where id = ${userId}`,
  'a deleted account': (db, userId) => db`update user_account set deleted_at = now() where id = ${userId}`,
}

for (const [name, change] of Object.entries(CHANGES))
  test(`finds nobody by ${name}`, async () => {
    const { query } = service.test.database
    const { id, email, password } = await service.register()
    const { body } = await service.call('POST /auth/login', { body: { email, password } })
    const find = () => findSession(query, body.data.refreshToken, now())
    expect(await find()).toMatchObject({ userId: id, role: 'USER' })
    await change(query, id)
    expect(await find()).toBeUndefined()
  })
