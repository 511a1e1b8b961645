import { createReactions } from '../../src/app/reactions.ts'
import { getLesson } from '../../src/modules/catalog/public/catalog.ts'
import { readCatalog } from '../../src/modules/catalog/queries.ts'
import { completeLesson } from '../../src/modules/progress/complete-lesson.ts'
import type { Chain } from '../../src/platform/chain/chain.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database, Statement } from '../../src/platform/db/database.ts'
import type { UserId } from '../../src/platform/ids.ts'
import type { PubSub } from '../../src/platform/pubsub/pubsub.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { explain } from '../runner/query-plans.ts'
import type { OrderedLesson } from './learners.ts'

/** The query plans of one more completion, run by the product's own code from the lock to the reactions. */
export async function explainCompletion(
  { database, publicUrl }: BenchEnvironment,
  userId: string,
  lessons: OrderedLesson[],
): Promise<string> {
  const sql = new Bun.SQL(database.url, { max: 1, bigint: true })
  try {
    // The first course is completed for the comparison; the second lesson of the next course is the usual
    // case.
    const [first, next] = lessons.slice(lessons.findIndex((lesson) => lesson.isLast) + 1)
    const catalog = await readCatalog(sql as unknown as Statement)
    // The catalogue does not change during this run, so the subscription does nothing.
    const live = { subscribe: async () => undefined } as unknown as PubSub
    const config = readConfig({ LYCEUM_ENV: 'test', PUBLIC_URL: publicUrl })
    const reactions = createReactions(config, live, {} as Chain)
    return await explain(sql, async (statement) => {
      const completing = async (transactionStatement: Statement, id: string) => {
        const write = createWrite(inside(transactionStatement), reactions, () => {})
        const given = { userId: userId as UserId, catalog, ...getLesson(catalog, id), now: new Date() }
        await write((tx) =>
          completeLesson(tx, {
            ...given,
            timeSpentSeconds: undefined,
            score: undefined,
            paidLessonsPerDay: 0,
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

/** A database handle that is already an open transaction. */
function inside(statement: Statement): Database {
  return {
    transaction: (work: (open: { statement: Statement }) => unknown) =>
      work({ statement: renewed(statement) }),
  } as unknown as Database
}

/** `write` attaches its own properties to the statement of a transaction. */
function renewed(statement: Statement): Statement {
  return (strings, ...values) => statement(strings, ...values)
}
