import { getConstructionPlans } from 'pg-boss'
import type { Db, OpenTransaction } from '../../src/platform/db/database.ts'
import type { Migration } from '../../src/platform/db/migrate.ts'

interface Table {
  /** Quoted, with its schema. */
  name: string
  /** Without those that the server computes. */
  columns: string
  key: string
}

/**
 * Returns a database as a script: the migrations that ran, the schema of the job queue, and all rows. A server runs it in an
 * empty database.
 */
export async function dumpDatabase(
  { statement, raw }: OpenTransaction,
  migrations: Migration[],
): Promise<string> {
  await statement`set transaction isolation level repeatable read`
  const tables = await listTables(statement)
  const rows: string[] = []
  for (const table of tables) rows.push(...(await insertsOf(raw, table)))
  return [
    ...migrations.map(({ name, text }) => `-- ${name}\n${text.trimEnd()}\n;`),
    '-- The job queue.',
    getConstructionPlans('pgboss'),
    '-- The rows. Triggers and foreign keys of the source have checked them.',
    'begin;',
    'set local session_replication_role = replica;',
    SCHEMA_MIGRATION,
    // Migrations and the construction of the queue insert rows too.
    `truncate ${tables.map(({ name }) => name).join(', ')};`,
    ...rows,
    ...(await sequenceStatements(statement)),
    'commit;',
    '',
  ].join('\n')
}

/** As `migrate` creates it. */
const SCHEMA_MIGRATION = `create table schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now(),
  is_breaking boolean not null default false);`

/** Tables with many similar rows that do not compress well. Nothing refers to their rows. */
const ENOUGH_ROWS: Record<string, number> = { 'pgboss.job': 20, 'public.outgoing_mail': 5 }

async function listTables(db: Db): Promise<Table[]> {
  return await db<Table>`
    select format('%I.%I', nspname, relname) as name,
      (select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select string_agg(format('%I', attname), ', ' order by array_position(indkey::smallint[], attnum))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey::smallint[])
        where indrelid = pg_class.oid and indisprimary), '1') as key
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
    order by nspname, relname`
}

async function insertsOf(raw: OpenTransaction['raw'], { name, columns, key }: Table): Promise<string[]> {
  const limit = ENOUGH_ROWS[name] ?? 'all'
  const rows = await raw(
    `select to_json(picked)::text as row from (select ${columns} from ${name} order by ${key} limit ${limit}) picked`,
  )
  if (rows.length === 0) return []
  const json = rows.map(({ row }) => row as string).join(',\n')
  return [
    `insert into ${name} (${columns}) overriding system value
select ${columns} from json_populate_recordset(null::${name}, ${quote(`[${json}]`)});`,
  ]
}

/** The next numbers of identity columns and sequences. */
async function sequenceStatements(db: Db): Promise<string[]> {
  const sequences = await db<{ name: string; last: bigint }>`
    select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`
  return sequences.map(({ name, last }) => `select setval(${quote(name)}, ${last});`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
