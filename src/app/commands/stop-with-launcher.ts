import { readFileSync } from 'node:fs'

const CHECK_INTERVAL_MS = 500
const ANCESTORS = 5

/**
 * Calls `stop` when the launcher of `npx bun start` exits. The launcher does not forward signals: without this, the
 * service would continue to run and use its port.
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
  // The process name in parentheses may contain any character; the fields start after the last parenthesis.
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Returns undefined if the process or /proc does not exist. */
function readProcess(pid: number, file: 'cmdline' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
