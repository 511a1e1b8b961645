import { Database } from '../../../platform/db/database.ts'
import { startPostgresPubSub } from '../../../platform/pubsub/postgres-pubsub.ts'
import { createDiskStorage } from '../../../platform/storage/disk.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite } from '../../../platform/transaction/write.ts'
import { importPack } from './import-pack.ts'
import { readPack } from './read-pack.ts'

/** A process that imports a pack and kills itself at a given step. */
const [url, folder, dataDir, step] = process.argv.slice(2) as [string, string, string, string]
const database = new Database({ url })
const { pack } = await readPack(folder)
await importPack(
  {
    db: database.query,
    replicaDb: database.query,
    pubsub: await startPostgresPubSub(database),
    storage: createDiskStorage(dataDir),
    write: createWrite(database, reactionTable([]), () => {}),
  },
  pack!,
  {
    now: new Date(),
    onProgress: (reached) => {
      if (reached === step) process.kill(process.pid, 'SIGKILL')
    },
  },
)
