import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
/** Short, so that a process that used up its share waits for milliseconds only. */
const PERIOD_MICROSECONDS = 10_000

/** Puts processes into control groups of their own; needs root. Disposing removes the groups. */
export function createCpuQuotas(coreShare: number): { add(pid: number): void } & Disposable {
  const groups: string[] = []
  const quota = Math.round(PERIOD_MICROSECONDS * coreShare)
  return {
    add(pid) {
      const parent = controllerFolder()
      const group = join(parent, `lyceum-bench-${process.pid}-${groups.length}`)
      mkdirSync(group)
      groups.push(group)
      if (existsSync(join(group, 'cpu.max')))
        writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`)
      else {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS))
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
      }
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    },
    [Symbol.dispose]() {
      for (const group of groups) {
        // What still runs goes back to the group above, because only an empty group can be removed.
        for (const pid of readFileSync(join(group, 'cgroup.procs'), 'latin1').split('\n').filter(Boolean))
          writeFileSync(join(group, '..', 'cgroup.procs'), pid)
        rmdirSync(group)
      }
    },
  }
}

/** Version 1 has a folder for each controller, version 2 one for all of them. */
function controllerFolder(): string {
  const first = join(ROOT, 'cpu')
  if (existsSync(join(first, 'cpu.cfs_quota_us'))) return first
  const controllers = join(ROOT, 'cgroup.subtree_control')
  if (existsSync(controllers)) {
    writeFileSync(controllers, '+cpu')
    return ROOT
  }
  throw new Error('scale needs Linux with control groups, as root')
}
