import type { Cluster } from './cluster.ts'

export interface ApiProcessKiller {
  /** How often a process was killed so far. */
  kills(): number
  /** Kills nobody any more; done when all are up again. */
  stop(): Promise<void>
}

/** Kills one API process after the other and starts it again, so that one is always up. */
export function startApiProcessKiller(cluster: Cluster, pauseMs: number): ApiProcessKiller {
  let kills = 0
  let isStopped = false
  const running = (async () => {
    while (!isStopped) {
      await cluster.restart(kills % 2 === 0 ? 'first api' : 'second api')
      kills++
      await Bun.sleep(pauseMs)
    }
  })()
  return {
    kills: () => kills,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
