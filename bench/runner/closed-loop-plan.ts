import type { Request } from './request.ts'

/** What one load process is asked to do. There is no host in it: load goes to loopback and nowhere else. */
export type ClosedLoopPlan = {
  port: number
  connections: number
  seconds: number
  expectedStatus: number
  requests: Request[]
  /** Ends when all requests were sent, instead of beginning again with the first. */
  isOnce: boolean
}

/** What it saw. The latencies are already reduced, so that millions of them need not cross a pipe. */
export type LoadResult = {
  requests: number
  errors: number
  firstError: string | undefined
  bytes: number
  seconds: number
  p50Milliseconds: number
  p90Milliseconds: number
  p99Milliseconds: number
}

/** Bounds that hold whatever the command line says. */
export const LOAD_LIMITS = { connections: 1024, seconds: 120, requests: 5_000_000, errors: 1000 }

/** Runs one burst of load in a process of its own, so that its CPU time is never counted as a server's. */
export async function runClosedLoop(plan: ClosedLoopPlan): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/closed-loop-load.ts`], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: (plan.seconds + 30) * 1000,
  })
  const [output, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  return JSON.parse(output)
}
