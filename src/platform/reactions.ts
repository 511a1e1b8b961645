import type { Fact, FactDeclaration } from './events.ts'
import type { JobDeclaration } from './jobs/declare.ts'
import type { Tx } from './tx.ts'

/** Runs in the transaction of what caused it: own tables only, no I/O, no refusal. */
export interface NowReaction<Data> {
  (tx: Tx, fact: Fact<Data>): Promise<void>
  /** The same for several facts that were told one after the other. Left out, they are taken one by one. */
  together?: (tx: Tx, facts: Fact<Data>[]) => Promise<void>
}

interface ReactionsTo<Data> {
  now?: NowReaction<Data>[]
  /** Jobs whose data is the fact: at least once, idempotent by fact id and job name. */
  later?: JobDeclaration<Fact<Data>>[]
}

interface Line {
  factName: string
  now: NowReaction<unknown>[]
  later: JobDeclaration<Fact<unknown>>[]
}

/** The whole table of `app/reactions.ts`, by the fact's name. */
export type Reactions = ReadonlyMap<string, Line>

export function when<Data>(fact: FactDeclaration<Data>, reactions: ReactionsTo<Data>): Line {
  return {
    factName: fact.factName,
    now: (reactions.now ?? []) as NowReaction<unknown>[],
    later: (reactions.later ?? []) as JobDeclaration<Fact<unknown>>[],
  }
}

export function reactionTable(lines: Line[]): Reactions {
  const table = new Map<string, Line>()
  for (const line of lines) {
    if (table.has(line.factName)) throw new Error(`Two lines for ${line.factName}: join them into one.`)
    table.set(line.factName, line)
  }
  return table
}
