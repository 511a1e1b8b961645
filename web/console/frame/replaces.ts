import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'

const TEMPORARY = [408, 429]

/**
 * Whether an error is shown in place of a screen. A refusal is, such as that of a user who was erased. A refresh without an
 * answer is not: it must not remove what is known, nor an open dialog with what was typed into it.
 */
export function replaces(error: unknown, data: unknown): boolean {
  if (!error) return false
  if (data === undefined) return true
  return (
    error instanceof LyceumError &&
    error.status >= 400 &&
    error.status < 500 &&
    !TEMPORARY.includes(error.status)
  )
}
