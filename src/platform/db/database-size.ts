import { defineDatabaseMetrics } from '../database-metrics.ts'

export const databaseSizeMetrics = defineDatabaseMetrics(
  { lyceum_database_size_bytes: 'Size of the database on the disk of its server' },
  async (db) => {
    const [row] = await db<{ bytes: number }>`
      select pg_database_size(current_database())::double precision as bytes`
    return { lyceum_database_size_bytes: row!.bytes }
  },
)
