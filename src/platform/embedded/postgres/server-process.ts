import { chownSync, closeSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from '../embedded-error.ts'
import { findProcess, isAlive, listProcesses, type RunningProcess } from '../processes.ts'
import { type DatabaseUser, isRoot } from './database-user.ts'
import type { PostgresLog } from './log-file.ts'
import { spawnWithWatcher } from './spawn-with-watcher.ts'

/** A postmaster that runs on our cluster, started by this process or by a killed Lyceum. */
export interface PostgresServer {
  pid: number
  port: number
  hasEnded(): boolean
}

/** A server that this process started. */
export interface LaunchedServer extends PostgresServer {
  /** Resolves when it has ended. */
  ended: Promise<unknown>
}

const defaultSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  // Shorter than the lock timeout, so that a deadlock is reported as one, and retried.
  deadlock_timeout: '200ms',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '%m [%p] ',
}

/** Settings are passed on the command line: the cluster's files stay as PostgreSQL created them. */
export function serverCommand(
  postgres: string,
  cluster: string,
  port: number,
  settings: Record<string, string> = {},
): string[] {
  const all = { ...defaultSettings, ...settings, port: String(port) }
  return [
    postgres,
    '-D',
    cluster,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Starts PostgreSQL in its own session, so that Ctrl-C in the terminal does not stop it before Lyceum. When
 * Lyceum is killed, PostgreSQL stops too.
 */
export async function launchServer(
  command: string[],
  port: number,
  user: DatabaseUser,
  log: PostgresLog,
): Promise<LaunchedServer> {
  const output = log.open()
  try {
    return { ...(await spawnWithWatcher(command, user, output)), port }
  } finally {
    closeSync(output)
  }
}

/**
 * Finds the postmaster of a cluster by its pid file, or else among all processes, because a second postmaster
 * would destroy the cluster. A pid that now belongs to another program does not count.
 */
export function findServer(cluster: string): PostgresServer | undefined {
  const note = readPidFile(cluster)
  const noted = note && findProcess(note.pid)
  const found =
    noted && isServerOf(cluster, noted) ? noted : listProcesses().find((one) => isServerOf(cluster, one))
  if (!found) return undefined
  return {
    pid: found.pid,
    port: note?.port ?? 0,
    hasEnded() {
      const now = findProcess(found.pid)
      return !now || !isServerOf(cluster, now)
    },
  }
}

/** Only the postmaster has its arguments; its child processes are named `postgres: …`. */
function isServerOf(cluster: string, { program, commandLine, workingFolder }: RunningProcess): boolean {
  if (program !== 'postgres' || commandLine.includes(' --single ')) return false
  return `${commandLine} `.includes(`postgres -D ${cluster} `) || workingFolder === cluster
}

interface PidFile {
  pid: number
  port: number
  status: string
}

export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL does not start while the pid in a stale pid file is alive, even as another program. This
 * replaces the pid with our own, which PostgreSQL ignores because `PG_GRANDPARENT_PID` names it. The rest of the file stays:
 * PostgreSQL uses it to detect workers of the dead server that still use its shared memory.
 */
export function neutralizeStalePidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid')
  const note = readPidFile(cluster)
  if (!note || !isAlive(note.pid)) return
  const { uid, gid } = statSync(cluster)
  const rest = readFileSync(file, 'utf8').replace(/^[^\n]*/, String(process.pid))
  writeFileSync(`${file}.draft`, rest, { mode: 0o600 })
  if (isRoot()) chownSync(`${file}.draft`, uid, gid)
  renameSync(`${file}.draft`, file)
}

const fastShutdownSeconds = 30
const immediateShutdownSeconds = 15

/**
 * Stops the server: first a fast shutdown that cuts sessions and writes a checkpoint, and if that hangs, an
 * immediate shutdown with recovery at the next start.
 */
export async function stopServer(
  server: PostgresServer,
  cluster: string,
  timeoutSeconds = fastShutdownSeconds,
): Promise<void> {
  signal(server, 'SIGINT')
  if (await endsWithin(server, timeoutSeconds)) return
  signal(server, 'SIGQUIT')
  if (await endsWithin(server, immediateShutdownSeconds)) return
  throw new EmbeddedPostgresError(
    `PostgreSQL (pid ${server.pid}) on ${cluster} does not stop. See its log for the reason; end it with ` +
      `\`kill -QUIT ${server.pid}\` before you start again.`,
  )
}

function signal(server: PostgresServer, name: 'SIGINT' | 'SIGQUIT'): void {
  if (server.hasEnded()) return
  try {
    process.kill(server.pid, name)
  } catch {
    // It has already ended.
  }
}

async function endsWithin(server: PostgresServer, seconds: number): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000
  while (!server.hasEnded()) {
    if (performance.now() > deadline) return false
    await Bun.sleep(10)
  }
  return true
}
