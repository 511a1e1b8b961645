import { join } from 'node:path'
import type { Implementation } from './benchmark.ts'
import { peerTokensFile } from './peer-tokens.ts'
import { startProcess } from './start-process.ts'

/** Bun's own server and SQL client without a framework: the baseline for Lyceum. */
export const bareImplementation = {
  name: 'bare',
  title: 'bare Bun.serve + Bun.SQL',
  start: (environment) =>
    startProcess({
      command: [process.execPath, 'server.ts'],
      folder: join(import.meta.dir, '../peers/bare'),
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: environment.database.url,
        TOKENS_FILE: peerTokensFile(environment),
        PUBLIC_URL: environment.publicUrl,
      },
      readyPath: '/health/ready',
    }),
  versions: async () => ({ bun: Bun.version }),
} satisfies Implementation
