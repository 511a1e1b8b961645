/**
 * Errors of the language model. `refused`: the model declined. `malformed`: every attempt returned an invalid
 * response. `unreachable`: every attempt failed or timed out. `rejected`: the server rejects the request or
 * the key, and a retry would not help. `busy`: the server asks to wait longer than a call may.
 * `budget_spent`: the daily token budget is used up.
 */
export type LlmErrorKind = 'refused' | 'malformed' | 'unreachable' | 'rejected' | 'busy' | 'budget_spent'

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  /** A retry before this time is useless. */
  readonly retryAt: Date | undefined

  constructor(kind: LlmErrorKind, message: string, retryAt?: Date) {
    super(message)
    this.name = 'LlmError'
    this.kind = kind
    this.retryAt = retryAt
  }
}
