import {
  getRuntimeSettings,
  type SettingsDeps,
} from '../../modules/site-settings/public/runtime-settings-cache.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RateLimitPolicy } from '../../platform/rate-limits/rate-limit.ts'

/**
 * The general limit in force. A request never waits for the settings: while they are read, and while the database does not
 * answer, the last known limit applies.
 */
export function createGeneralLimit({
  config,
  pubsub,
  db,
}: SettingsDeps & { config: Config; db: Db }): () => RateLimitPolicy {
  let policy = config.limits.general
  let isReading = false
  const use = ({ generalLimit }: { generalLimit: { count: number; windowSeconds: number } }) => {
    const { count, windowSeconds } = generalLimit
    if (count !== policy.count || windowSeconds !== policy.windowSeconds)
      policy = { name: policy.name, count, windowSeconds }
  }
  const readLater = async (reading: Promise<Parameters<typeof use>[0]>) => {
    isReading = true
    try {
      use(await reading)
    } catch {
      // The next request reads again.
    } finally {
      isReading = false
    }
  }
  return () => {
    // One read at a time: a slow database must not get one for each request.
    if (isReading) return policy
    const settings = getRuntimeSettings({ config, pubsub }, db)
    if (settings instanceof Promise) void readLater(settings)
    else use(settings)
    return policy
  }
}
