import type { Cluster, Victim } from '../cluster/cluster.ts'

export interface KillPlan {
  serviceKills: number
  postgresKills: number
  chainKills: number
  redisKills: number
}

const SERVICES: Victim[] = ['first api', 'second api', 'worker']

/** Who is killed in which order; the same for the same numbers. */
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
  /** Holds the load up that would be over before all kills were. `done` is a part of the whole, from 0 to 1. */
  pace(done: number): Promise<void>
  /** When the last one is up again. */
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
      // While somebody is killed and started again the work goes on, as far as the moment of the next.
      while (next < victims.length && done > momentOf(next + 1)) await Bun.sleep(20)
    },
    finished,
  }
}
