import { createPostgresProxy, type Verdict } from '../harness/processes/postgres-proxy.ts'

/** The statement that stores a response under its key. */
const STORES_RESPONSE = /^\s*update idempotency_record\s+set status/i

export interface UnacknowledgedCommits {
  /** The proxy address. The process uses it without knowing about the kill. */
  databaseUrl: string
  /** The number of requests that are committed and will get no reply. */
  count(): number
  close(): void
}

/**
 * A proxy between a process and its database that stops every request after its effect is done and before the
 * process knows that the response is stored: the worst time for a kill. Drops the statement that stores the
 * response separately; if the commit of the operation stores it, forwards the commit and drops its reply.
 */
export async function dropCommitReplies(databaseUrl: string): Promise<UnacknowledgedCommits> {
  const inTransaction = new WeakSet<object>()
  const storing = new WeakSet<object>()
  let count = 0
  const decide = (session: object, seen: string): Verdict => {
    if (/^\s*begin\b/i.test(seen)) inTransaction.add(session)
    if (/^\s*(commit|rollback(?!\s+to))\b/i.test(seen)) {
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
