import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fsyncFolder, readStateFile, writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { runAs } from './database-user.ts'
import type { PostgresLocation } from './location.ts'
import { temporaryName } from './temporary-folders.ts'

/** The superuser of the cluster, and the database of the same name. The service connects as `serviceRole`. */
export const lyceumRole = 'lyceum'

const passwordName = 'postgres.password'
const newPassword = () => randomBytes(24).toString('hex')

/** An empty folder counts as no cluster. A file, or a folder that cannot be read, counts as a cluster. */
export function hasCluster({ cluster }: PostgresLocation): boolean {
  const found = statSync(cluster, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found !== undefined
  try {
    return readdirSync(cluster).length > 0
  } catch {
    return true
  }
}

/** Creates the cluster in a temporary folder, renames it when complete, and returns its password. */
export async function createCluster(
  dataDir: string,
  { home, cluster, user }: PostgresLocation,
  binaries: PostgresBinaries,
): Promise<string> {
  const password = readStateFile(dataDir, passwordName) ?? newPassword()
  const temporary = join(home, temporaryName('postgres'))
  const passwordFile = join(temporary, 'password')
  try {
    mkdirSync(temporary)
    chmodSync(temporary, 0o700)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (user.identity) {
      for (const path of [temporary, passwordFile]) chownSync(path, user.identity.uid, user.identity.gid)
    }
    const result = await runAs(user, initdbCommand(binaries, join(temporary, 'cluster'), passwordFile))
    if (!result.succeeded) throw new Error(result.output.trim().split('\n').slice(-5).join(' '))
    writeStateFile(dataDir, passwordName, password, 0o600)
    renameSync(join(temporary, 'cluster'), cluster)
    fsyncFolder(home)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `A new database could not be created in ${cluster}: ${errorText(error)}. Fix the cause (often ` +
        `a full disk or missing permissions) and start again. ${EXTERNAL_POSTGRES_HINT}`,
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return password
}

/** The built-in locale makes order and case independent of the machine. */
function initdbCommand({ initdb }: PostgresBinaries, folder: string, passwordFile: string): string[] {
  return [
    initdb,
    '-D',
    folder,
    `--username=${lyceumRole}`,
    `--pwfile=${passwordFile}`,
    '--auth-local=reject',
    '--auth-host=scram-sha-256',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--encoding=UTF8',
    '--no-instructions',
  ]
}

/** Rejects a cluster that this PostgreSQL cannot run, before anything changes it. */
export function checkCluster({ cluster, user }: PostgresLocation, { major }: PostgresBinaries): void {
  const createError = (what: string, advice: string) =>
    new EmbeddedPostgresError(`The database folder ${cluster} ${what}. ${advice} Nothing was changed.`)
  const restore = 'Restore the folder from a backup, or move it away to start with an empty database.'
  const found = statSync(cluster)
  if (!found.isDirectory()) throw createError('is not a folder', restore)
  const runner = user.identity?.uid ?? process.getuid?.()
  if (found.uid !== runner) {
    throw createError(
      `belongs to the user with id ${found.uid}, and PostgreSQL would run as ${user.name}`,
      `Start Lyceum as its owner, or hand it over with \`chown -R ${runner} ${cluster}\`.`,
    )
  }
  const version = readStateFile(cluster, 'PG_VERSION')
  if (!version) throw createError('is damaged: its file PG_VERSION is missing', restore)
  if (version !== String(major)) {
    throw createError(
      `was made by PostgreSQL ${version}, and Lyceum carries PostgreSQL ${major}`,
      `Carry it over with pg_dumpall of version ${version}, or run a PostgreSQL ${version} and set DATABASE_URL.`,
    )
  }
  const control = join(cluster, 'global', 'pg_control')
  if (!existsSync(control) || readFileSync(control).byteLength !== 8192) {
    throw createError('is damaged: its file global/pg_control is missing or cut', restore)
  }
}

export function findPassword(dataDir: string): string | undefined {
  return readStateFile(dataDir, passwordName)
}

/** Sets a new password on a stopped cluster, in single-user mode, which needs no password. */
export async function renewPassword(
  dataDir: string,
  { cluster, user }: PostgresLocation,
  { postgres }: PostgresBinaries,
): Promise<string> {
  const password = newPassword()
  const done = await runAs(
    user,
    [postgres, '--single', '-D', cluster, 'postgres'],
    `ALTER ROLE ${lyceumRole} PASSWORD '${password}'\n`,
  )
  if (!done.succeeded || /ERROR|FATAL|PANIC/.test(done.output)) {
    throw new EmbeddedPostgresError(
      `The password of the database in ${cluster} is lost (there is no ${join(dataDir, passwordName)}), and a ` +
        `new one could not be set: ${done.output.trim().split('\n').slice(-5).join(' ')}. Nothing was changed.`,
    )
  }
  writeStateFile(dataDir, passwordName, password, 0o600)
  return password
}
