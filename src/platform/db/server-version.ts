import type { Db } from './database.ts'

/** Statements use what PostgreSQL 18 added, such as `returning old`. An older server accepts the schema and fails later. */
const MIN_MAJOR = 18

/** The server is too old. */
export class ServerVersionError extends Error {
  constructor(version: string) {
    super(
      `The database server is PostgreSQL ${version}, and Lyceum needs PostgreSQL ${MIN_MAJOR} or newer. Upgrade the server, or set DATABASE_URL to another one.`,
    )
    this.name = 'ServerVersionError'
  }
}

/** Throws a `ServerVersionError` if the server is older than the version that the statements need. */
export async function requireServerVersion(db: Db): Promise<void> {
  const [server] = await db<{ number: number; version: string }>`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as version`
  if (server!.number < MIN_MAJOR * 10_000) throw new ServerVersionError(server!.version)
}
