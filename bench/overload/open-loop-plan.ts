import type { Request } from '../runner/request.ts'

/** There is no host in it: load goes to loopback and nowhere else. */
export type OpenLoopPlan = {
  port: number
  perSecond: number
  seconds: number
  /** So many are open at most; who finds none free is turned away, and never asks. */
  connections: number
  requests: Request[]
}

export type SecondMeasurements = { good: number; refused: number; p99Milliseconds: number }

export type OpenLoopResult = {
  due: number
  good: number
  /** Neither answered nor broken within half a minute after the end. */
  unanswered: number
  /** Connections that ended instead of an answer. */
  broken: number
  turnedAway: number
  /** Other answers, by status and code. */
  others: Record<string, number>
  p50Milliseconds: number
  p99Milliseconds: number
  /** By the second in which a request was due. */
  seconds: SecondMeasurements[]
}

/** In a process of its own, so that the crowd does not wait for itself. */
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
