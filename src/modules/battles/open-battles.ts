import { gauge } from '../../platform/metrics.ts'
import type { BattleParts } from './battles.ts'
import { RoomKeeper } from './play/room-keeper.ts'
import { QuestionPool } from './question-pool.ts'
import { Matchmaker } from './queue/matchmaker.ts'
import { Topics } from './topics.ts'

/** What this process does for battles, and what routes and frames are given. */
export interface Battles extends BattleParts {
  topics: Topics
  pool: QuestionPool
  matchmaker: Matchmaker
  keeper: RoomKeeper
  start(): Promise<void>
  /** Hands over what is being played. */
  stop(): Promise<void>
}

export function openBattles(parts: BattleParts): Battles {
  const matchmaker = new Matchmaker(parts)
  const pool = new QuestionPool()
  const keeper = new RoomKeeper(parts, pool)
  return {
    ...parts,
    pool,
    topics: new Topics(parts.rules.questionCount),
    matchmaker,
    keeper,
    start: async () => {
      gauge('lyceum_battles', 'Battles that this process keeps', () => keeper.count)
      await keeper.start()
      matchmaker.start()
    },
    stop: async () => {
      await matchmaker.stop()
      await keeper.stop()
    },
  }
}
