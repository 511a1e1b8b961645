import { join } from 'node:path'
import { findFreePort, isPortFree } from '../../ports.ts'
import { prepareDataFolder, readStateFile, writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError, errorText } from '../embedded-error.ts'
import { findPostgresPackage, type PostgresBinaries, preparePostgresBinaries } from './binaries.ts'
import { checkCluster, createCluster, findPassword, hasCluster, renewPassword } from './cluster.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { defaultReachableFolder, type PostgresLocation, resolvePostgresLocation } from './location.ts'
import { openPostgresLog, type PostgresLog } from './log-file.ts'
import { requireCompleteRestore } from './restore-marker.ts'
import {
  findServer,
  type LaunchedServer,
  launchServer,
  neutralizeStalePidFile,
  type PostgresServer,
  serverCommand,
  stopServer,
} from './server-process.ts'
import { superviseServer } from './supervise-server.ts'
import { removeTemporaryFolders } from './temporary-folders.ts'
import { databaseUrl, ensureDatabase, query, serviceUrl, waitUntilReady } from './wait-until-ready.ts'

export { EmbeddedPostgresError }

export interface EmbeddedPostgres {
  /** For the superuser: maintenance, backups, other databases. */
  url: string
  /** For the service, whose role owns the database and has no rights beyond. */
  serviceUrl: string
  port: number
  /** Of the current server. */
  readonly pid: number
  /** Writes changed pages to disk, so that a stop soon afterwards has little left to write. */
  writeCheckpoint(): Promise<void>
  /** Stops PostgreSQL and releases the data folder. A second call does nothing. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** The default is the port of the last start, or a free one. */
  port?: number
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string>
  onProgress?: (line: string) => void
  /** Called when the server process runs. The start connects to it when the promise resolves. */
  onLaunched?: () => Promise<void>
  /**
   * When given, a server that ends unexpectedly is started again on its port, and this is called with
   * progress messages.
   */
  onOutage?: (line: string) => void
  /** The parent of the cluster when root runs Lyceum and the database user cannot enter `dataDir`. */
  reachableFolder?: string
}

/**
 * Starts the PostgreSQL of a data folder and creates its cluster if needed. Stops the server of a killed
 * Lyceum first. Throws an `EmbeddedPostgresError` on failure, without
 * deleting data.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const onProgress = options.onProgress ?? (() => {})
  const packageFolder = findPostgresPackage()
  const dataDir = prepareDataFolder(options.dataDir)
  const locks: FolderLock[] = [await lockFolder(dataDir)]
  const release = () => {
    for (const lock of locks) lock.release()
  }
  try {
    const location = resolvePostgresLocation(
      dataDir,
      options.reachableFolder ?? defaultReachableFolder,
      onProgress,
    )
    // A copied data folder contains the same note, so the cluster's folder is locked too.
    if (location.home !== dataDir) locks.push(await lockFolder(location.home))
    requireCompleteRestore(dataDir, location.home)
    if (await removeTemporaryFolders(location.home)) onProgress('Removed the files of an interrupted start.')
    const binaries = await preparePostgresBinaries(packageFolder, location.home, location.user, onProgress)
    const run: Run = { dataDir, location, binaries, options, log: openPostgresLog(dataDir), onProgress }
    const password = await preparePassword(run)
    const server = await startServer(run)
    await finishStart(run, server, password)
    return describe(run, server, password, release)
  } catch (error) {
    release()
    throw error instanceof EmbeddedPostgresError ? error : unexpectedError(dataDir, error)
  }
}

interface Run {
  dataDir: string
  location: PostgresLocation
  binaries: PostgresBinaries
  options: EmbeddedPostgresOptions
  log: PostgresLog
  onProgress: (line: string) => void
}

/** Creates or checks the cluster and returns its password. Sets a new password if its file is lost. */
async function preparePassword({ dataDir, location, binaries, onProgress }: Run): Promise<string> {
  if (!hasCluster(location)) {
    onProgress(`Creating a new database in ${location.cluster}.`)
    return createCluster(dataDir, location, binaries)
  }
  checkCluster(location, binaries)
  const known = findPassword(dataDir)
  if (known) return known
  onProgress('The file with the database password is gone; setting a new password.')
  const orphan = findServer(location.cluster)
  if (orphan) await stopServer(orphan, location.cluster)
  neutralizeStalePidFile(location.cluster)
  return renewPassword(dataDir, location, binaries)
}

