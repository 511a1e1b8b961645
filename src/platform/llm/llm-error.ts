/**
 * What went wrong with a language model:
 * `refused`: it does not want to answer. `malformed`: it answered something else, on every try. `unreachable`: no
 * answer, in time or at all, on every try. `rejected`: the request or the key is not taken, and would not be again.
 * `busy`: it asks for patience, more than a call has. `budget_spent`: we do not want to pay more today.
 */
export type LlmErrorKind = 'refused' | 'malformed' | 'unreachable' | 'rejected' | 'busy' | 'budget_spent'

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  /** Asking before then is of no use. */
  readonly retryAt: Date | undefined

  constructor(kind: LlmErrorKind, message: string, retryAt?: Date) {
    super(message)
    this.name = 'LlmError'
    this.kind = kind
    this.retryAt = retryAt
  }
}
