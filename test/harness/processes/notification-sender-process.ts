import { deliverDue } from '../../../src/modules/notifications/delivery/deliver-due.ts'
import { now } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { Database } from '../../../src/platform/db/database.ts'
import { createPush } from '../../../src/platform/push/create-push.ts'
import { reactionTable } from '../../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../../src/platform/transaction/write.ts'

/** Sends due notifications once and exits. Tests kill it while a push service delays its response. */
if (import.meta.main) {
  const config = readConfig(process.env)
  const database = new Database({ url: config.database.url!, poolSize: 2 })
  await deliverDue({
    db: database.query,
    write: createWrite(database, reactionTable([]), () => {}),
    push: createPush(config.push),
    linkBase: config.notifications.linkBase,
    publicUrl: config.publicUrl,
    now,
  })
  process.exit(0)
}
