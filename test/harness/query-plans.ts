import type { Database, Db } from '../../src/platform/db/database.ts'

/**
 * What PostgreSQL would do, and how many pages it touches when it does, for every statement that `work` sends. Each runs
 * twice, first explained and then as it is: what a statement changes must not need to be as it was.
 */
export async function queryPlansOf(
  database: Database,
  work: (db: Db) => Promise<unknown>,
): Promise<QueryPlan[]> {
  const plans: QueryPlan[] = []
  const explaining = (async (strings: TemplateStringsArray, ...values: unknown[]) =>
    database.transaction(async ({ raw }) => {
      const text = strings.reduce((prefix, part, index) => `${prefix}$${index}${part}`)
      const rows = await raw(`explain (analyze, buffers, costs off, timing off, summary off) ${text}`, values)
      const lines = rows.map((row) => String(row['QUERY PLAN']))
      const pages = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(lines.join('\n'))
      plans.push({ lines, pages: Number(pages?.[1] ?? 0) + Number(pages?.[2] ?? 0) })
      return raw(text, values)
    })) as Db
  await work(explaining)
  return plans
}

export interface QueryPlan {
  lines: string[]
  /** Shared buffers, hit or read. */
  pages: number
}

/** Tables that a plan reads from end to end. */
export function scannedTables(plans: QueryPlan[]): string[] {
  return plans.flatMap(({ lines }) => lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []))
}

/** All of them in one: the text, and the pages together. */
export function fullPlan(plans: QueryPlan[]): { plan: string; pages: number } {
  return {
    plan: plans.flatMap(({ lines }) => lines).join('\n'),
    pages: plans.reduce((sum, { pages }) => sum + pages, 0),
  }
}
