import { createBatcher } from '../../platform/concurrency/batcher.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { type EntryRow, listLiveEntries } from '../battle-records/public/entries.ts'

const ENTRIES_PER_BATCH = 100
const BATCH_INTERVAL_MS = 20

/** Reads the live entries of users in batches, because after a deployment all clients reconnect together. */
export function createLiveEntryBatcher({ pipelinedDb }: Pick<Platform, 'pipelinedDb'>) {
  const findAll = async (userIds: UserId[]): Promise<(EntryRow | undefined)[]> => {
    const entries = new Map(
      (await listLiveEntries(pipelinedDb, userIds)).map((entry) => [entry.userId, entry]),
    )
    return userIds.map((userId) => entries.get(userId))
  }
  return createBatcher(findAll, { maxBatchSize: ENTRIES_PER_BATCH, minIntervalMs: BATCH_INTERVAL_MS })
}
