import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database, type Db } from '../src/platform/db/database.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded/postgres/embedded-postgres.ts'

/** Returns the schema after all migrations as SQL; `migrations/schema.sql` is its checked-in copy. */
export async function schemaText(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-schema-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  try {
    await migrate({ url: postgres.url }, readMigrations(join(import.meta.dir, '../migrations')))
    const database = new Database({ url: postgres.url, poolSize: 2 })
    try {
      return await dump(database.query)
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function dump(db: Db): Promise<string> {
  const sections = [
    '-- What all migrations together make. Written by `bun scripts/generate-schema.ts --write`; do not edit.',
    ...(await extensions(db)),
    ...(await functions(db)),
    ...(await tables(db)),
    ...(await views(db)),
    ...(await triggers(db)),
  ]
  return `${sections.join('\n\n')}\n`
}

async function extensions(db: Db): Promise<string[]> {
  const rows = await db<{
    name: string
  }>`select extname as name from pg_extension where extname <> 'plpgsql' order by 1`
  return rows.map(({ name }) => `create extension ${name};`)
}

async function functions(db: Db): Promise<string[]> {
  const rows = await db<{ text: string }>`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, p.oid::regprocedure::text`
  return rows.map(({ text }) => `${text.trim()};`)
}

async function tables(db: Db): Promise<string[]> {
  const list = await db<{
    name: string
    options: string | null
    partitionedBy: string | null
    partitionOf: string | null
  }>`
    select c.relname as name, array_to_string(c.reloptions, ', ') as options,
      pg_get_partkeydef(c.oid) as "partitionedBy",
      case when c.relispartition then
        (select parent.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) from pg_inherits i
         join pg_class parent on parent.oid = i.inhparent where i.inhrelid = c.oid) end as "partitionOf"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`
  const texts: string[] = []
  for (const table of list) {
    const columns = await db<{ line: string }>`
      select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
        || case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                when a.attidentity <> '' then ' generated always as identity'
                when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
        || case when a.attnotnull then ' not null' else '' end as line
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = ${table.name}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`
    const constraints = await db<{ line: string }>`
      select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line from pg_constraint
      where conrelid = ${table.name}::regclass and contype <> 'n' order by contype desc, conname`
    const indexes = await db<{ line: string }>`
      select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
      where i.indrelid = ${table.name}::regclass
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`
    const lines = [...columns, ...constraints].map(({ line }) => `  ${line}`).join(',\n')
    const tail = `${table.partitionedBy ? ` partition by ${table.partitionedBy}` : ''}${table.options ? ` with (${table.options})` : ''}`
    const note = table.partitionOf ? `-- a partition of ${table.partitionOf}\n` : ''
    texts.push(
      [`${note}create table ${table.name} (\n${lines}\n)${tail};`, ...indexes.map(({ line }) => line)].join(
        '\n',
      ),
    )
  }
  return texts
}

async function views(db: Db): Promise<string[]> {
  const rows = await db<{ text: string }>`
    select format('create %s %I as%s%s', case when relkind = 'm' then 'materialized view' else 'view' end,
      relname, E'\n', pg_get_viewdef(oid)) as text
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`
  return rows.map(({ text }) => text)
}

async function triggers(db: Db): Promise<string[]> {
  const rows = await db<{ text: string }>`
    select pg_get_triggerdef(t.oid) || ';' as text from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`
  return rows.map(({ text }) => text)
}

if (import.meta.main) {
  const path = join(import.meta.dir, '../migrations/schema.sql')
  if (process.argv.includes('--write')) await Bun.write(path, await schemaText())
  else process.stdout.write(await schemaText())
}
