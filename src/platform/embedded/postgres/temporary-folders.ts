import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listProcesses, type RunningProcess } from '../processes.ts'

/**
 * Slow operations work in a folder with such a name and rename it when complete. A folder with its final name
 * is therefore always complete, and leftovers of an interrupted start are recognized by name.
 */
export function temporaryName(name: string): string {
  return `${name}.unfinished-${randomBytes(8).toString('hex')}`
}

const timeoutMs = 5000

/**
 * Removes leftovers of interrupted starts and returns their number. Only the owner of the folder's lock may
 * call it. An initdb, and the server that it runs, may outlive a killed Lyceum and continue to write: both
 * are killed, and the folder is removed repeatedly until it stays away. If that fails there is no harm,
 * because such a name is never used again.
 */
export async function removeTemporaryFolders(home: string): Promise<number> {
  const leftovers = readdirSync(home)
    .filter((name) => /^postgres(-binaries)?\.unfinished-[0-9a-f]{16}$/.test(name))
    .map((name) => join(home, name))
  const deadline = performance.now() + timeoutMs
  let remaining = leftovers
  while (remaining.length > 0 && performance.now() < deadline) {
    endWritersInto(remaining)
    for (const folder of remaining) tryToRemove(folder)
    remaining = remaining.filter((folder) => existsSync(folder))
    if (remaining.length > 0) await Bun.sleep(20)
  }
  return leftovers.length
}

function endWritersInto(folders: string[]): void {
  const isWriter = ({ program, commandLine, workingFolder }: RunningProcess) =>
    folders.some(
      (folder) =>
        (program === 'initdb' && commandLine.includes(` ${folder}/`)) ||
        (program === 'postgres' && workingFolder?.startsWith(`${folder}/`)),
    )
  for (const { pid } of listProcesses().filter(isWriter)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another process still writes into it; the next round tries again.
  }
}
