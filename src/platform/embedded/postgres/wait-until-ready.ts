import { Client } from 'pg'
import { EmbeddedPostgresError } from '../embedded-error.ts'
import { lyceumRole } from './cluster.ts'
import type { PostgresLog } from './log-file.ts'
import { type PostgresServer, readPidFile } from './server-process.ts'
import { servicePassword, serviceRole, serviceRoleStatement } from './service-role.ts'

const silenceSeconds = 60

type Readiness = { ready: true } | { ready: false; log: string }

/**
 * Waits until the server accepts connections, has ended, or exceeds the timeout. Crash recovery may take long
 * and writes to the log from time to time, so the timeout counts from the last log line.
 */
export async function waitUntilReady(
  server: PostgresServer,
  cluster: string,
  log: PostgresLog,
  mark: number,
): Promise<Readiness> {
  let size = log.size()
  let deadline = performance.now() + silenceSeconds * 1000
  for (;;) {
    const note = readPidFile(cluster)
    if (note?.pid === server.pid && note.status === 'ready') return { ready: true }
    if (server.hasEnded() || performance.now() > deadline) return { ready: false, log: log.textSince(mark) }
    if (log.size() !== size) {
      size = log.size()
      deadline = performance.now() + silenceSeconds * 1000
    }
    await Bun.sleep(10)
  }
}

/** Connects as the role of the service. */
export function serviceUrl(port: number, password: string): string {
  return `postgres://${serviceRole}:${servicePassword(password)}@127.0.0.1:${port}/${lyceumRole}`
}

/** Connects as the superuser, for maintenance and backups. */
export function databaseUrl(port: number, password: string, database = lyceumRole): string {
  return `postgres://${lyceumRole}:${password}@127.0.0.1:${port}/${database}`
}

/**
 * Error details and statements may contain personal data, so PostgreSQL logs errors of our sessions without
 * them. The setting belongs to the role: messages of the server itself, which operators need, stay complete.
 */
const TERSE_ERROR_LOG = `DO $$ BEGIN
  IF current_setting('log_error_verbosity') <> 'terse' THEN
    ALTER ROLE ${lyceumRole} SET log_error_verbosity = 'terse';
    ALTER ROLE ${lyceumRole} SET log_min_error_statement = 'panic';
  END IF;
END $$`

/**
 * Checks with a real connection that the server accepts the password, creates the database if needed, and gives it to the
 * role of the service.
 */
export async function ensureDatabase(port: number, password: string, passwordFile: string): Promise<void> {
  const statements = `${TERSE_ERROR_LOG}; ${serviceRoleStatement(password)}`
  try {
    await query(databaseUrl(port, password), statements)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '28P01') {
      throw new EmbeddedPostgresError(
        `The password in ${passwordFile} is not that of the database. Restore the right file, or remove it: ` +
          'the next start then sets a new password.',
      )
    }
    if (code !== '3D000') throw error
    await query(databaseUrl(port, password, 'postgres'), `CREATE DATABASE ${lyceumRole}`)
    await query(databaseUrl(port, password), statements)
  }
}

export async function query(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: silenceSeconds * 1000, ssl: false })
  // Without a listener, a connection that breaks while idle would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
