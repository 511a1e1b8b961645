import { errorText } from '../embedded-error.ts'
import type { PostgresServer } from './server-process.ts'

const checkIntervalMs = 500
const minPauseMs = 200
const maxPauseMs = 5_000
/** When a server has run this long since its restart, the restart delay is reset. */
const stableAfterMs = 60_000

export interface SupervisedServer {
  /** The current server: after an outage it is another process. */
  current(): PostgresServer
  /** Prevents further restarts. Returns the last server, which may have ended. */
  release(): Promise<PostgresServer>
}

/**
 * Restarts a server that ended unexpectedly: immediately the first time, then after a delay since the last
 * attempt. Each failed restart doubles the delay.
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
    onProgress(`PostgreSQL (pid ${server.pid}) ended unexpectedly; restarting it.`)
    starting = start()
  }, checkIntervalMs)
  timer.unref()

  async function start(): Promise<void> {
    try {
      server = await restart()
      onProgress(`PostgreSQL runs again (pid ${server.pid}).`)
    } catch (error) {
      onProgress(`PostgreSQL did not restart: ${errorText(error)}`)
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
