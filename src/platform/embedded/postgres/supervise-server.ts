import { errorText } from '../embedded-error.ts'
import type { PostgresServer } from './server-process.ts'

const checkIntervalMs = 100
const minPauseMs = 200
const maxPauseMs = 5_000
/** A server that has run for this long is well, and its next end is no part of the last trouble. */
const stableAfterMs = 60_000

export interface SupervisedServer {
  /** The server of now: after an outage it is another process. */
  current(): PostgresServer
  /** No start follows any more. Gives the last server, which may have ended. */
  release(): Promise<PostgresServer>
}

/**
 * Starts a server again whenever it has ended by itself: the first time at once, then after pauses that grow. It
 * is looked at rather than waited for, because one that was taken over is no child of ours.
 */
export function superviseServer(
  first: PostgresServer,
  restart: () => Promise<PostgresServer>,
  onProgress: (line: string) => void,
): SupervisedServer {
  let server = first
  let starting: Promise<void> | undefined
  let pauseMs = minPauseMs
  let triedAt = Number.NEGATIVE_INFINITY

  const timer = setInterval(() => {
    if (starting) return
    const sinceTryMs = performance.now() - triedAt
    if (!server.hasEnded()) {
      if (sinceTryMs > stableAfterMs) pauseMs = minPauseMs
      return
    }
    if (sinceTryMs < pauseMs) return
    onProgress(`PostgreSQL (pid ${server.pid}) has ended by itself; starting it again.`)
    starting = start()
  }, checkIntervalMs)
  timer.unref()

  async function start(): Promise<void> {
    try {
      server = await restart()
      onProgress(`PostgreSQL is back (pid ${server.pid}).`)
    } catch (error) {
      onProgress(`PostgreSQL did not start again: ${errorText(error)}`)
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
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
