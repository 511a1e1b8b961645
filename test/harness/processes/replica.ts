import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../../src/platform/db/database.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded/postgres/embedded-postgres.ts'
import { waitUntil } from '../wait-until.ts'

/** A primary, and a real replica that streams from it. */
export interface TestReplication {
  primaryUrl: string
  replicaUrl: string
  /** Direct handles for assertions. */
  primary: Database
  /** Pauses the replay on the replica; it still receives WAL. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Waits until the replica shows everything that the primary has committed. */
  waitUntilCaughtUp(): Promise<void>
  killReplica(): Promise<void>
  startReplica(): Promise<void>
  stop(): Promise<void>
}

const SETTINGS = {
  shared_buffers: '32MB',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  shared_preload_libraries: 'pg_stat_statements',
  wal_retrieve_retry_interval: '200ms',
}

/** Creates the replica without pg_basebackup: from a copy of the stopped primary. */
export async function startTestReplication(): Promise<TestReplication> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-replication-'))
  // PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const [home, copy] = [join(folder, 'primary'), join(folder, 'replica')]
  const cleanUp: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  ]
  const start = async (options: EmbeddedPostgresOptions) => {
    const server = await startEmbeddedPostgres(options)
    cleanUp.push(() => server.stop())
    return server
  }
  const stop = async () => {
    for (const undo of cleanUp.splice(0).reverse()) await undo()
  }
  try {
    const first = await start({ dataDir: home, settings: SETTINGS })
    await first.stop()
    copyCluster(home, copy)
    const server = await start({ dataDir: home, settings: SETTINGS, port: first.port })
    const { port, username, password } = new URL(server.url)
    const settings = {
      ...SETTINGS,
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
    }
    let replica: EmbeddedPostgres = await start({ dataDir: copy, settings })
    const primary = new Database({ url: server.url, poolSize: 4 })
    cleanUp.push(() => primary.close())
    const onReplica = (command: string) => queryDirectly(replica.url, command)
    return {
      primaryUrl: server.url,
      replicaUrl: replica.url,
      primary,
      pause: async () => {
        await onReplica('select pg_wal_replay_pause()')
        await waitUntil(async () => {
          const [row] = await onReplica('select pg_get_wal_replay_pause_state() as state')
          return row?.state === 'paused'
        })
      },
      resume: async () => {
        await onReplica('select pg_wal_replay_resume()')
      },
      waitUntilCaughtUp: async () => {
        const [row] = await primary.query<{ end: string }>`select pg_current_wal_flush_lsn()::text as end`
        await waitUntil(async () => {
          const [now] = await onReplica(
            `select pg_last_wal_replay_lsn() >= '${row!.end}'::pg_lsn as is_there`,
          )
          return now?.is_there === true
        })
      },
      killReplica: async () => {
        process.kill(replica.pid, 'SIGKILL')
        await replica.stop()
      },
      startReplica: async () => {
        replica = await start({ dataDir: copy, settings, port: replica.port })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function copyCluster(from: string, to: string): void {
  const cluster = join(to, 'postgres')
  for (const command of [
    ['mkdir', '-m', '755', to],
    ['cp', '-a', join(from, 'postgres'), join(from, 'postgres.password'), to],
  ]) {
    const { success, stderr } = Bun.spawnSync(command)
    if (!success) throw new Error(stderr.toString())
  }
  const { uid, gid } = statSync(cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  chownSync(join(cluster, 'standby.signal'), uid, gid)
}

/** Uses its own connection, because the pools are under test. */
async function queryDirectly(url: string, command: string): Promise<Record<string, unknown>[]> {
  const database = new Database({ url, poolSize: 1 })
  try {
    return await database.withSession(({ raw }) => raw(command))
  } finally {
    await database.close()
  }
}
