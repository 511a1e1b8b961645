import { createReactions } from '../../src/app/reactions.ts'
import { getLesson } from '../../src/modules/learning/catalogue/catalogue.ts'
import { readCatalogue } from '../../src/modules/learning/catalogue/queries.ts'
import { completeLesson } from '../../src/modules/learning/progress/complete-lesson.ts'
import type { Chain } from '../../src/platform/chain/chain.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Database, Statement } from '../../src/platform/db/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { Live } from '../../src/platform/live/live.ts'
import { createWrite } from '../../src/platform/write.ts'
import type { Surroundings } from '../runner/benchmark.ts'
import { explain } from '../runner/plans.ts'
import type { OrderedLesson } from './learners.ts'

/** The plans of one more completion, by the product's own code from the lock to the reactions. */
export async function explainCompletion(
  { database, publicUrl }: Surroundings,
  userId: string,
  lessons: OrderedLesson[],
): Promise<string> {
  const sql = new Bun.SQL(database.url, { max: 1, bigint: true })
  try {
    // The first course was done for the comparison; the second lesson of the next is the usual case.
    const [first, next] = lessons.slice(lessons.findIndex((lesson) => lesson.isLast) + 1)
    const catalogue = await readCatalogue(sql as unknown as Statement)
    // Nothing changes meanwhile that anybody would have to hear of.
    const live = { subscribe: async () => undefined } as unknown as Live
    const config = readConfig({ LYCEUM_ENV: 'test', PUBLIC_URL: publicUrl })
    const reactions = createReactions(config, live, {} as Chain)
    return await explain(sql, async (statement) => {
      const completing = async (transactionStatement: Statement, id: string) => {
        const write = createWrite(inside(transactionStatement), reactions, () => {})
        const given = { userId: userId as UserId, catalogue, ...getLesson(catalogue, id), now: new Date() }
        await write((tx) =>
          completeLesson(tx, {
            ...given,
            timeSpentSeconds: undefined,
            score: undefined,
            hasPremium: async () => false,
          }),
        )
      }
      await completing(statement.unexplained, first!.id)
      await completing(statement, next!.id)
    })
  } finally {
    await sql.close()
  }
}

/** A database that is one open transaction already. */
function inside(statement: Statement): Database {
  return {
    transaction: (work: (open: { statement: Statement }) => unknown) =>
      work({ statement: renewed(statement) }),
  } as unknown as Database
}

/** `write` hangs its own things on the statement of a transaction. */
function renewed(statement: Statement): Statement {
  return (strings, ...values) => statement(strings, ...values)
}
