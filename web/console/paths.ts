/** Every address of the console; `:name` is one segment. */
export const CONSOLE_PATHS = ['/console'] as const
