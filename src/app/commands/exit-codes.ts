/** The exit codes of the command line; docs/operations.md lists them. 1 is an unexpected error, which is a bug. */
export const EXIT_CODES = {
  /** Wrong words or options. Nothing was done. */
  usage: 2,
  /** A setting is wrong or missing. Nothing was done. */
  settings: 3,
  /** The database, the chain or another server cannot be reached, or a port or file cannot be used. */
  unavailable: 4,
  /** The command did its work, and what it checked has faults. */
  faults: 5,
  /** What was asked for is not possible in this state, such as an unknown account or a damaged backup. */
  refused: 6,
} as const

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES]

/** Prints why the command does not continue. The process ends with the code when the work in progress is done. */
export function failWith(sentence: string, code: ExitCode = EXIT_CODES.usage): void {
  console.error(sentence)
  process.exitCode = code
}
