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

/**
 * Runs statements as they are, and each of them before that as EXPLAIN (ANALYZE, BUFFERS), whose effects are undone.
 * So the plans are those of the product's own queries, whatever they come to be. Only inside a transaction.
 */
export class Explainer {
  readonly #session: Session
  readonly #plans: string[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(session: Session) {
    this.#session = session
  }

  /** One after the other: the operations send several at once, and each needs its own way back. */
  readonly statement: Statement = (strings, ...values) => {
    const done = this.#last.then(() => this.#explainAndRun(strings, values))
    this.#last = done.catch(() => {})
    return done as Promise<never>
  }

  async #explainAndRun(strings: TemplateStringsArray, values: unknown[]) {
    const [first, ...rest] = strings
    const explained = [`explain (analyze, buffers) ${first}`, ...rest]
    const template = Object.assign(explained, { raw: explained }) as unknown as TemplateStringsArray
    await this.#session.unsafe('savepoint unexplained')
    const rows = await this.#session<{ 'QUERY PLAN': string }>(template, ...values)
    await this.#session.unsafe('rollback to savepoint unexplained')
    this.#plans.push(`${textOf(strings)}\n\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`)
    return this.#session(strings, ...values)
  }

  render(): string {
    return this.#plans.join(`\n${'─'.repeat(110)}\n\n`)
  }
}

function textOf(strings: TemplateStringsArray): string {
  const text = strings.reduce((sofar, part, index) => `${sofar}$${index}${part}`)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const indent = Math.min(...lines.slice(1).map((line) => line.length - line.trimStart().length), 20)
  return lines.map((line, index) => (index === 0 ? line.trim() : line.slice(indent))).join('\n')
}

/** Explains what `work` runs, in a transaction that leaves nothing behind. */
export async function explain(sql: Bun.SQL, work: (statement: Statement) => Promise<unknown>): Promise<string> {
  const nothingBehind = new Error('rolled back')
  let plans = ''
  await sql
    .begin(async (session) => {
      const explainer = new Explainer(session as unknown as Session)
      await work(explainer.statement)
      plans = explainer.render()
      throw nothingBehind
    })
    .catch((fault: unknown) => {
      if (fault !== nothingBehind) throw fault
    })
  return plans
}
