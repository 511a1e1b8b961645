import type { UserId } from '../../platform/ids.ts'
import type { EntryRow } from '../battle-records/public/entries.ts'
import type { BattleRooms } from '../battle-rooms/public/create-battle-rooms.ts'
import { JoinBatcher } from './join-batcher.ts'
import { createLiveEntryBatcher } from './live-entry-batcher.ts'
import { Matchmaker } from './matchmaker.ts'

/** The matchmaking of this process, with the dependencies of routes and frame handlers. */
export interface Matchmaking {
  rooms: BattleRooms
  findLiveEntry: (userId: UserId) => Promise<EntryRow | undefined>
  joinBatcher: JoinBatcher
  matchmaker: Matchmaker
  /** Starts the rooms and then the matchmaker. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createMatchmaking(rooms: BattleRooms): Matchmaking {
  const matchmaker = new Matchmaker(rooms)
  return {
    rooms,
    findLiveEntry: createLiveEntryBatcher(rooms.platform),
    joinBatcher: new JoinBatcher(rooms),
    matchmaker,
    start: async () => {
      await rooms.start()
      matchmaker.start()
    },
    stop: async () => {
      await matchmaker.stop()
      await rooms.stop()
    },
  }
}
