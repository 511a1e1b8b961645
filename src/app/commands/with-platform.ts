import type { Config } from '../../platform/config/config.ts'
import { createPlatform, type RunningPlatform } from '../bootstrap/create-platform.ts'
import { prepareDatabase } from '../bootstrap/prepare-database.ts'

/** Runs a command with a platform on a migrated database, and closes both afterwards. */
export async function withPlatform(
  config: Config,
  work: (platform: RunningPlatform) => Promise<void>,
): Promise<void> {
  const { url, embedded } = await prepareDatabase(config, (line) => console.log(line))
  try {
    const platform = await createPlatform(config, url)
    try {
      await work(platform)
    } finally {
      await platform.close()
    }
  } finally {
    await embedded?.stop()
  }
}
