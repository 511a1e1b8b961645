import { createBatcher } from '../../platform/concurrency/batcher.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Board } from './period.ts'
import { listPositionsOfUsers, type Position, type PositionRequest } from './queries.ts'
import { createCompactionForReaders } from './rank-index/compact-for-readers.ts'

/** Reads the user's position on each board, in the order of `boards`. */
type ReadPositions = (userId: UserId, boards: readonly Board[]) => Promise<Position[]>

/**
 * Concurrent requests share one statement, which starts after all of them arrived. So users see the XP that they earned before
 * they asked.
 */
export function createPositionReader({
  replicaDb,
  ...compaction
}: Pick<Platform, 'replicaDb' | 'db' | 'autocommitDb' | 'write'>): ReadPositions {
  const compactForReaders = createCompactionForReaders(compaction)
  const read = createBatcher<PositionRequest, Position[]>(
    async (requests) => {
      const startedAt = performance.now()
      const positions = await listPositionsOfUsers(replicaDb, requests)
      if (requests.length > 1) compactForReaders(performance.now() - startedAt)
      return positions
    },
    { maxBatchSize: 32, maxConcurrent: 2, minWaitingForExtraBatch: 8 },
  )
  return (userId, boards) => read({ userId, boards })
}
