import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import { canEnter, type DatabaseUser, databaseUserFor, isRoot } from './database-user.ts'

export interface PostgresLocation {
  /** The parent of the cluster: the data folder, or another folder when the database user cannot enter it. */
  home: string
  /** The cluster folder, `<home>/postgres`. */
  cluster: string
  user: DatabaseUser
}

/** The persistent folder for clusters whose data folder is closed to the database user. */
export const defaultReachableFolder =
  process.platform === 'darwin' ? '/usr/local/var/lyceum' : '/var/lib/lyceum'

/**
 * Decides where the cluster is stored. The decision is permanent: a note in the data folder records a cluster
 * outside of it. If the noted folder is missing, this throws and never starts with an empty database.
 */
export function resolvePostgresLocation(
  dataDir: string,
  reachableFolder: string,
  onProgress: (line: string) => void,
): PostgresLocation {
  const noted = findNotedHome(dataDir)
  if (noted) {
    if (!existsSync(noted)) throw lostHomeError(dataDir, noted)
    onProgress(`The database of ${dataDir} is stored in ${noted}.`)
    return locationIn(noted)
  }
  const location = locationIn(dataDir)
  if (!isRoot() || canEnter(location.user, dataDir)) return location
  if (allowTraversal(dataDir, location.user)) {
    onProgress(`Allowing ${location.user.name}, which runs PostgreSQL, to enter ${dataDir}.`)
    return location
  }
  if (existsSync(location.cluster)) throw closedClusterError(dataDir, location)
  const home = makeReachableHome(dataDir, reachableFolder)
  writeNote(dataDir, home)
  onProgress(
    `The database is stored in ${home}, because ${location.user.name}, which runs PostgreSQL, cannot enter ` +
      `${dataDir}. Include it in your backups.`,
  )
  return locationIn(home)
}

function locationIn(home: string): PostgresLocation {
  const cluster = join(home, 'postgres')
  return { home, cluster, user: databaseUserFor(cluster) }
}

/**
 * If only the data folder itself is closed, it gets the group of the database user, which may enter it. A
 * folder whose group already has permissions is not changed, because they were set on purpose.
 */
function allowTraversal(dataDir: string, user: DatabaseUser): boolean {
  const { mode, uid } = statSync(dataDir)
  if (!user.identity || mode & 0o070 || !canEnter(user, dirname(dataDir))) return false
  try {
    chownSync(dataDir, uid, user.identity.gid)
    chmodSync(dataDir, (mode & 0o7777) | 0o010)
  } catch {
    return false
  }
  return canEnter(user, dataDir)
}

/** The name is derived from the data folder, so that a lost note does not lose the database. */
function makeReachableHome(dataDir: string, reachableFolder: string): string {
  const home = join(reachableFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  try {
    for (const folder of [reachableFolder, home]) {
      // The mode is set explicitly because of the umask, and only on folders that this process created.
      if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
    }
  } catch (error) {
    throw unreachableError(dataDir, home, errorText(error))
  }
  const { user } = locationIn(realpathSync(home))
  if (!canEnter(user, home)) throw unreachableError(dataDir, home, `${user.name} cannot enter it either`)
  return realpathSync(home)
}

const noteName = 'postgres.place'

/** The home of a cluster that is stored outside of its data folder. */
export function findNotedHome(dataDir: string): string | undefined {
  const note = join(dataDir, noteName)
  if (!existsSync(note)) return undefined
  const home = /^\/.*$/m.exec(readFileSync(note, 'utf8'))?.[0]
  if (home) return home
  throw new EmbeddedPostgresError(
    `${note} should contain the path where the database of ${dataDir} is stored, but has none. Write that path ` +
      `into it (look in ${defaultReachableFolder}).`,
  )
}

function writeNote(dataDir: string, home: string): void {
  writeStateFile(
    dataDir,
    noteName,
    `The database that belongs to this folder is stored in\n${home}\nbecause the user that runs PostgreSQL ` +
      'cannot enter this folder. Keep both, and back up both.\n',
    0o644,
  )
}

function lostHomeError(dataDir: string, home: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database of ${dataDir} is stored in ${home}, as ${join(dataDir, noteName)} says, and that folder is ` +
      'missing. Bring it back (mount it, or restore it from a backup) and start again. Only if you want to start ' +
      `with an empty database, remove ${join(dataDir, noteName)}.`,
  )
}

function closedClusterError(dataDir: string, { cluster, user }: PostgresLocation): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${cluster} belongs to ${user.name}, who can no longer enter that folder. Open the way to ` +
      `it (chmod o+x on the closed folders above ${dataDir}), or move ${dataDir} to a place that is open. ` +
      'Nothing was changed.',
  )
}

function unreachableError(dataDir: string, home: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The user that runs PostgreSQL cannot enter ${dataDir}, and ${home} cannot be used in its place ` +
      `(${reason}). Name a data folder outside of closed home folders, such as /srv/lyceum. ${EXTERNAL_POSTGRES_HINT}`,
  )
}
