import { readdirSync, readFileSync } from 'node:fs'

/** One process and its CPU time, including children that have ended. */
export type ProcessTime = { pid: number; parentPid: number; cpuSeconds: number }

/** Linux counts in ticks of a hundredth of a second on every supported architecture. */
export const TICKS_PER_SECOND = 100

/** Every process of the machine with its parent and its CPU time, user and system together. */
export function listProcesses(): ProcessTime[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs()
}

/** The CPU seconds of a process and all its living descendants, without those in `except`. */
export function cpuSecondsOf(
  root: number,
  processes: ProcessTime[],
  except: Set<number> = new Set(),
): number {
  const members = [...treeOf(root, processes)].filter((pid) => !except.has(pid))
  const seconds = new Map(processes.map((entry) => [entry.pid, entry.cpuSeconds]))
  return members.reduce((sum, pid) => sum + (seconds.get(pid) ?? 0), 0)
}

/** A process and all its living descendants. */
export function treeOf(root: number, processes: ProcessTime[]): Set<number> {
  const children = Map.groupBy(processes, (entry) => entry.parentPid)
  const members = new Set([root])
  // A set is iterated in insertion order, so members added here are visited as well.
  for (const pid of members) for (const child of children.get(pid) ?? []) members.add(child.pid)
  return members
}

function listFromProc(): ProcessTime[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      return [parseProcStat(readFileSync(`/proc/${name}/stat`, 'latin1'))]
    } catch {
      // The process ended between the listing and the read.
      return []
    }
  })
}

/** The name is in brackets and may contain brackets and spaces, so fields count from the last bracket. */
function parseProcStat(line: string): ProcessTime {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return {
    pid: Number.parseInt(line, 10),
    parentPid: Number(fields[1]),
    cpuSeconds: ticks / TICKS_PER_SECOND,
  }
}

function listFromPs(): ProcessTime[] {
  const output = Bun.spawnSync(['ps', '-axo', 'pid=,ppid=,time=']).stdout.toString()
  return output.split('\n').flatMap((line) => {
    const [pid, parentPid, time] = line.trim().split(/\s+/)
    if (!pid || !parentPid || !time) return []
    return [{ pid: Number(pid), parentPid: Number(parentPid), cpuSeconds: parsePsTime(time) }]
  })
}

/** `ps` writes [[days-]hours:]minutes:seconds.hundredths. */
function parsePsTime(time: string): number {
  const [clock, days] = time.split('-').reverse()
  const seconds = clock!.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds + Number(days ?? 0) * 86_400
}
