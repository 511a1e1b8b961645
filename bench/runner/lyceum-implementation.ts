import { join } from 'node:path'
import type { BenchEnvironment, Implementation } from './benchmark.ts'
import { lyceumKeysFile } from './lyceum-tokens.ts'
import { type RunningProcess, startProcess } from './start-process.ts'

const FOLDER = join(import.meta.dir, '../..')

/** Lyceum on the shared database, started by its public command. */
export const lyceumImplementation = {
  name: 'lyceum',
  title: 'Lyceum',
  start: (environment) => startLyceum(environment),
  versions: async () => ({
    bun: Bun.version,
    lyceum: (await Bun.file(join(FOLDER, 'package.json')).json()).version,
  }),
} satisfies Implementation

/** Loads the demo catalogue in `content/`. */
export async function startLyceum(
  environment: BenchEnvironment,
  databaseUrl = environment.database.url,
  settings: Record<string, string> = {},
): Promise<RunningProcess> {
  return startProcess({
    command: [process.execPath, 'src/app/main.ts', 'start'],
    folder: FOLDER,
    environment: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(environment.scratchFolder, `lyceum-${new URL(databaseUrl).pathname.slice(1)}`),
      TOKEN_KEYS_FILE: await lyceumKeysFile(environment),
      PUBLIC_URL: environment.publicUrl,
      // Production mode refuses test secrets and plain HTTP addresses.
      LYCEUM_ENV: 'development',
      // One client sends all requests, which the rate limits would refuse.
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'on',
      // The peers have no chain.
      CHAIN: 'off',
      // The same number of connections as the peers.
      DATABASE_POOL_SIZE: '10',
      ...settings,
    },
    readyPath: '/health/ready',
  })
}
