import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { describeError } from '../../platform/describe-error.ts'
import { StreamedData } from '../../platform/http/streamed-data.ts'
import type { UserId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import type { PersonalDataSection } from '../../platform/personal-data.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from './errors.ts'
import { getProfile } from './get-profile.ts'
import { claimExport, releaseExport } from './queries.ts'

interface ExportRequest {
  signal: AbortSignal
  now: Date
}

/** The claim of a server that crashed ends after this time. */
const CLAIM_MS = 10 * MINUTE_MS

/**
 * Creates the function that exports the data of a user, section by section. One export of a user runs at a time, on all
 * servers.
 */
export function createPersonalDataExport(platform: Platform, sections: PersonalDataSection[]) {
  const { db, autocommitDb, rateLimits, config } = platform
  return async (userId: UserId, { signal, now }: ExportRequest): Promise<StreamedData> => {
    const isClaimed = await claimExport(autocommitDb, {
      userId,
      startedAt: now,
      since: addMs(now, -CLAIM_MS),
    })
    if (!isClaimed) throw errors.export_running()
    const release = () =>
      releaseExport(autocommitDb, userId, now).catch((error) =>
        log.warn({ error: describeError(error) }, 'profiles: the end of an export was not stored'),
      )
    try {
      await rateLimits.takeStrict(config.limits.exports, userId)
      const profile = await getProfile(db, userId, config.publicUrl, now)
      const data = new StreamedData(fields(profile), () => void release())
      signal.addEventListener('abort', data.onEnd)
      if (signal.aborted) data.onEnd()
      return data
    } catch (error) {
      await release()
      throw error
    }

    async function* fields(profile: unknown): AsyncGenerator<[string, unknown], void> {
      yield ['exportedAt', now.toISOString()]
      yield ['userId', userId]
      yield ['profile', profile]
      for (const { name, read } of sections) yield [name, await read(db, userId, now)]
      // Before the last byte, so that a client that has everything can ask again.
      await release()
    }
  }
}
