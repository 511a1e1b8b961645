import { createPostgresProxy, type Verdict } from '../harness/processes/postgres-proxy.ts'

/** The statement by which an answer is kept under its key. */
const KEEPING = /^\s*update idempotency_record\s+set status/i

export interface HeldAnswers {
  /** The way on which they are held. A process is given it, and knows nothing of it. */
  databaseUrl: string
  /** How many requests have done what they were asked for, and will never know. */
  held(): number
  close(): void
}

/**
 * Sits between a process and its database, and lets every request come to where it has done what it was asked for and the
 * process does not know yet that the answer is kept: the worst moment to be killed. Where the answer is kept by a statement
 * of its own, that never arrives. Where it is kept by the commit of the deed, that commit is done and not answered.
 */
export async function holdAnswers(databaseUrl: string): Promise<HeldAnswers> {
  const inTransaction = new WeakSet<object>()
  const keeping = new WeakSet<object>()
  let held = 0
  const judge = (session: object, seen: string): Verdict => {
    if (/^\s*begin\b/i.test(seen)) inTransaction.add(session)
    if (/^\s*(commit|rollback)\b/i.test(seen)) {
      inTransaction.delete(session)
      if (keeping.delete(session) && /^\s*commit\b/i.test(seen)) return 'is never answered'
    }
    if (!KEEPING.test(seen)) return 'passes'
    if (!inTransaction.has(session)) return 'never arrives'
    keeping.add(session)
    return 'passes'
  }
  const proxy = await createPostgresProxy(databaseUrl, { judge, onSilence: () => held++ })
  return { databaseUrl: proxy.url, held: () => held, close: () => proxy.close() }
}
