import { defineSharedCache } from '../../../platform/cache/shared-cache.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PubSub } from '../../../platform/pubsub/pubsub.ts'
import { getStoredRuntimeSettings } from './replace-runtime-settings.ts'
import { type RuntimeSettings, type SettingsConfig, settingsInForce } from './runtime-settings.ts'

interface Reader {
  config: SettingsConfig
  db: Db
}

const settingsCache = defineSharedCache({
  channel: 'site_settings.runtime_changed',
  // A change is in force within a second, also if its message is lost.
  ttlMs: 500,
  // Transactions read with their own connection, so they do not wait for each other.
  staleWhileReloadMs: 1_000,
  read: async ({ config, db }: Reader) => settingsInForce(config, await getStoredRuntimeSettings(db)),
})

/** What the cache needs of the platform. */
export interface SettingsDeps {
  config: SettingsConfig
  pubsub: PubSub
}

/** The settings in force, from the memory of this process. A miss reads with `db`: in a transaction, pass its `tx`. */
export function getRuntimeSettings(
  { config, pubsub }: SettingsDeps,
  db: Db,
): RuntimeSettings | Promise<RuntimeSettings> {
  return settingsCache.of(pubsub).get({ config, db })
}

export const invalidateRuntimeSettings = settingsCache.invalidateOnEvent
