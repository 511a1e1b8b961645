import type { Cluster } from './cluster.ts'

export interface ApiProcessKiller {
  /** How often a process was killed so far. */
  kills(): number
  /** Stops the kills; resolves when all processes have restarted. */
  stop(): Promise<void>
}

/** Kills and restarts one API process after the other, so that one is always available. */
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
