import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { listProcesses, type RunningProcess } from '../processes.ts'

/**
 * Whatever takes a while is made in a folder of such a name and renamed when it is whole, so that a folder
 * under its final name is never half made, and what an interrupted start left behind is known by its name.
 */
export function temporaryName(name: string): string {
  return `${name}.unfinished-${randomBytes(8).toString('hex')}`
}

const timeoutMs = 5000

/**
 * Clears away what interrupted starts left, and says how much it was. Only the holder of the folder's lock may
 * call it. An initdb outlives the Lyceum that was killed and goes on writing, and so does the server that it
 * runs when it was killed itself: both are ended, and the folder is removed again until it stays away. If it
 * will not, that does no harm, because a folder of that name is never used again.
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
      // It has ended by itself in between.
    }
  }
}

function tryToRemove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Somebody still writes into it; there will be another round.
  }
}
