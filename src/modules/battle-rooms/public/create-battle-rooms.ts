import { gauge } from '../../../platform/metrics.ts'
import type { BattleDeps } from '../../battle-records/public/battle-deps.ts'
import { QuestionCache } from './question-cache.ts'
import { RoomRegistry } from './room-registry.ts'
import { TopicCache } from './topic-cache.ts'

/** The rooms of this process, with the dependencies of routes and frame handlers. */
export interface BattleRooms extends BattleDeps {
  topicCache: TopicCache
  questionCache: QuestionCache
  registry: RoomRegistry
  start(): Promise<void>
  /** Releases the battles in progress to other processes. */
  stop(): Promise<void>
}

export function createBattleRooms(deps: BattleDeps): BattleRooms {
  const questionCache = new QuestionCache(deps.platform.config.publicUrl)
  const registry = new RoomRegistry(deps, questionCache)
  return {
    ...deps,
    questionCache,
    topicCache: new TopicCache(deps.rules.questionCount),
    registry,
    start: async () => {
      gauge('lyceum_battles_hosted', 'Battles that this process hosts', () => registry.hostedCount)
      await registry.start()
    },
    stop: () => registry.stop(),
  }
}
