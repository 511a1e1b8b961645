import type { Cluster, Victim } from '../cluster/cluster.ts'

export interface KillPlan {
  serviceKills: number
  postgresKills: number
  chainKills: number
  redisKills: number
}

const SERVICES: Victim[] = ['first api', 'second api', 'worker']

/** The order of kills; deterministic for the same numbers. */
export function planKills(plan: KillPlan, random: () => number): Victim[] {
  const victims: Victim[] = [
    ...Array.from({ length: plan.serviceKills }, (_, index) => SERVICES[index % SERVICES.length]!),
    ...Array.from({ length: plan.postgresKills }, (): Victim => 'postgres'),
    ...Array.from({ length: plan.chainKills }, (): Victim => 'chain'),
    ...Array.from({ length: plan.redisKills }, (): Victim => 'redis'),
  ]
  for (let last = victims.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[victims[last], victims[other]] = [victims[other]!, victims[last]!]
  }
  return victims
}

export interface KillRun {
  /** How often each was killed so far. */
  kills: Map<Victim, number>
  /** Slows the load down, so that it does not end before all kills. `done` is its progress, from 0 to 1. */
  pace(done: number): Promise<void>
  /** Resolves when the last victim has restarted. */
  finished: Promise<void>
}

/** Kills the victims one after the other, spread evenly over the load. */
export function startKills(cluster: Cluster, victims: Victim[]): KillRun {
  const kills = new Map<Victim, number>()
  let reached = 0
  let next = 0
  const momentOf = (index: number) => (index + 0.5) / victims.length
  const finished = (async () => {
    for (; next < victims.length; next++) {
      while (reached < momentOf(next)) await Bun.sleep(5)
      const victim = victims[next]!
      await cluster.restart(victim)
      kills.set(victim, (kills.get(victim) ?? 0) + 1)
    }
  })()
  return {
    kills,
    pace: async (done) => {
      reached = Math.max(reached, done)
      // The load continues during a kill and restart, up to the time of the next kill.
      while (next < victims.length && done > momentOf(next + 1)) await Bun.sleep(20)
    },
    finished,
  }
}
