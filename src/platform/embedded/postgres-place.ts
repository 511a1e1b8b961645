import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeStateFile } from './data-folder.ts'
import { EmbeddedPostgresFault, errorText, useYourOwnPostgres } from './postgres-fault.ts'
import { canEnter, type DatabaseUser, databaseUserFor, isRoot } from './postgres-user.ts'

export interface PostgresPlace {
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
export function findPostgresPlace(
  dataDir: string,
  reachableFolder: string,
  say: (line: string) => void,
): PostgresPlace {
  const noted = readNote(dataDir)
  if (noted) {
    if (!existsSync(noted)) throw lostHomeFault(dataDir, noted)
    say(`The database of ${dataDir} is kept in ${noted}.`)
    return placeIn(noted)
  }
  const place = placeIn(dataDir)
  if (!isRoot() || canEnter(place.user, dataDir)) return place
  if (openForPassing(dataDir, place.user)) {
    say(`Let ${place.user.name}, who runs PostgreSQL, pass through ${dataDir}.`)
    return place
  }
  if (existsSync(place.cluster)) throw closedClusterFault(dataDir, place)
  const home = makeReachableHome(dataDir, reachableFolder)
  writeNote(dataDir, home)
  say(
    `The database is kept in ${home}, because ${place.user.name}, who runs PostgreSQL, cannot enter ` +
      `${dataDir}. Include it in your backups.`,
  )
  return placeIn(home)
}

function placeIn(home: string): PostgresPlace {
  const cluster = join(home, 'postgres')
  return { home, cluster, user: databaseUserFor(cluster) }
}

/**
 * When nothing but the data folder itself is closed, its group is let through. A folder whose group has
 * rights already is left alone: somebody meant that.
 */
function openForPassing(dataDir: string, user: DatabaseUser): boolean {
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
    throw unreachableFault(dataDir, home, errorText(error))
  }
  const { user } = placeIn(realpathSync(home))
  if (!canEnter(user, home)) throw unreachableFault(dataDir, home, `${user.name} cannot enter it either`)
  return realpathSync(home)
}

const noteName = 'postgres.place'

function readNote(dataDir: string): string | undefined {
  const note = join(dataDir, noteName)
  if (!existsSync(note)) return undefined
  const home = /^\/.*$/m.exec(readFileSync(note, 'utf8'))?.[0]
  if (home) return home
  throw new EmbeddedPostgresFault(
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

function lostHomeFault(dataDir: string, home: string): EmbeddedPostgresFault {
  return new EmbeddedPostgresFault(
    `The database of ${dataDir} is kept in ${home}, as ${join(dataDir, noteName)} says, and that folder is not ` +
      'there. Bring it back (mount it, or restore it from a backup) and start again. Only if you want to begin ' +
      `with an empty database, remove ${join(dataDir, noteName)}.`,
  )
}

function closedClusterFault(dataDir: string, { cluster, user }: PostgresPlace): EmbeddedPostgresFault {
  return new EmbeddedPostgresFault(
    `The database in ${cluster} belongs to ${user.name}, who can no longer enter that folder. Open the way to ` +
      `it (chmod o+x on the closed folders above ${dataDir}), or move ${dataDir} to a place that is open. ` +
      'Nothing was changed.',
  )
}

function unreachableFault(dataDir: string, home: string, reason: string): EmbeddedPostgresFault {
  return new EmbeddedPostgresFault(
    `The user that runs PostgreSQL cannot enter ${dataDir}, and ${home} cannot be used in its place ` +
      `(${reason}). Name a data folder outside of closed home folders, such as /srv/lyceum. ${useYourOwnPostgres}`,
  )
}
