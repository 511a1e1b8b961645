import type { Request } from '../runner/request.ts'

/** The plan has no host, because load is sent only to loopback. */
export type OpenLoopPlan = {
  port: number
  perSecond: number
  seconds: number
  /**
   * The maximum number of open connections; a request that finds none free is counted as dropped and not
   * sent.
   */
  connections: number
  requests: Request[]
}

export type SecondMeasurements = { good: number; refused: number; p99Milliseconds: number }

export type OpenLoopResult = {
  due: number
  good: number
  /** Requests without a response or an error half a minute after the end. */
  unanswered: number
  /** Connections that closed before a response. */
  broken: number
  turnedAway: number
  /** Other responses, by status and code. */
  others: Record<string, number>
  p50Milliseconds: number
  p99Milliseconds: number
  /** By the second in which a request was due. */
  seconds: SecondMeasurements[]
}

/** Runs in its own process, so that the load does not slow itself down. */
export async function runOpenLoop(plan: OpenLoopPlan): Promise<OpenLoopResult> {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/open-loop-load.ts`], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: 'pipe',
    stderr: 'inherit',
    timeout: (plan.seconds + 90) * 1000,
  })
  const [output, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  if (code !== 0) throw new Error(`the load process ended with ${code}`)
  return JSON.parse(output)
}
