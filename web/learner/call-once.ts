import { newKey } from '../../packages/client/src/attempt.ts'
import type { Answer, Given, Operation } from '../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../ui/api/lyceum.ts'

/** A learner who tries again later than this wants a second one. */
const SAME_MS = 10 * 60_000

/** The keys of requests whose answers were lost, by operation and input. */
const unanswered = new Map<string, string>()

/**
 * Calls an endpoint. If the last call with the same input got no answer, this one has its key: the service may have carried it out, and
 * the learner who presses the button again must not pay twice or be refused.
 */
export async function callOnce<O extends Operation>(operation: O, given?: Given<O>): Promise<Answer<O>> {
  const name = JSON.stringify([operation, given])
  const idempotencyKey = unanswered.get(name) ?? newKey()
  unanswered.set(name, idempotencyKey)
  const forget = () => {
    if (unanswered.get(name) === idempotencyKey) unanswered.delete(name)
  }
  try {
    const answer = await lyceum.call(operation, ...([{ ...given, idempotencyKey }] as never))
    forget()
    return answer
  } catch (fault) {
    if (isRefused(fault)) forget()
    else setTimeout(forget, SAME_MS)
    throw fault
  }
}

/** These may answer a retry of a request that was carried out. */
const TEMPORARY = [401, 408, 423, 425, 429]

/** Whether the service has refused the request for good. After other errors it may have carried it out. */
function isRefused(fault: unknown): boolean {
  if (!(fault instanceof LyceumError) || fault.code === 'UNREADABLE') return false
  if (fault.code === 'IDEMPOTENCY_IN_PROGRESS' || TEMPORARY.includes(fault.status)) return false
  return fault.status >= 400 && fault.status < 500
}
