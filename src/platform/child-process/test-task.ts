/** A task for the test of the pool. */

export type TestInput = { does: 'describe' | 'spin' | 'exit' | 'throw' }

export async function run({ does }: TestInput): Promise<{ pid: number; variables: string[] }> {
  if (does === 'throw') throw new Error('thrown by the task')
  if (does === 'exit') process.exit(3)
  while (does === 'spin') await Bun.sleep(10)
  return { pid: process.pid, variables: Object.keys(process.env) }
}
