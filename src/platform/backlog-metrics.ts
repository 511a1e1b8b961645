import { COUNT_LIMIT, type DatabaseMetrics } from './database-metrics.ts'
import { runText } from './db/statement-text.ts'

type NameAndHelp = [name: string, help: string]

/** Rows of a table that wait for work: how many, and since when the first has waited. */
interface Backlog {
  table: string
  where?: string
  /** An index over the waiting rows has this order; the first row is the oldest. */
  orderBy?: string
  count: NameAndHelp
  /** The age counts from `since`, which is `orderBy` unless it is another column. */
  age?: NameAndHelp
  since?: string
}

/** The metrics of one or more backlogs, each read by one statement over open rows only. */
export function backlogMetrics(...backlogs: Backlog[]): DatabaseMetrics {
  const help = backlogs.flatMap(({ count: [name, text], age }) => [
    [name, `${text}; counted up to ${COUNT_LIMIT}`],
    ...(age ? [age] : []),
  ])
  return {
    help: Object.fromEntries(help),
    read: async (db) => {
      const values: Record<string, number> = {}
      for (const backlog of backlogs) {
        const [row] = await runText<{ count: number; age: number }>(db, statementOf(backlog))
        values[backlog.count[0]] = row!.count
        if (backlog.age) values[backlog.age[0]] = row!.age
      }
      return values
    },
  }
}

function statementOf({ table, where, orderBy, age, since = orderBy }: Backlog): string {
  const rows = `from ${table} ${where ? `where ${where}` : ''} ${orderBy ? `order by ${orderBy}` : ''}`
  const oldest = age ? `select extract(epoch from now() - ${since}) ${rows} limit 1` : 'null'
  return `
    select (select count(*) from (select ${rows} limit ${COUNT_LIMIT}) row)::integer as count,
      greatest(0, coalesce((${oldest}), 0))::float8 as age`
}
