import { createBatcher } from '../../platform/concurrency/batcher.ts'
import type { UserId } from '../../platform/ids.ts'
import { gauge } from '../../platform/metrics.ts'
import type { BattleDeps } from '../battle-records/public/battle-deps.ts'
import type { EntryRow } from '../battle-records/public/entries.ts'
import { QuestionCache } from '../battle-rooms/public/question-cache.ts'
import { RoomRegistry } from '../battle-rooms/public/room-registry.ts'
import { TopicCache } from '../battle-rooms/public/topic-cache.ts'
import { JoinBatcher } from './join-batcher.ts'
import { listLiveEntriesFor } from './live-entry-batcher.ts'
import { Matchmaker } from './matchmaker.ts'

const LIVE_ENTRIES_PER_BATCH = 100
const LIVE_ENTRIES_BATCH_INTERVAL_MS = 20

/** What this process does for battles, and what routes and frames are given. */
export interface BattleServices extends BattleDeps {
  topicCache: TopicCache
  questionCache: QuestionCache
  /** Where whoever connects stands: many connect at once, after a deployment all of them. */
  findLiveEntryBatched: (userId: UserId) => Promise<EntryRow | undefined>
  joinBatcher: JoinBatcher
  matchmaker: Matchmaker
  registry: RoomRegistry
  start(): Promise<void>
  /** Hands over what is being played. */
  stop(): Promise<void>
}

export function createBattleServices(deps: BattleDeps): BattleServices {
  const questionCache = new QuestionCache()
  const registry = new RoomRegistry(deps, questionCache)
  const matchmaker = new Matchmaker(deps, questionCache, registry)
  return {
    ...deps,
    questionCache,
    topicCache: new TopicCache(deps.rules.questionCount),
    findLiveEntryBatched: createBatcher(
      (userIds: UserId[]) => listLiveEntriesFor(deps.platform.pipelinedDb, userIds),
      {
        maxBatchSize: LIVE_ENTRIES_PER_BATCH,
        minIntervalMs: LIVE_ENTRIES_BATCH_INTERVAL_MS,
      },
    ),
    joinBatcher: new JoinBatcher(deps),
    matchmaker,
    registry,
    start: async () => {
      gauge('lyceum_battles_hosted', 'Battles that this process hosts', () => registry.hostedCount)
      await registry.start()
      matchmaker.start()
    },
    stop: async () => {
      await matchmaker.stop()
      await registry.stop()
    },
  }
}
