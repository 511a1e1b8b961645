import { gather } from '../../platform/gather.ts'
import type { UserId } from '../../platform/ids.ts'
import { gauge } from '../../platform/metrics.ts'
import type { BattleParts } from './battles.ts'
import { RoomKeeper } from './play/room-keeper.ts'
import { QuestionPool } from './question-pool.ts'
import { JoinDesk } from './queue/join-desk.ts'
import { listStandings } from './queue/list-standings.ts'
import { Matchmaker } from './queue/matchmaker.ts'
import type { EntryRow } from './queue/queries.ts'
import { Topics } from './topics.ts'

const STANDINGS_AT_ONCE = 100
const STANDINGS_PACE_MS = 20

/** What this process does for battles, and what routes and frames are given. */
export interface Battles extends BattleParts {
  topics: Topics
  pool: QuestionPool
  /** Where whoever connects stands: many connect at once, after a deployment all of them. */
  standingOf: (userId: UserId) => Promise<EntryRow | undefined>
  joinDesk: JoinDesk
  matchmaker: Matchmaker
  keeper: RoomKeeper
  start(): Promise<void>
  /** Hands over what is being played. */
  stop(): Promise<void>
}

export function openBattles(parts: BattleParts): Battles {
  const pool = new QuestionPool()
  const keeper = new RoomKeeper(parts, pool)
  const matchmaker = new Matchmaker(parts, pool, keeper)
  return {
    ...parts,
    pool,
    topics: new Topics(parts.rules.questionCount),
    standingOf: gather((userIds: UserId[]) => listStandings(parts.platform.quick, userIds), {
      most: STANDINGS_AT_ONCE,
      paceMs: STANDINGS_PACE_MS,
    }),
    joinDesk: new JoinDesk(parts),
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
