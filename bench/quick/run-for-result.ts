import { rm } from 'node:fs/promises'

/** The exit codes of a run that measured: all goals were met, or one was missed. */
const MEASURED = [0, 1]

/**
 * Runs a command that writes a file, and returns the content of the file. A missed goal is not a failure, because
 * here only the change counts. The file of an earlier run is deleted before, so that it is never returned.
 */
export async function runForResult<Result>(command: string[], path: string): Promise<Result> {
  await rm(path, { force: true })
  const child = Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await child.exited
  const file = Bun.file(path)
  if (!MEASURED.includes(code) || !(await file.exists()))
    throw new Error(`nothing was measured: ${command.slice(1).join(' ')} ended with ${code}`)
  return file.json()
}
