import { join } from 'node:path'
import { prepareDataFolder, readStateFile, writeStateFile } from './data-folder.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { keepRunning } from './keep-running.ts'
import { findFreePort, isPortFree } from './ports.ts'
import { findPostgresPackage, type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.ts'
import { checkCluster, createCluster, findPassword, hasCluster, renewPassword } from './postgres-cluster.ts'
import { EmbeddedPostgresFault, errorText } from './postgres-fault.ts'
import { openPostgresLog, type PostgresLog } from './postgres-log.ts'
import { defaultReachableFolder, findPostgresPlace, type PostgresPlace } from './postgres-place.ts'
import { databaseUrl, ensureDatabase, waitUntilReady } from './postgres-ready.ts'
import {
  disarmStalePidFile,
  findServer,
  launchServer,
  type PostgresServer,
  serverCommand,
  stopServer,
} from './postgres-server.ts'
import { refuseHalfRestored } from './restore-mark.ts'
import { removeUnfinished } from './unfinished.ts'

export { EmbeddedPostgresFault }

export interface EmbeddedPostgres {
  url: string
  port: number
  /** Of the server that runs now. */
  readonly pid: number
  /** Ends PostgreSQL and gives the data folder free. Calling it again does no harm. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Without it the port of the last start is taken, or a free one. */
  port?: number
  /** PostgreSQL settings that go over ours. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
  /** When given, a server that ends by itself is started again on its port, and this is told of it. */
  onOutage?: (line: string) => void
  /** Where the cluster goes when root runs Lyceum and the database user cannot enter `dataDir`. */
  reachableFolder?: string
}

/**
 * Starts the PostgreSQL of a data folder, makes its cluster when there is none, and takes over the server that
 * a killed Lyceum left running. It refuses with an `EmbeddedPostgresFault`, and then nothing has been deleted.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const say = options.onProgress ?? (() => {})
  const packageFolder = findPostgresPackage()
  const dataDir = prepareDataFolder(options.dataDir)
  const locks: FolderLock[] = [await lockFolder(dataDir)]
  const release = () => {
    for (const lock of locks) lock.release()
  }
  try {
    const place = findPostgresPlace(dataDir, options.reachableFolder ?? defaultReachableFolder, say)
    // A copied data folder brings its note along, so the place itself is locked as well.
    if (place.home !== dataDir) locks.push(await lockFolder(place.home))
    refuseHalfRestored(dataDir, place.home)
    if (await removeUnfinished(place.home)) say('Cleared away what an interrupted start had left.')
    const binaries = await preparePostgresBinaries(packageFolder, place.home, place.user, say)
    const run: Run = { dataDir, place, binaries, options, log: openPostgresLog(dataDir), say }
    const password = await preparePassword(run)
    const server = await startServer(run)
    await finishStart(run, server, password)
    return describe(run, server, password, release)
  } catch (error) {
    release()
    throw error instanceof EmbeddedPostgresFault ? error : unexpectedFault(dataDir, error)
  }
}

interface Run {
  dataDir: string
  place: PostgresPlace
  binaries: PostgresBinaries
  options: EmbeddedPostgresOptions
  log: PostgresLog
  say: (line: string) => void
}

/** After this there is a sound cluster, and its password is known. */
async function preparePassword({ dataDir, place, binaries, say }: Run): Promise<string> {
  if (!hasCluster(place)) {
    say(`Making a new database in ${place.cluster}.`)
    return createCluster(dataDir, place, binaries)
  }
  checkCluster(place, binaries)
  const known = findPassword(dataDir)
  if (known) return known
  say('The file with the database password is gone; setting a new password.')
  const orphan = findServer(place.cluster)
  if (orphan) await stopServer(orphan, place.cluster)
  disarmStalePidFile(place.cluster)
  return renewPassword(dataDir, place, binaries)
}

async function startServer(run: Run): Promise<PostgresServer> {
  const { place, binaries, options, say } = run
  const orphan = findServer(place.cluster)
  if (orphan) {
    const wanted = serverCommand(
      binaries.postgres,
      place.cluster,
      options.port ?? orphan.port,
      options.settings,
    )
    if (orphan.isReady && orphan.commandLine === wanted.join(' ')) {
      say(`Taking over the PostgreSQL that is still running (pid ${orphan.pid}).`)
      return orphan
    }
    say(`Stopping the PostgreSQL that is still running with other settings (pid ${orphan.pid}).`)
    await stopServer(orphan, place.cluster)
  }
  return launchUntilReady(run)
}

const launchSeconds = 60

async function launchUntilReady(run: Run): Promise<PostgresServer> {
  const { place, binaries, options, log } = run
  const deadline = performance.now() + launchSeconds * 1000
  for (;;) {
    const port = await choosePort(run)
    disarmStalePidFile(place.cluster)
    log.rotate()
    const mark = log.size()
    const command = serverCommand(binaries.postgres, place.cluster, port, options.settings)
    const server = launchServer(command, port, place.user, log)
    const outcome = await waitUntilReady(server, place.cluster, log, mark)
    if (outcome.ready) return server
    const mayRetry = performance.now() < deadline
    if (!server.hasEnded()) await stopServer(server, place.cluster)
    else if (/could not bind|Address already in use/.test(outcome.log)) {
      if (options.port || !mayRetry) throw portFault(port)
      continue
    }
    // The workers of a server that was killed need a moment to notice and to let go of its memory.
    else if (/pre-existing shared memory block/.test(outcome.log) && mayRetry) {
      await Bun.sleep(200)
      continue
    }
    throw startFault(run, outcome.log)
  }
}

const portName = 'postgres.port'

async function choosePort({ dataDir, options }: Run): Promise<number> {
  if (options.port) {
    if (await isPortFree(options.port)) return options.port
    throw portFault(options.port)
  }
  const remembered = Number(readStateFile(dataDir, portName))
  return remembered && (await isPortFree(remembered)) ? remembered : findFreePort()
}

async function finishStart({ dataDir, place }: Run, server: PostgresServer, password: string): Promise<void> {
  try {
    await ensureDatabase(server.port, password, join(dataDir, 'postgres.password'))
    if (readStateFile(dataDir, portName) !== String(server.port)) {
      writeStateFile(dataDir, portName, `${server.port}\n`, 0o644)
    }
  } catch (error) {
    await stopServer(server, place.cluster)
    throw error
  }
}

function describe(run: Run, server: PostgresServer, password: string, release: () => void): EmbeddedPostgres {
  const { onOutage } = run.options
  // Everybody knows the URL by now, so it must be the same port again, even if that has to be waited for.
  const startAgain = () => startServer({ ...run, options: { ...run.options, port: server.port } })
  const kept = onOutage && keepRunning(server, startAgain, onOutage)
  const end = async () => {
    await stopServer((await kept?.release()) ?? server, run.place.cluster)
    // The lock goes last, and stays when PostgreSQL would not stop: the folder is then still in use.
    release()
  }
  let stopping: Promise<void> | undefined
  return {
    url: databaseUrl(server.port, password),
    port: server.port,
    get pid() {
      return (kept?.current() ?? server).pid
    },
    stop() {
      stopping ??= end()
      return stopping
    },
  }
}

function portFault(port: number): EmbeddedPostgresFault {
  return new EmbeddedPostgresFault(
    `Port ${port} on 127.0.0.1, which the embedded PostgreSQL should use, is taken by another program. Stop that ` +
      'program, name another port, or name none to have a free one picked.',
  )
}

function startFault({ place, log }: Run, text: string): EmbeddedPostgresFault {
  const lastLines = text.trim().split('\n').slice(-12).join('\n')
  const isDamaged = /control file|pg_control|checkpoint record/i.test(text)
  const advice = isDamaged
    ? `The database folder ${place.cluster} is damaged. Restore it from a backup, or move it away to begin ` +
      'with an empty database.'
    : 'Put right what its last lines say, and start again.'
  return new EmbeddedPostgresFault(
    `PostgreSQL did not start on ${place.cluster}. ${advice} Nothing was deleted. The whole log is in ` +
      `${log.file}; it ends with:\n${lastLines}`,
  )
}

function unexpectedFault(dataDir: string, error: unknown): EmbeddedPostgresFault {
  return new EmbeddedPostgresFault(
    `The embedded PostgreSQL of ${dataDir} did not start: ${errorText(error)}. Nothing was deleted. Put this ` +
      'right and start again, or set DATABASE_URL to use a PostgreSQL of your own.',
    { cause: error },
  )
}
