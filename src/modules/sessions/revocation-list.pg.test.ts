import { afterAll, beforeAll, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { MINUTE_MS, now, SECOND_MS, useSystemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type SessionId } from '../../platform/ids.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import { RevocationList } from './revocation-list.ts'

const time = createTestClock()
/** Delivers no messages, so the list depends on the poll alone. */
const deaf: PubSub = { publish() {}, subscribe: async () => ({ end: async () => {} }), close: async () => {} }

let database: TestDatabase
let revocations: RevocationList
let isDisconnected = false
let reads = 0
beforeAll(async () => {
  database = await createTestDatabase()
  const flaky: Db = async (strings, ...values) => {
    reads++
    if (isDisconnected) throw new Error('the database is away')
    return database.database.query(strings, ...values)
  }
  revocations = new RevocationList(flaky)
  await revocations.start(deaf)
})
afterAll(async () => {
  await revocations?.stop()
  await database?.drop()
  useSystemClock()
})

/** Inserts a session with this time of revocation. */
async function insertEnded(revokedAt: Date): Promise<SessionId> {
  const userId = await insertUser(database.database.query)
  const sessionId = newId<'Session'>()
  await database.database.query`
    insert into session (id, user_id, created_at, last_used_at, expires_at, revoked_at)
    values (${sessionId}, ${userId}, now(), now(), now() + interval '30 days', ${revokedAt})`
  return sessionId as SessionId
}

async function nextRead(): Promise<void> {
  const before = reads
  await waitUntil(() => reads > before)
}

test('the first poll after a database outage finds the sessions revoked during it', async () => {
  isDisconnected = true
  time.advance(10 * SECOND_MS)
  const ended = await insertEnded(now())
  time.advance(10 * MINUTE_MS)
  await nextRead()
  isDisconnected = false
  await waitUntil(() => revocations.isRevoked(ended))
})

test('the poll finds a revocation that was committed late or by a slow clock', async () => {
  await nextRead()
  const ended = await insertEnded(new Date(now().getTime() - 40 * SECOND_MS))
  await waitUntil(() => revocations.isRevoked(ended))
})
