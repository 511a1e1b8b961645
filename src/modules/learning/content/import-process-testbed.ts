import { Database } from '../../../platform/db/database.ts'
import { startPostgresLive } from '../../../platform/live/postgres.ts'
import { reactionTable } from '../../../platform/reactions.ts'
import { createDiskStorage } from '../../../platform/storage/disk.ts'
import { createWrite } from '../../../platform/write.ts'
import { importPack } from './import-pack.ts'
import { readPack } from './read-pack.ts'

/** A process that imports a pack and is killed in the middle, by its own hand so that it is always at the same place. */
const [url, folder, dataDir, step] = process.argv.slice(2) as [string, string, string, string]
const database = new Database({ url })
const { pack } = await readPack(folder)
await importPack(
  {
    db: database.query,
    stale: database.query,
    live: await startPostgresLive(database),
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
