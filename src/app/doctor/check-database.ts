import type { Config } from '../../platform/config/config.ts'
import { ClockSkewWatcher } from '../../platform/db/clock-skew.ts'
import { Database } from '../../platform/db/database.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { listMigrationStatus } from '../../platform/db/migration-status.ts'
import { requireServerVersion } from '../../platform/db/server-version.ts'
import { findRunningPostgres } from '../../platform/embedded/postgres/running-postgres.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { MIGRATIONS } from '../bootstrap/prepare-database.ts'
import { type Check, failing, ok, warning } from './finding.ts'

/** The queue, the relayer, the liveness lock, LISTEN and the pipelined reads have connections of their own. */
const OTHER_CONNECTIONS = 14
const MAX_SKEW_MS = 2_000
const WAIT_SECONDS = 5

/** The database: version, migrations, connections and clock. The embedded one is checked only while a service runs it. */
export async function checkDatabase(config: Config): Promise<Check[]> {
  const { url, tlsCa, poolSize, replicaUrl } = config.database
  return [
    {
      name: 'database',
      run: async () => {
        const found = url ?? (await findRunningPostgres(config.dataDir, WAIT_SECONDS))?.serviceUrl
        if (!found)
          return warning(
            'the embedded database does not run, so it was not checked',
            `Start the service, and run ${COMMAND} doctor beside it.`,
          )
        return withDatabase(found, tlsCa, (database) => inspect(database, poolSize))
      },
      action: 'Check DATABASE_URL, the server, and whether its firewall lets this machine in.',
    },
    ...(replicaUrl
      ? [
          {
            name: 'replica',
            run: () => withDatabase(replicaUrl, tlsCa, async () => ok(new URL(replicaUrl).host)),
            action: 'Check DATABASE_REPLICA_URL. Reads go to the primary meanwhile.',
          },
        ]
      : []),
  ]
}

async function withDatabase<Result>(
  url: string,
  tlsCa: string | undefined,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = new Database({ url, tlsCa, poolSize: 2, applicationName: 'lyceum-doctor' })
  try {
    await requireServerVersion(database.query)
    return await work(database)
  } finally {
    await database.close()
  }
}

async function inspect({ query: db }: Database, poolSize: number) {
  const [server] = await db<{ version: string; max: number; used: number; bytes: number }>`
    select current_setting('server_version') as version, current_setting('max_connections')::integer as max,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      pg_database_size(current_database())::double precision as bytes`
  const { version, max, used, bytes } = server!
  const needed = poolSize + OTHER_CONNECTIONS
  const migrations = await listMigrationStatus(db, readMigrations(MIGRATIONS))
  const count = (state: string) => migrations.filter((migration) => migration.state === state).length
  const skewMs = await new ClockSkewWatcher(db).measure()
  return [
    ok(`PostgreSQL ${version}, ${(bytes / 1e6).toFixed(0)} MB`),
    needed > max
      ? failing(
          `a process needs up to ${needed} connections, and the server allows ${max}`,
          'Lower DATABASE_POOL_SIZE, or raise max_connections.',
        )
      : ok(`${used} of ${max} connections used; a process needs up to ${needed}`),
    describeMigrations(count('pending'), count('changed'), count('unknown')),
    Math.abs(skewMs) > MAX_SKEW_MS
      ? failing(
          `the clock of this machine is ${skewMs} ms ahead of that of the database`,
          'Check the time servers of both machines.',
        )
      : ok(`the clocks agree (${skewMs} ms)`),
  ]
}

function describeMigrations(pending: number, changed: number, unknown: number) {
  if (changed > 0)
    return failing(
      `${changed} migrations were changed after they ran`,
      `See which: ${COMMAND} migrate --status`,
    )
  if (pending > 0)
    return warning(`${pending} migrations have not run`, `The next start runs them, or: ${COMMAND} migrate`)
  if (unknown > 0)
    return warning(
      `a newer version has run ${unknown} migrations that this one does not know`,
      'See "Upgrading and going back" in docs/operations.md.',
    )
  return ok('all migrations have run')
}
