import type { Database, Db } from '../../src/platform/db/database.ts'

/**
 * Returns the plan of every statement of `work`, and the number of pages it reads. Each statement runs twice, first with EXPLAIN,
 * which is rolled back, and then normally.
 */
export async function queryPlansOf(
  database: Database,
  work: (db: Db) => Promise<unknown>,
): Promise<QueryPlan[]> {
  const plans: QueryPlan[] = []
  const explaining = (async (strings: TemplateStringsArray, ...values: unknown[]) =>
    database.transaction(async ({ raw }) => {
      const text = strings.reduce((prefix, part, index) => `${prefix}$${index}${part}`)
      await raw('savepoint explained')
      const rows = await raw(`explain (analyze, buffers, costs off, timing off, summary off) ${text}`, values)
      const lines = rows.map((row) => String(row['QUERY PLAN']))
      const pages = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(lines.join('\n'))
      await raw('rollback to savepoint explained')
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

/** Tables that a plan scans sequentially. */
export function scannedTables(plans: QueryPlan[]): string[] {
  return plans.flatMap(({ lines }) => lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []))
}

/** Combines all plans: the text, and the sum of pages. */
export function fullPlan(plans: QueryPlan[]): { plan: string; pages: number } {
  return {
    plan: plans.flatMap(({ lines }) => lines).join('\n'),
    pages: plans.reduce((sum, { pages }) => sum + pages, 0),
  }
}
