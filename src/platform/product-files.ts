import { dirname, join } from 'node:path'

/*
 * The only place that knows where the files of the product are. The compiled program has its code inside, and everything
 * else in its own folder, at the same paths as in the repository.
 */

/** `scripts/build-binary.ts` defines it in what it compiles. */
declare const LYCEUM_COMPILED: true | undefined

/** Whether this is the compiled program, which has no sources and needs no Bun. */
export const isCompiled = typeof LYCEUM_COMPILED !== 'undefined'

/** How people call the command line. */
export const COMMAND = isCompiled ? 'lyceum' : 'bun lyceum'

const ROOT = isCompiled ? dirname(process.execPath) : join(import.meta.dir, '../..')

/** The place of a file or folder that is named by its path in the repository. */
export function productPath(path: string): string {
  return join(ROOT, path)
}

/** The place of a package, or of a file in it. */
export function packagePath(name: string, path = ''): string {
  return join(ROOT, 'node_modules', name, path)
}
