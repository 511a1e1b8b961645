import { readFileSync } from 'node:fs'

const CHECK_INTERVAL_MS = 500
const ANCESTORS = 5

/**
 * `npx bun start` puts a launcher and a shell in front of us, and the launcher passes no signal on: told to
 * stop, it ends and leaves the service running, with the port taken. So under it we stop when it is gone.
 */
export function onLauncherExit(stop: () => void): void {
  const launcher = findLauncher()
  if (launcher === undefined) return
  const timer = setInterval(() => {
    if (isLauncher(launcher)) return
    clearInterval(timer)
    stop()
  }, CHECK_INTERVAL_MS)
  timer.unref()
}

function findLauncher(): number | undefined {
  let pid: number | undefined = process.ppid
  for (let step = 0; step < ANCESTORS && pid !== undefined && pid > 1; step++) {
    if (isLauncher(pid)) return pid
    pid = parentOf(pid)
  }
  return undefined
}

function isLauncher(pid: number): boolean {
  return readProcess(pid, 'cmdline')?.startsWith('npm exec') ?? false
}

function parentOf(pid: number): number | undefined {
  const stat = readProcess(pid, 'stat')
  // The name in parentheses may hold anything; the fields begin after the last one.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Undefined when the process is gone, and where there is no /proc. */
function readProcess(pid: number, file: 'cmdline' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
