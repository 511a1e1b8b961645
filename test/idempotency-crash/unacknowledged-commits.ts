import { createPostgresProxy, type Verdict } from '../harness/processes/postgres-proxy.ts'

/** The statement by which an answer is kept under its key. */
const STORES_RESPONSE = /^\s*update idempotency_record\s+set status/i

export interface UnacknowledgedCommits {
  /** The way on which they are held. A process is given it, and knows nothing of it. */
  databaseUrl: string
  /** How many requests have done what they were asked for, and will never know. */
  count(): number
  close(): void
}

/**
 * Sits between a process and its database, and lets every request come to where it has done what it was asked for and the
 * process does not know yet that the answer is kept: the worst moment to be killed. Where the answer is kept by a statement
 * of its own, that never arrives. Where it is stored by the commit of the operation, that commit succeeds and its reply is dropped.
 */
export async function dropCommitReplies(databaseUrl: string): Promise<UnacknowledgedCommits> {
  const inTransaction = new WeakSet<object>()
  const storing = new WeakSet<object>()
  let count = 0
  const decide = (session: object, seen: string): Verdict => {
    if (/^\s*begin\b/i.test(seen)) inTransaction.add(session)
    if (/^\s*(commit|rollback)\b/i.test(seen)) {
      inTransaction.delete(session)
      if (storing.delete(session) && /^\s*commit\b/i.test(seen)) return 'is never answered'
    }
    if (!STORES_RESPONSE.test(seen)) return 'passes'
    if (!inTransaction.has(session)) return 'never arrives'
    storing.add(session)
    return 'passes'
  }
  const proxy = await createPostgresProxy(databaseUrl, { decide, onSilence: () => count++ })
  return { databaseUrl: proxy.url, count: () => count, close: () => proxy.close() }
}
