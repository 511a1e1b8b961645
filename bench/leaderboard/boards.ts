import { addPeriodXp } from '../../src/modules/leaderboards/add-period-xp.ts'
import { foldMoves } from '../../src/modules/leaderboards/milestones/fold-moves.ts'
import { xpAwarded } from '../../src/modules/rewards/events.ts'
import { Database } from '../../src/platform/db/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { reactionTable, when } from '../../src/platform/reactions.ts'
import { createWrite } from '../../src/platform/write.ts'

/** Awards XP by the product's own reaction, and counts boards by its own job. */
export type Boards = {
  award(userId: string, xp: number, at: Date): Promise<void>
  fold(): Promise<number>
  close(): Promise<void>
}

export function openBoards(url: string, poolSize: number): Boards {
  const database = new Database({ url, poolSize, statementTimeoutMs: 300_000 })
  const write = createWrite(database, reactionTable([when(xpAwarded, { now: [addPeriodXp] })]), () => {})
  return {
    award: (userId, xp, at) =>
      write(async (tx) => {
        tx.emit(xpAwarded({ userId: userId as UserId, xp, at: at.toISOString(), source: 'bench' }))
      }),
    fold: () => foldMoves({ db: database.query, write }),
    close: () => database.close(),
  }
}
