import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Statement } from '../../src/platform/db/database.ts'

const FOLDER = join(import.meta.dir, '../plans')

export async function writePlans(name: string, plans: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const path = join(FOLDER, `${name}.txt`)
  await Bun.write(path, plans)
  return path
}

type Session = Pick<Bun.SQL, 'unsafe'> & Statement

/** Runs statements and records their plans; `unexplained` runs them without a plan, for setup. */
export type ExplainingStatement = Statement & { unexplained: Statement }

/**
 * Runs each statement first as EXPLAIN (ANALYZE, BUFFERS), whose effects are rolled back, and then normally.
 * So the plans are those of the product's own queries. Works only inside a transaction.
 */
function explaining(session: Session, plans: string[]): ExplainingStatement {
  let last: Promise<unknown> = Promise.resolve()

  async function explainAndRun(strings: TemplateStringsArray, values: unknown[]) {
    await session.unsafe('savepoint unexplained')
    const rows: { 'QUERY PLAN': string }[] = await session.unsafe(
      `explain (analyze, buffers) ${numbered(strings)}`,
      values,
    )
    await session.unsafe('rollback to savepoint unexplained')
    plans.push(`${textOf(strings)}\n\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`)
    return session(strings, ...values)
  }

  // Statements run sequentially, because each needs its own savepoint.
  const statement: Statement = (strings, ...values) => {
    const done = last.then(() => explainAndRun(strings, values))
    last = done.catch(() => {})
    return done as Promise<never>
  }
  return Object.assign(statement, { unexplained: session })
}

function numbered(strings: TemplateStringsArray): string {
  return strings.reduce((sofar, part, index) => `${sofar}$${index}${part}`)
}

function textOf(strings: TemplateStringsArray): string {
  const lines = numbered(strings)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const indent = Math.min(...lines.slice(1).map((line) => line.length - line.trimStart().length), 20)
  return lines.map((line, index) => (index === 0 ? line.trim() : line.slice(indent))).join('\n')
}

/** Explains the statements of `work` in a transaction that is rolled back. */
export async function explain(
  sql: Bun.SQL,
  work: (statement: ExplainingStatement) => Promise<unknown>,
): Promise<string> {
  const nothingBehind = new Error('rolled back')
  const plans: string[] = []
  await sql
    .begin(async (session) => {
      await work(explaining(session as unknown as Session, plans))
      throw nothingBehind
    })
    .catch((error: unknown) => {
      if (error !== nothingBehind) throw error
    })
  return plans.join(`\n${'─'.repeat(110)}\n\n`)
}
