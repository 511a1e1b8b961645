import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { isCompiled, productPath } from './product-files.ts'

/** `scripts/build-binary.ts` defines it in what it compiles. */
declare const LYCEUM_COMPILED_COMMIT: string | undefined

export const VERSION = packageJson.version

const UNKNOWN = 'unknown'

/** The commit that this program was built from; `unknown` if none is recorded. */
export const COMMIT = chooseCommit({
  compiled: typeof LYCEUM_COMPILED_COMMIT === 'undefined' ? undefined : LYCEUM_COMPILED_COMMIT,
  environment: process.env.LYCEUM_COMMIT,
  readClone: () => (isCompiled ? undefined : readCommit(productPath('.git'))),
})

/**
 * The commit of the compiled program, or LYCEUM_COMMIT, with which an image is built, or that of the clone. A build without Git and
 * without LYCEUM_COMMIT has no commit, and then the environment of the process can name it.
 */
export function chooseCommit(known: {
  compiled: string | undefined
  environment: string | undefined
  readClone: () => string | undefined
}): string {
  const isKnown = (commit: string | undefined) => Boolean(commit) && commit !== UNKNOWN
  const given = [known.compiled, known.environment].find(isKnown)
  return shorten(given ?? known.readClone()) ?? UNKNOWN
}

/** Reads the checked-out commit without Git; undefined if it cannot be found. */
export function readCommit(path: string): string | undefined {
  try {
    // In a further work tree `.git` is a file that names the folder.
    const folder = statSync(path).isFile()
      ? resolve(
          path,
          '..',
          readFileSync(path, 'utf8')
            .replace(/^gitdir: /, '')
            .trim(),
        )
      : path
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim()
    const [, name] = /^ref: (.+)$/.exec(head) ?? []
    return shorten(name === undefined ? head : readReference(folder, name))
  } catch {
    return undefined
  }
}

function readReference(folder: string, name: string): string | undefined {
  const commonFile = join(folder, 'commondir')
  const common = existsSync(commonFile) ? resolve(folder, readFileSync(commonFile, 'utf8').trim()) : folder
  const file = join(common, name)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const packed = readFileSync(join(common, 'packed-refs'), 'utf8')
  return packed
    .split('\n')
    .find((line) => line.endsWith(` ${name}`))
    ?.split(' ')[0]
}

function shorten(commit: string | undefined): string | undefined {
  return commit?.slice(0, 12)
}
