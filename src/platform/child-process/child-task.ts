import { isCompiled, productPath } from '../product-files.ts'

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

/** `path` is that of the file in the repository; its name ends with `-task.ts`, by which `scripts/build-binary.ts` finds it. */
export function defineChildTask<Input, Output>(
  path: `src/${string}-task.ts`,
  { timeLimitMs }: { timeLimitMs: number },
): ChildTask<Input, Output> {
  return { file: productPath(isCompiled ? path.replace(/ts$/, 'js') : path), timeLimitMs }
}

/** The compiled program runs itself with this word to work on tasks. It is no command for people. */
export const CHILD_COMMAND = 'run-child-tasks'

/** The command line of a child process. */
export const CHILD_PROGRAM = [
  process.execPath,
  isCompiled ? CHILD_COMMAND : productPath('src/platform/child-process/child.ts'),
]

export interface ChildRequest {
  file: string
  input: unknown
}

export type ChildResponse = { output: unknown } | { error: string }
