import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { insertUsers } from '../../../test/harness/users.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'

const PROCESS = join(import.meta.dir, 'broadcast-process-testbed.ts')
const USERS = 500
let fixture: TestDatabase
let db: Db
let write: Write
let users: UserId[]
const broadcastId = newId()
beforeAll(async () => {
  fixture = await createTestDatabase()
  db = fixture.database.query
  write = createWrite(fixture.database, reactionTable([]), () => {})
  users = (await insertUsers(db, USERS)).sort()
  await db`
    insert into broadcast (id, name, type, texts, fallback_language, link, channels, segment, messages_per_second, status,
      created_by, created_at, updated_at, send_at, next_step_at)
    values (${broadcastId}, 'News', 'ANNOUNCEMENT', '{"en": {"title": "Hello", "body": "There."}}', 'en', 'courses',
      '{"inApp": true, "push": true, "email": true}', '{}', 100, 'SCHEDULED', ${newId()}, now(), now(), now(), now())`
})
afterAll(() => fixture.drop())

const startWorker = () =>
  Bun.spawn([process.execPath, PROCESS], {
    env: { ...process.env, LYCEUM_ENV: 'test', DATABASE_URL: fixture.url, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const isBlocked = async () =>
  (
    await db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
  ).length > 0
const state = async () => {
  const [row] = await db<{ status: string; sentCount: number }>`
    select status, sent_count as "sentCount" from broadcast where id = ${broadcastId}`
  return row!
}
const notifications = async () => (await db`select from notification`).length

/** Lets a worker begin a step, kills it while the step waits for the lock, and waits until its transaction is gone. */
async function killWhile(lock: (tx: Parameters<Parameters<Write>[0]>[0]) => Promise<unknown>): Promise<void> {
  const worker = startWorker()
  try {
    await write(async (tx) => {
      await lock(tx)
      await waitUntil(isBlocked)
      worker.kill('SIGKILL')
      await worker.exited
    })
  } finally {
    worker.kill('SIGKILL')
  }
  await waitUntil(async () => {
    const others = await db`
      select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    return others.length === 0 && !(await isBlocked())
  })
}

test('every user gets a broadcast once, although workers are killed in the middle of steps and two run at a time', async () => {
  // Before a notification is stored: the step waits for the account of a user.
  await killWhile((tx) => tx`select from user_account where id = ${users[50]!} for update`)
  expect([await notifications(), (await state()).sentCount]).toEqual([0, 0])

  // The notifications are being stored: their trigger waits for the count of a user in the second step.
  const counted = users[150]!
  await db`insert into notification_count (user_id, type, total, unread) values (${counted}, 'ANNOUNCEMENT', 0, 0)`
  await killWhile((tx) => tx`select from notification_count where user_id = ${counted} for update`)
  // The first step was committed, the second one was not.
  expect([await notifications(), (await state()).sentCount]).toEqual([100, 100])

  // Two workers send the rest.
  const workers = [startWorker(), startWorker()]
  try {
    await waitUntil(async () => (await state()).status === 'SENT')
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
  await Promise.all(workers.map(({ exited }) => exited))
  expect(await state()).toEqual({ status: 'SENT', sentCount: USERS })
  const got = await db<{ userId: UserId; count: number }>`
    select user_id as "userId", count(*)::int as count from notification group by user_id order by user_id`
  expect([...got]).toEqual(users.map((userId) => ({ userId, count: 1 })))
})
