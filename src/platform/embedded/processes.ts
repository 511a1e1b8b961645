import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

export interface RunningProcess {
  pid: number
  /** The name of the program, without its folder. */
  program: string
  /** The arguments joined by spaces, which is all that macOS returns. Empty for a zombie. */
  commandLine: string
  /** The working folder, where available (Linux, for root and the same user). */
  workingFolder: string | undefined
}

/** Returns true if a process with this pid exists, including one that we may not signal. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

export function findProcess(pid: number): RunningProcess | undefined {
  if (process.platform === 'linux') return readFromProc(pid)
  return readFromPs(['-p', String(pid)])[0]
}

export function listProcesses(): RunningProcess[] {
  if (process.platform !== 'linux') return readFromPs(['-ax'])
  const pids = readdirSync('/proc').map(Number).filter(Number.isSafeInteger)
  return pids.map(readFromProc).filter((found) => found !== undefined)
}

function readFromProc(pid: number): RunningProcess | undefined {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0+$/, '').split('\0')
    const program = basename(words[0] ?? '')
    return { pid, program, commandLine: words.join(' '), workingFolder: readWorkingFolder(pid) }
  } catch {
    return undefined
  }
}

function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function readFromPs(selection: string[]): RunningProcess[] {
  const { stdout } = Bun.spawnSync(['ps', '-ww', '-o', 'pid=,command=', ...selection], { stderr: 'ignore' })
  return Array.from(stdout.toString().matchAll(/^\s*(\d+) (.*)$/gm), ([, pid, commandLine = '']) => ({
    pid: Number(pid),
    program: basename(commandLine.split(' -')[0] ?? '').trim(),
    commandLine: commandLine.trim(),
    workingFolder: undefined,
  }))
}
