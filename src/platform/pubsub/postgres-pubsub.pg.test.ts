import { afterAll } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { describePubSub } from '../../../test/harness/pubsub-contract.ts'
import { Database } from '../db/database.ts'
import { startPostgresPubSub } from './postgres-pubsub.ts'

let testDatabase: TestDatabase
afterAll(() => testDatabase?.drop())

describePubSub('postgres', async () => {
  testDatabase = await createTestDatabase()
  const admin = testDatabase.database.query
  return {
    url: testDatabase.url,
    async start(url) {
      const database = new Database({ url, poolSize: 3, applicationName: 'live test' })
      const pubsub = await startPostgresPubSub(database)
      return {
        ...pubsub,
        close: async () => {
          await pubsub.close()
          await database.close()
        },
      }
    },
    loseConnections: async () => {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live test'`
    },
    sendForeign: async (channel) => {
      for (const payload of ['', 'hello', '[]', '{}', '5', 'null', `["${channel}"]`, `[0,["${channel}"`]) {
        await admin`select pg_notify('lyceum_live', ${payload})`
      }
    },
  }
})