async function startServer(run: Run): Promise<LaunchedServer> {
  const { location, onProgress } = run
  const orphan = findServer(location.cluster)
  if (orphan) {
    onProgress(`Stopping the PostgreSQL of a killed Lyceum (pid ${orphan.pid}).`)
    await stopServer(orphan, location.cluster)
  }
  return launchUntilReady(run)
}

const launchSeconds = 60

async function launchUntilReady(run: Run): Promise<LaunchedServer> {
  const { location, binaries, options, log } = run
  const deadline = performance.now() + launchSeconds * 1000
  for (;;) {
    const port = await choosePort(run)
    neutralizeStalePidFile(location.cluster)
    log.rotate()
    const mark = log.size()
    const command = serverCommand(binaries.postgres, location.cluster, port, options.settings)
    const server = await launchServer(command, port, location.user, log)
    await options.onLaunched?.()
    const outcome = await waitUntilReady(server, location.cluster, log, mark)
    if (outcome.ready) return server
    const mayRetry = performance.now() < deadline
    if (!server.hasEnded()) await stopServer(server, location.cluster)
    else if (/could not bind|Address already in use/.test(outcome.log)) {
      if (options.port || !mayRetry) throw portError(port)
      continue
    }
    // The workers of a killed server need a moment to exit and release its shared memory.
    else if (/pre-existing shared memory block/.test(outcome.log) && mayRetry) {
      await Bun.sleep(200)
      continue
    }
    throw startError(run, outcome.log)
  }
}

const portName = 'postgres.port'

async function choosePort({ dataDir, options }: Run): Promise<number> {
  if (options.port) {
    if (await isPortFree(options.port)) return options.port
    throw portError(options.port)
  }
  const lastPort = Number(readStateFile(dataDir, portName))
  return lastPort && (await isPortFree(lastPort)) ? lastPort : findFreePort()
}

async function finishStart(
  { dataDir, location }: Run,
  server: PostgresServer,
  password: string,
): Promise<void> {
  try {
    await ensureDatabase(server.port, password, join(dataDir, 'postgres.password'))
    if (readStateFile(dataDir, portName) !== String(server.port)) {
      writeStateFile(dataDir, portName, `${server.port}\n`, 0o644)
    }
  } catch (error) {
    await stopServer(server, location.cluster)
    throw error
  }
}

function describe(run: Run, server: LaunchedServer, password: string, release: () => void): EmbeddedPostgres {
  const { onOutage } = run.options
  // Clients already have the URL, so the restart uses the same port. It fails while the port is taken, and
  // the supervisor tries again.
  const { onLaunched: _first, ...options } = run.options
  const restart = () => startServer({ ...run, options: { ...options, port: server.port } })
  const supervised = onOutage && superviseServer(server, restart, onOutage)
  const end = async () => {
    await stopServer((await supervised?.release()) ?? server, run.location.cluster)
    // The lock is released last, and not if PostgreSQL did not stop: the folder is then still in use.
    release()
  }
  let stopping: Promise<void> | undefined
  return {
    url: databaseUrl(server.port, password),
    serviceUrl: serviceUrl(server.port, password),
    port: server.port,
    get pid() {
      return (supervised?.current() ?? server).pid
    },
    writeCheckpoint: () => query(databaseUrl(server.port, password), 'CHECKPOINT'),
    stop() {
      stopping ??= end()
      return stopping
    },
  }
}

function portError(port: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `Port ${port} on 127.0.0.1, which the embedded PostgreSQL should use, is taken by another program. Stop that ` +
      'program, set another port, or set none to use a free one.',
  )
}

function startError({ location, log }: Run, text: string): EmbeddedPostgresError {
  const lastLines = text.trim().split('\n').slice(-12).join('\n')
  const isDamaged = /control file|pg_control|checkpoint record/i.test(text)
  const advice = isDamaged
    ? `The database folder ${location.cluster} is damaged. Restore it from a backup, or move it away to start ` +
      'with an empty database.'
    : 'Fix the cause in its last lines, and start again.'
  return new EmbeddedPostgresError(
    `PostgreSQL did not start on ${location.cluster}. ${advice} Nothing was deleted. The full log is in ` +
      `${log.file}; it ends with:\n${lastLines}`,
  )
}

function unexpectedError(dataDir: string, error: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL of ${dataDir} did not start: ${errorText(error)}. Nothing was deleted. Fix the ` +
      'cause and start again, or set DATABASE_URL to use a PostgreSQL of your own.',
    { cause: error },
  )
}
