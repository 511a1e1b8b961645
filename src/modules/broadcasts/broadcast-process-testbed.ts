import { now } from '../../platform/clock.ts'
import { Database } from '../../platform/db/database.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { sendRunningBroadcasts } from './send-broadcast.ts'

/** Sends all running broadcasts and exits. Tests kill it in the middle of a step. */
if (import.meta.main) {
  const database = new Database({ url: process.env.DATABASE_URL!, poolSize: 2 })
  await sendRunningBroadcasts(
    {
      db: database.query,
      write: createWrite(database, reactionTable([]), () => {}),
      connections: { sendToUser: () => {} },
      linkBase: 'lyceum://',
    },
    { clock: now },
  )
  process.exit(0)
}
