import { createPostgresProxy, type Verdict } from './postgres-proxy.ts'

/** The point at which a process is killed: a statement or a call that it sends. */
export interface KillMoment {
  /** A statement with its parameters, or a method of the chain. */
  of: RegExp
  /** Before it arrives; or after it is done, and before the response is sent. */
  at: 'before' | 'after' | 'before commit' | 'after commit'
  /** Which occurrence of it, if there are several. */
  nth?: number
}

export interface KillPoint {
  /** The proxy addresses. The process uses them without knowing about the kill point. */
  databaseUrl: string
  chainUrl: string
  /** Arms the kill point: calls `kill` when it is reached and resolves with its result. */
  killAt(moment: KillMoment, kill: () => Promise<number>): Promise<number>
  close(): Promise<void>
}

interface PendingKill {
  moment: KillMoment
  remaining: number
  triggerKill: () => void
  /** The connection of the transaction, once its statement was seen. */
  session: object | undefined
}

/**
 * Proxies the database and the chain of a process, and kills the process at a named statement or call. The
 * process is the real one and receives a real signal.
 */
export async function createKillPoint(urls: { databaseUrl: string; chainUrl: string }): Promise<KillPoint> {
  let pending: PendingKill | undefined
  let triggerKill = () => {}
  const decide = (session: object, seen: string): Verdict => {
    const verdict = pending ? verdictOf(pending, session, seen) : 'passes'
    if (verdict !== 'passes') {
      triggerKill = pending!.triggerKill
      pending = undefined
    }
    return verdict
  }
  const database = await createPostgresProxy(urls.databaseUrl, { decide, onSilence: () => triggerKill() })
  const chain = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const verdict = decide(request, (JSON.parse(body) as { method: string }).method)
      if (verdict === 'never arrives') return killWithoutResponse(triggerKill)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(urls.chainUrl, { method: 'POST', headers, body })
      const text = await response.text()
      return verdict === 'passes' ? new Response(text, { headers }) : killWithoutResponse(triggerKill)
    },
  })
  return {
    databaseUrl: database.url,
    chainUrl: chain.url.toString(),
    killAt: (moment, kill) =>
      new Promise((resolve, reject) => {
        pending = {
          moment,
          remaining: moment.nth ?? 1,
          session: undefined,
          triggerKill: () => void kill().then(resolve, reject),
        }
      }),
    close: async () => {
      database.close()
      await chain.stop(true)
    },
  }
}

/** Kills the process and never responds. */
function killWithoutResponse(triggerKill: () => void): Promise<Response> {
  triggerKill()
  return new Promise(() => {})
}

/** Marks the connection whose commit is the kill point. */
function verdictOf(pending: PendingKill, session: object, seen: string): Verdict {
  const { of, at } = pending.moment
  if (pending.session) {
    if (pending.session !== session) return 'passes'
    if (/^\s*commit\b/i.test(seen)) return at === 'before commit' ? 'never arrives' : 'is never answered'
    if (/^\s*rollback\b/i.test(seen)) pending.session = undefined
    return 'passes'
  }
  if (!of.test(seen) || --pending.remaining > 0) return 'passes'
  if (at === 'before') return 'never arrives'
  if (at === 'after') return 'is never answered'
  pending.session = session
  return 'passes'
}
