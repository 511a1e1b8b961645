import { join } from 'node:path'
import type { Contestant } from './benchmark.ts'
import { peerTokensFile } from './peer-tokens.ts'
import { startProcess } from './start-process.ts'

/** Bun's own server and SQL client with nothing in between: the floor that Lyceum is measured from. */
export const bareContestant: Contestant = {
  name: 'bare',
  title: 'bare Bun.serve + Bun.SQL',
  start: (surroundings) =>
    startProcess({
      command: [process.execPath, 'server.ts'],
      folder: join(import.meta.dir, '../peers/bare'),
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: surroundings.database.url,
        TOKENS_FILE: peerTokensFile(surroundings),
        PUBLIC_URL: surroundings.publicUrl,
      },
      readyPath: '/health/ready',
    }),
  versions: async () => ({ bun: Bun.version }),
}
