import { errorText } from './postgres-fault.ts'
import type { PostgresServer } from './postgres-server.ts'

const lookMs = 100
const shortestPauseMs = 200
const longestPauseMs = 5_000
/** A server that has run for this long is well, and its next end is no part of the last trouble. */
const calmMs = 60_000

export interface KeptServer {
  /** The server of now: after an outage it is another process. */
  current(): PostgresServer
  /** No start follows any more. Gives the last server, which may have ended. */
  release(): Promise<PostgresServer>
}

/**
 * Starts a server again whenever it has ended by itself: the first time at once, then after pauses that grow. It
 * is looked at rather than waited for, because one that was taken over is no child of ours.
 */
export function keepRunning(
  first: PostgresServer,
  startAgain: () => Promise<PostgresServer>,
  tell: (line: string) => void,
): KeptServer {
  let server = first
  let starting: Promise<void> | undefined
  let pauseMs = shortestPauseMs
  let triedAt = Number.NEGATIVE_INFINITY

  const timer = setInterval(() => {
    if (starting) return
    const sinceTryMs = performance.now() - triedAt
    if (!server.hasEnded()) {
      if (sinceTryMs > calmMs) pauseMs = shortestPauseMs
      return
    }
    if (sinceTryMs < pauseMs) return
    tell(`PostgreSQL (pid ${server.pid}) has ended by itself; starting it again.`)
    starting = start()
  }, lookMs)
  timer.unref()

  async function start(): Promise<void> {
    try {
      server = await startAgain()
      tell(`PostgreSQL is back (pid ${server.pid}).`)
    } catch (error) {
      tell(`PostgreSQL did not start again: ${errorText(error)}`)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    triedAt = performance.now()
    starting = undefined
  }

  return {
    current: () => server,
    async release() {
      clearInterval(timer)
      await starting
      return server
    },
  }
}
