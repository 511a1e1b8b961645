import type { Database, OpenTransaction } from './db/database.ts'
import { isRetryable } from './db/faults.ts'
import { assert, Refusal } from './errors.ts'
import type { Fact } from './events.ts'
import { newId } from './ids.ts'
import type { JobDeclaration } from './jobs/declare.ts'
import { log } from './log.ts'
import { counter } from './metrics.ts'
import type { NowReaction, Reactions } from './reactions.ts'
import { carryingTrace } from './tracing/tracing.ts'
import type { EnqueueOptions, Tx } from './tx.ts'

/** What the work gave, and all facts that were told, reactions' own included. */
export interface Told<Result> {
  result: Result
  facts: Fact[]
}

export interface Write {
  <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The same, for an answer that must show what the facts led to. */
  telling<Result>(work: (tx: Tx) => Promise<Result>): Promise<Told<Result>>
  /** The answer is made, and may be kept, in the transaction too: last, when all reactions have run. */
  telling<Result, Shown>(
    work: (tx: Tx) => Promise<Result>,
    conclude: (tx: Tx, told: Told<Result>) => Promise<Shown>,
  ): Promise<Shown>
}

type Conclude<Result, Shown> = (tx: Tx, told: Told<Result>) => Promise<Shown>

interface OutboxRow {
  id: string
  job: string
  data: unknown
  start_after: string | null
}

const MAX_ATTEMPTS = 10
const MAX_FACTS = 200

const retries = counter('lyceum_write_retries_total', 'Transactions that were run again after a conflict', [])

/**
 * The only way to write: begin, run, `now` reactions, outbox rows, commit, afterCommit. The whole is run again
 * on a serialization failure or deadlock, so `work` touches nothing but `tx`.
 */
export function createWrite(
  database: Database,
  reactions: Reactions,
  onOutbox: () => void,
  /** Told once what was committed, for those who count it. */
  onFacts?: (facts: Fact[]) => void,
): Write {
  async function telling<Result, Shown>(
    work: (tx: Tx) => Promise<Result>,
    conclude: Conclude<Result, Shown> = async (_tx, told) => told as Shown,
  ): Promise<Shown> {
    for (let attempt = 1; ; attempt++) {
      const effects: (() => unknown)[] = []
      try {
        const outcome = await database.transaction((open) => {
          effects.length = 0
          return runTransaction(open, work, conclude, reactions, effects)
        })
        if (outcome.enqueued) effects.push(onOutbox)
        if (onFacts && outcome.facts.length > 0) effects.push(() => onFacts(outcome.facts))
        runEffects(effects)
        if (outcome.refusal) throw outcome.refusal
        return outcome.shown as Shown
      } catch (fault) {
        if (!isRetryable(fault) || attempt === MAX_ATTEMPTS) throw fault
        retries.inc()
        await Bun.sleep(Math.random() * 2 ** Math.min(attempt, 7))
      }
    }
  }
  const writing = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    telling(work, async (_tx, { result }) => result)
  return Object.assign(writing, { telling: telling as Write['telling'] })
}

async function runTransaction<Result, Shown>(
  open: OpenTransaction,
  work: (tx: Tx) => Promise<Result>,
  conclude: Conclude<Result, Shown>,
  reactions: Reactions,
  effects: (() => unknown)[],
): Promise<{ shown: Shown | undefined; refusal: Refusal | undefined; enqueued: boolean; facts: Fact[] }> {
  const facts: Fact[] = []
  const outbox: OutboxRow[] = []
  const tx = Object.assign(open.statement, {
    emit: (fact: Fact) => void facts.push(fact),
    enqueue: (job: JobDeclaration<unknown>, data: unknown, options: EnqueueOptions = {}) =>
      void outbox.push({
        id: newId(),
        job: job.name,
        data: carryingTrace(data),
        start_after: options.startAfter?.toISOString() ?? null,
      }),
    afterCommit: (effect: () => unknown) => void effects.push(effect),
  }) as Tx

  let result: Result | undefined
  let refusal: Refusal | undefined
  try {
    result = await work(tx)
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.keepsWrites)) throw fault
    refusal = fault
  }

  // A reaction may tell facts of its own: the list grows while it is walked.
  for (let index = 0; index < facts.length; ) {
    const alike = factsAlike(facts, index)
    index += alike.length
    assert(index <= MAX_FACTS, `more than ${MAX_FACTS} facts in one transaction; reactions go in a circle`)
    const reaction = reactions.get(alike[0]!.name)
    if (!reaction) continue
    // Reactions touch their own tables only, so they need not wait for each other's round trips.
    await Promise.all(reaction.now.map((react) => reactToAll(tx, react, alike)))
    for (const fact of alike) for (const job of reaction.later) tx.enqueue(job, fact)
  }
  const told = facts.length
  const shown = refusal ? undefined : await conclude(tx, { result: result as Result, facts })
  assert(facts.length === told, 'a fact was told when nobody could react to it any more')
  if (outbox.length > 0) {
    await tx`
      insert into outbox (id, job, data, start_after)
      select id, job, data, start_after
      from jsonb_to_recordset(${outbox}::jsonb) as row (id uuid, job text, data jsonb, start_after timestamptz)`
  }
  return { shown, refusal, enqueued: outbox.length > 0, facts }
}

/** Those of one name that were told one after the other, from `index` on. */
function factsAlike(facts: Fact[], index: number): Fact[] {
  let end = index + 1
  while (facts[end]?.name === facts[index]!.name) end++
  return facts.slice(index, end)
}

async function reactToAll(tx: Tx, react: NowReaction<unknown>, facts: Fact[]): Promise<void> {
  if (facts.length > 1 && react.together) return react.together(tx, facts)
  for (const fact of facts) await react(tx, fact)
}

function runEffects(effects: (() => unknown)[]): void {
  for (const effect of effects) {
    try {
      const outcome = effect()
      if (outcome instanceof Promise)
        outcome.catch((fault) => log.warn({ fault }, 'an effect after commit failed'))
    } catch (fault) {
      log.warn({ fault }, 'an effect after commit failed')
    }
  }
}
