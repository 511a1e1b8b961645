import { useRef } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'

interface RequestKeys {
  /** One key for each input, so that the same request after a lost response has no second effect. */
  of: (input: unknown) => string
  /** After a refusal nothing has happened. The next request with this input gets a new key, because the old one returns the same refusal. */
  onFault: (input: unknown, fault: unknown) => void
}

export function useRequestKey(): RequestKeys {
  const keys = useRef(new Map<string, string>())
  return {
    of: (input) => {
      const text = JSON.stringify(input)
      const key = keys.current.get(text) ?? newKey()
      keys.current.set(text, key)
      return key
    },
    onFault: (input, fault) => {
      if (!isUnanswered(fault)) keys.current.delete(JSON.stringify(input))
    },
  }
}

/** Whether a request failed without an answer that says that nothing has happened. */
export function isUnanswered(fault: unknown): boolean {
  if (!(fault instanceof LyceumError)) return true
  return fault.status === 0 || fault.status >= 500 || fault.code === 'IDEMPOTENCY_IN_PROGRESS'
}
