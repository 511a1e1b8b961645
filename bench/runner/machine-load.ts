import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cpuSecondsOf, type ProcessTime, TICKS_PER_SECOND, treeOf } from './processes.ts'

/** A snapshot of the CPU time of the machine, and of the part that this benchmark used. */
export type MachineMoment = { atSeconds: number; busySeconds: number; ownSeconds: number }

/** Above this share of CPU used by other processes, throughput and latency are not reliable. */
export const NOISY_SHARE = 0.1

export function observeMachine(processes: ProcessTime[], databasePid: number): MachineMoment {
  const database = treeOf(databasePid, processes)
  return {
    atSeconds: performance.now() / 1000,
    busySeconds: busySeconds(),
    // The launcher may have detached PostgreSQL, so it is counted separately and only once.
    ownSeconds: cpuSecondsOf(process.pid, processes, database) + cpuSecondsOf(databasePid, processes),
  }
}

/** The share of CPU used by processes outside the benchmark, or by other guests. */
export function shareOfOthers(before: MachineMoment, after: MachineMoment): number {
  const others = after.busySeconds - before.busySeconds - (after.ownSeconds - before.ownSeconds)
  const available = (after.atSeconds - before.atSeconds) * availableParallelism()
  return Math.min(1, Math.max(0, others / available))
}

/** The share of CPU in use by all processes. */
export function shareBusy(before: MachineMoment, after: MachineMoment): number {
  const available = (after.atSeconds - before.atSeconds) * availableParallelism()
  return Math.min(1, (after.busySeconds - before.busySeconds) / available)
}

/** Only Linux reports this cheaply; other systems count as idle. */
function busySeconds(): number {
  if (process.platform !== 'linux') return 0
  const firstLine = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]!
  const [user, nice, system, , , interrupts, softInterrupts, stolen] = firstLine
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const ticks = user! + nice! + system! + interrupts! + softInterrupts! + stolen!
  return ticks / TICKS_PER_SECOND
}
