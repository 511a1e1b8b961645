import { xpAwarded } from '../../src/events/ledger.ts'
import { onXpAwarded } from '../../src/modules/leaderboards/on-xp-changed.ts'
import { compactScoreChanges } from '../../src/modules/leaderboards/rank-index/compact-score-changes.ts'
import { Database } from '../../src/platform/db/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import { on, reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'

/** Awards XP by the product's own reaction, and compacts boards by its own job. */
export type Boards = {
  award(userId: string, xp: number, at: Date): Promise<void>
  compact(): Promise<number>
  close(): Promise<void>
}

export function openBoards(url: string, poolSize: number): Boards {
  const database = new Database({ url, poolSize, statementTimeoutMs: 300_000 })
  const write = createWrite(
    database,
    reactionTable([on(xpAwarded, { inTransaction: [onXpAwarded] })]),
    () => {},
  )
  return {
    award: (userId, xp, at) =>
      write(async (tx) => {
        tx.emit(xpAwarded({ userId: userId as UserId, xp, at: at.toISOString(), source: 'bench' }))
      }),
    compact: () => compactScoreChanges({ db: database.query, autocommitDb: database.autocommit, write }),
    close: () => database.close(),
  }
}
