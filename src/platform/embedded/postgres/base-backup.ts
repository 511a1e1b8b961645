import { lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Client } from 'pg'

/** A PostgreSQL backup session that copies a running cluster. */
export interface BaseBackup {
  cluster: string
  postgresMajor: number
  /** Names of the applied migrations in order. */
  listMigrations(): Promise<string[]>
  /** Starts the backup: the files may now be copied, and the log that repairs torn pages is retained. */
  begin(): Promise<void>
  /**
   * Locks the table against writes, ends the backup, runs `between`, and releases the lock. The copy together
   * with the returned log segments is consistent at the end of the backup.
   */
  finish(lock: { table: string; between: () => void }): Promise<{ label: string; segments: string[] }>
  close(): Promise<void>
}

const LOCK_TIMEOUT = '30s'

export async function openBaseBackup(url: string): Promise<BaseBackup> {
  const [session, lockSession] = [newClient(url), newClient(url)]
  await session.connect()
  await lockSession.connect()
  const one = async (statement: string, values: unknown[] = []) =>
    (await session.query(statement, values)).rows[0]
  const { cluster, version } = await one(
    `select current_setting('data_directory') as cluster, current_setting('server_version_num')::int as version`,
  )
  return {
    cluster,
    postgresMajor: Math.floor(version / 10_000),
    listMigrations: async () =>
      (await session.query('select name from schema_migration order by name')).rows.map(({ name }) => name),
    begin: async () => {
      // A temporary slot ends with the session, so a killed backup does not retain the log.
      await session.query(
        `select pg_create_physical_replication_slot('lyceum_backup_' || pg_backend_pid(), true, true)`,
      )
      await session.query(`select pg_backup_start('lyceum backup', fast => true)`)
    },
    finish: async ({ table, between }) => {
      await lockSession.query('begin')
      await lockSession.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await lockSession.query(`lock table ${table} in exclusive mode`)
      const { lsn, label } = await one(
        `select lsn, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
      )
      between()
      await lockSession.query('commit')
      const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
      // On a segment boundary, the position belongs to the segment that ends there.
      const { last } = await one(`select pg_walfile_name($1::pg_lsn - 1) as last`, [lsn])
      const segments = readdirSync(join(cluster, 'pg_wal')).filter(
        (name) => /^[0-9A-F]{24}$/.test(name) && name >= first! && name <= last,
      )
      return { label, segments: segments.sort() }
    },
    close: async () => {
      await Promise.allSettled([session.end(), lockSession.end()])
    },
  }
}

function newClient(connectionString: string): Client {
  const client = new Client({ connectionString, ssl: false, application_name: 'lyceum-backup' })
  // Without a listener, a connection that breaks while idle would end the process.
  client.on('error', () => {})
  return client
}

/** The contents of these folders are not copied: every start creates them. The empty folders are needed. */
const RECREATED_ON_START =
  /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)\//
const EXCLUDED = /^(postmaster\.(pid|opts)(\.draft)?|backup_label(\.old)?|recovery\.signal|standby\.signal)$/
const TEMPORARY = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)(\/|$)/
const CONTROL = 'global/pg_control'

/**
 * Lists the files of a cluster to copy, relative to it: folders from the top down, and files with
 * `pg_control` last.
 */
export function listClusterFiles(cluster: string): { folders: string[]; files: string[] } {
  const folders: string[] = []
  const files: string[] = []
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = relative(cluster, join(folder, entry.name))
      if (RECREATED_ON_START.test(path) || TEMPORARY.test(path)) continue
      if (entry.isDirectory()) {
        folders.push(path)
        walkIfThere(join(folder, entry.name))
      } else if (!EXCLUDED.test(path) && path !== CONTROL) files.push(path)
    }
  }
  const walkIfThere = (folder: string) => {
    // A database that is dropped during the copy removes its folder.
    if (lstatSync(folder, { throwIfNoEntry: false })) walk(folder)
  }
  walk(cluster)
  return {
    folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'],
    files: [...files.sort(), CONTROL],
  }
}
