import { createPostgresProxy, type Verdict } from './postgres-proxy.ts'

/** A moment in the life of a process, as the others see it that it talks to. */
export interface Moment {
  /** A statement with its parameters, or a method of the chain. */
  of: RegExp
  /** Before it arrives; or when it is done, and before whoever asked for it is told. */
  at: 'before' | 'after' | 'before commit' | 'after commit'
  /** Which of them it is, when it happens more than once. */
  nth?: number
}

export interface Fate {
  /** The ways on which it waits. A process is given these, and knows nothing of it. */
  databaseUrl: string
  chainUrl: string
  /** When the moment has come, from now on, it calls `kill` and answers with what that says. */
  strikeAt(moment: Moment, kill: () => Promise<number>): Promise<number>
  close(): Promise<void>
}

interface Awaited {
  moment: Moment
  left: number
  strike: () => void
  /** The connection whose transaction it is, once its statement was seen. */
  session: object | undefined
}

/**
 * Sits between a process and its database and chain, and kills it at a moment that is named by what passes there. The
 * process has no part in it: it is the real one, and it dies of a real signal.
 */
export async function createFate(ways: { databaseUrl: string; chainUrl: string }): Promise<Fate> {
  let awaited: Awaited | undefined
  let strike = () => {}
  const judge = (session: object, seen: string): Verdict => {
    const verdict = awaited ? verdictOf(awaited, session, seen) : 'passes'
    if (verdict !== 'passes') {
      strike = awaited!.strike
      awaited = undefined
    }
    return verdict
  }
  const database = await createPostgresProxy(ways.databaseUrl, { judge, onSilence: () => strike() })
  const chain = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const body = await request.text()
      const verdict = judge(request, (JSON.parse(body) as { method: string }).method)
      if (verdict === 'never arrives') return silence(strike)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(ways.chainUrl, { method: 'POST', headers, body })
      const text = await answer.text()
      return verdict === 'passes' ? new Response(text, { headers }) : silence(strike)
    },
  })
  return {
    databaseUrl: database.url,
    chainUrl: chain.url.toString(),
    strikeAt: (moment, kill) =>
      new Promise((resolve, reject) => {
        awaited = {
          moment,
          left: moment.nth ?? 1,
          session: undefined,
          strike: () => void kill().then(resolve, reject),
        }
      }),
    close: async () => {
      database.close()
      await chain.stop(true)
    },
  }
}

/** Strikes, and never answers. */
function silence(strike: () => void): Promise<Response> {
  strike()
  return new Promise(() => {})
}

/** Marks the connection on whose commit it waits, when it waits for one. */
function verdictOf(awaited: Awaited, session: object, seen: string): Verdict {
  const { of, at } = awaited.moment
  if (awaited.session) {
    if (awaited.session !== session) return 'passes'
    if (/^\s*commit\b/i.test(seen)) return at === 'before commit' ? 'never arrives' : 'is never answered'
    if (/^\s*rollback\b/i.test(seen)) awaited.session = undefined
    return 'passes'
  }
  if (!of.test(seen) || --awaited.left > 0) return 'passes'
  if (at === 'before') return 'never arrives'
  if (at === 'after') return 'is never answered'
  awaited.session = session
  return 'passes'
}
