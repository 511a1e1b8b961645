import type { Config } from '../../platform/config/config.ts'
import { createPlatform, type RunningPlatform } from '../bootstrap/create-platform.ts'
import { prepareCommandDatabase } from '../bootstrap/prepare-database.ts'

/** Runs a command with a platform on a migrated database, also beside a running service, and closes both afterwards. */
export async function withPlatform(
  config: Config,
  work: (platform: RunningPlatform) => Promise<void>,
  onProgress: (line: string) => void = (line) => console.log(line),
): Promise<void> {
  const database = await prepareCommandDatabase(config, onProgress)
  try {
    const platform = await createPlatform(config, database.url)
    try {
      await work(platform)
    } finally {
      await platform.close()
    }
  } finally {
    await database.close()
  }
}
