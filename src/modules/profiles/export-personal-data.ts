import { StreamedData } from '../../platform/http/streamed-data.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PersonalDataSection } from '../../platform/personal-data.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from './errors.ts'
import { getProfile } from './get-profile.ts'

interface ExportRequest {
  signal: AbortSignal
  now: Date
}

/** Creates the function that exports the data of a user, section by section. One export of a user runs at a time. */
export function createPersonalDataExport(platform: Platform, sections: PersonalDataSection[]) {
  const { db, rateLimits, config } = platform
  const running = new Set<UserId>()
  return async (userId: UserId, { signal, now }: ExportRequest): Promise<StreamedData> => {
    if (running.has(userId)) throw errors.export_running()
    running.add(userId)
    try {
      await rateLimits.takeStrict(config.limits.exports, userId)
      const profile = await getProfile(db, userId, config.publicUrl, now)
      const data = new StreamedData(fields(profile), () => running.delete(userId))
      signal.addEventListener('abort', data.onEnd)
      return data
    } catch (error) {
      running.delete(userId)
      throw error
    }

    async function* fields(profile: unknown): AsyncGenerator<[string, unknown], void> {
      yield ['exportedAt', now.toISOString()]
      yield ['userId', userId]
      yield ['profile', profile]
      for (const { name, read } of sections) yield [name, await read(db, userId, now)]
    }
  }
}
