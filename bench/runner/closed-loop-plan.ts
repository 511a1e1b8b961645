import type { Request } from './request.ts'

/** The input of one load process. It has no host, because load is sent only to loopback. */
export type ClosedLoopPlan = {
  port: number
  connections: number
  seconds: number
  expectedStatus: number
  requests: Request[]
  /** Ends when all requests were sent, instead of starting again with the first. */
  isOnce: boolean
  /** So many consecutive requests are one operation: sent one after the other, counted and timed as one. */
  requestsPerOperation?: number
}

/**
 * The result of one load process. Latencies are aggregated, so that millions of values need not cross a pipe.
 */
export type LoadResult = {
  requests: number
  errors: number
  firstError: string | undefined
  bytes: number
  seconds: number
  p50Milliseconds: number
  p90Milliseconds: number
  p95Milliseconds: number
  p99Milliseconds: number
}

/** Limits that the command line cannot exceed. */
export const LOAD_LIMITS = { connections: 1024, seconds: 120, requests: 5_000_000, errors: 1000 }

/** Runs one burst of load in its own process, so that its CPU time is not counted for a server. */
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
