import type { Config } from '../../platform/config.ts'
import { type OpenPlatform, openPlatform } from '../opening/open-platform.ts'
import { readyDatabase } from '../opening/ready-database.ts'

/** Lends a command the platform over a database that is up to date, and closes both whatever becomes of the command. */
export async function withPlatform(
  config: Config,
  work: (platform: OpenPlatform) => Promise<void>,
): Promise<void> {
  const { url, embedded } = await readyDatabase(config, (line) => console.log(line))
  try {
    const platform = await openPlatform(config, url)
    try {
      await work(platform)
    } finally {
      await platform.close()
    }
  } finally {
    await embedded?.stop()
  }
}
