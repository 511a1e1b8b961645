import { setPriority } from 'node:os'
import { describeError } from '../describe-error.ts'
import type { ChildRequest, ChildResponse } from './child-task.ts'

/** The main file of a child process: runs one task after another, at a lower priority than the service. */

const NICE = 5

setPriority(NICE)
process.on('message', async ({ file, input }: ChildRequest) => {
  process.send!(await run(file, input))
})
// The service has ended.
process.on('disconnect', () => process.exit())

async function run(file: string, input: unknown): Promise<ChildResponse> {
  try {
    const task = await import(file)
    return { output: await task.run(input) }
  } catch (error) {
    return { error: describeError(error) }
  }
}
