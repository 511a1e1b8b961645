import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import { canEnter, type DatabaseUser, databaseUserFor, isRoot } from './database-user.ts'

export interface PostgresLocation {
  /** The folder in which the cluster lies: the data folder, or another when the database user cannot go there. */
  home: string
  /** The cluster itself, `<home>/postgres`. */
  cluster: string
  user: DatabaseUser
}

/** Where clusters go whose data folder is closed to the database user. It outlives restarts and updates. */
export const defaultReachableFolder =
  process.platform === 'darwin' ? '/usr/local/var/lyceum' : '/var/lib/lyceum'

/**
 * Decides where the cluster lies. Once decided it stays: a cluster outside of the data folder is written down
 * in a note in the data folder, and a note whose folder is gone is a fault, never a reason to begin empty.
 */
export function resolvePostgresLocation(
  dataDir: string,
  reachableFolder: string,
  onProgress: (line: string) => void,
): PostgresLocation {
  const noted = readNote(dataDir)
  if (noted) {
    if (!existsSync(noted)) throw lostHomeError(dataDir, noted)
    onProgress(`The database of ${dataDir} is kept in ${noted}.`)
    return locationIn(noted)
  }
  const location = locationIn(dataDir)
  if (!isRoot() || canEnter(location.user, dataDir)) return location
  if (allowTraversal(dataDir, location.user)) {
    onProgress(`Let ${location.user.name}, who runs PostgreSQL, pass through ${dataDir}.`)
    return location
  }
  if (existsSync(location.cluster)) throw closedClusterError(dataDir, location)
  const home = makeReachableHome(dataDir, reachableFolder)
  writeNote(dataDir, home)
  onProgress(
    `The database is kept in ${home}, because ${location.user.name}, who runs PostgreSQL, cannot enter ` +
      `${dataDir}. Include it in your backups.`,
  )
  return locationIn(home)
}

function locationIn(home: string): PostgresLocation {
  const cluster = join(home, 'postgres')
  return { home, cluster, user: databaseUserFor(cluster) }
}

/**
 * When nothing but the data folder itself is closed, its group is let through. A folder whose group has
 * rights already is left alone: somebody meant that.
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

/** The name follows from the data folder, so that losing the note alone does not lose the database. */
function makeReachableHome(dataDir: string, reachableFolder: string): string {
  const home = join(reachableFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  try {
    for (const folder of [reachableFolder, home]) {
      // The mode is set by hand because the umask may be narrow, and only on folders of our own making.
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

function readNote(dataDir: string): string | undefined {
  const note = join(dataDir, noteName)
  if (!existsSync(note)) return undefined
  const home = /^\/.*$/m.exec(readFileSync(note, 'utf8'))?.[0]
  if (home) return home
  throw new EmbeddedPostgresError(
    `${note} should say where the database of ${dataDir} is kept, and holds no path. Write the path of that ` +
      `folder into it (look in ${defaultReachableFolder}).`,
  )
}

function writeNote(dataDir: string, home: string): void {
  writeStateFile(
    dataDir,
    noteName,
    `The database that belongs to this folder is kept in\n${home}\nbecause the user that runs PostgreSQL ` +
      'cannot enter this folder. Keep both, and back up both.\n',
    0o644,
  )
}

function lostHomeError(dataDir: string, home: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database of ${dataDir} is kept in ${home}, as ${join(dataDir, noteName)} says, and that folder is not ` +
      'there. Bring it back (mount it, or restore it from a backup) and start again. Only if you want to begin ' +
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
