/**
 * CPU-heavy work on untrusted or large input that runs outside the process that serves requests. `file` exports the
 * function `run`, which receives the input.
 */
export interface ChildTask<Input, Output> {
  readonly file: string
  readonly timeLimitMs: number
  /** Never set; it binds the types to the definition. */
  readonly types?: (input: Input) => Output
}

export function defineChildTask<Input, Output>(
  file: string,
  { timeLimitMs }: { timeLimitMs: number },
): ChildTask<Input, Output> {
  return { file, timeLimitMs }
}

export interface ChildRequest {
  file: string
  input: unknown
}

export type ChildResponse = { output: unknown } | { error: string }
