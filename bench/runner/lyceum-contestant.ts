import { join } from 'node:path'
import type { Contestant } from './benchmark.ts'
import { startProcess } from './start-process.ts'

const FOLDER = join(import.meta.dir, '../..')

/** Lyceum itself, started by the command that people use, on the shared database. */
export const lyceumContestant: Contestant = {
  name: 'lyceum',
  title: 'Lyceum',
  start: ({ database, scratchFolder }) =>
    startProcess({
      command: [process.execPath, 'src/app/main.ts', 'start'],
      folder: FOLDER,
      environment: {
        DATABASE_URL: database.url,
        DATA_DIR: join(scratchFolder, 'lyceum'),
        // Production refuses the secrets and plain addresses of a throw-away run.
        LYCEUM_ENV: 'development',
        // One client sends everything here, which is what the limits are there to stop.
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        DEMO_CONTENT: 'off',
        // As many connections as the peers have.
        DATABASE_POOL_SIZE: '10',
      },
      readyPath: '/health/ready',
    }),
  versions: async () => ({
    bun: Bun.version,
    lyceum: (await Bun.file(join(FOLDER, 'package.json')).json()).version,
  }),
}
