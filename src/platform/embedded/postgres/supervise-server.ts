import { errorText } from '../embedded-error.ts'
import type { LaunchedServer, PostgresServer } from './server-process.ts'

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
 * attempt. Each failed restart doubles the delay. It waits for the end of the process, so it does nothing while the server runs.
 */
export function superviseServer(
  first: LaunchedServer,
  restart: () => Promise<LaunchedServer>,
  onProgress: (line: string) => void,
): SupervisedServer {
  let server = first
  let isReleased = false
  const released = Promise.withResolvers<void>()
  const supervising = supervise()

  async function supervise(): Promise<void> {
    let pauseMs = minPauseMs
    let triedAt = Number.NEGATIVE_INFINITY
    for (;;) {
      await Promise.race([server.ended, released.promise])
      const sinceTryMs = performance.now() - triedAt
      if (!isReleased && sinceTryMs < pauseMs)
        await Promise.race([Bun.sleep(pauseMs - sinceTryMs), released.promise])
      if (isReleased) return
      if (sinceTryMs > stableAfterMs) pauseMs = minPauseMs
      onProgress(`PostgreSQL (pid ${server.pid}) ended unexpectedly; restarting it.`)
      try {
        server = await restart()
        onProgress(`PostgreSQL runs again (pid ${server.pid}).`)
      } catch (error) {
        onProgress(`PostgreSQL did not restart: ${errorText(error)}`)
        pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      }
      triedAt = performance.now()
    }
  }

  return {
    current: () => server,
    async release() {
      isReleased = true
      released.resolve()
      await supervising
      return server
    },
  }
}
