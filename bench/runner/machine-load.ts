import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { cpuSecondsOf, type ProcessTime, TICKS_PER_SECOND, treeOf } from './processes.ts'

/** A moment of the whole machine: how long it has worked, and how much of that was for this benchmark. */
export type MachineMoment = { atSeconds: number; busySeconds: number; ownSeconds: number }

/** Above this share of the cores taken by others, throughput and latency tell more of them than of us. */
export const NOISY_SHARE = 0.1

export function observeMachine(processes: ProcessTime[], databasePid: number): MachineMoment {
  const database = treeOf(databasePid, processes)
  return {
    atSeconds: performance.now() / 1000,
    busySeconds: busySeconds(),
    // The launcher may have detached PostgreSQL from us, so it is counted apart and never twice.
    ownSeconds: cpuSecondsOf(process.pid, processes, database) + cpuSecondsOf(databasePid, processes),
  }
}

/** The share of all cores that went to processes which are no part of the benchmark, or to other guests. */
export function shareOfOthers(before: MachineMoment, after: MachineMoment): number {
  const others = after.busySeconds - before.busySeconds - (after.ownSeconds - before.ownSeconds)
  const available = (after.atSeconds - before.atSeconds) * availableParallelism()
  return Math.min(1, Math.max(0, others / available))
}

/** The share of all cores that were in use by anybody. */
export function shareBusy(before: MachineMoment, after: MachineMoment): number {
  const available = (after.atSeconds - before.atSeconds) * availableParallelism()
  return Math.min(1, (after.busySeconds - before.busySeconds) / available)
}

/** Only Linux tells this cheaply; elsewhere the machine counts as quiet. */
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
