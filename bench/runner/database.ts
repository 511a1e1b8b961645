import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/platform/embedded/postgres/embedded-postgres.ts'

/** The PostgreSQL that all implementations of a run share. */
export type Database = {
  url: string
  sql: Bun.SQL
  version: string
  /** The parent process of all backends, for the CPU measurements. */
  serverPid: number
  stop(): Promise<void>
}

/** Starts a new PostgreSQL with production durability and its data in the folder of the run. */
export async function startDatabase(scratchFolder: string): Promise<Database> {
  const dataDir = join(scratchFolder, 'postgres')
  await mkdir(dataDir, { recursive: true })
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir })
  const sql = new Bun.SQL(url, { max: 2 })
  const database: Database = {
    url,
    sql,
    version: '',
    serverPid: pid,
    async stop() {
      await sql.close()
      await stop()
    },
  }
  try {
    database.version = await requireDurable(sql)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/**
 * Throws if writes are not flushed, because that would favour some implementations. Returns the version of
 * the server.
 */
async function requireDurable(sql: Bun.SQL): Promise<string> {
  const [settings] = await sql`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit`
  if (settings.fsync !== 'on' || settings.synchronous_commit !== 'on')
    throw new Error('the benchmarks want fsync and synchronous_commit on')
  return settings.version
}
