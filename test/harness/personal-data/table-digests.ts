import type { Db } from '../../../src/platform/db/database.ts'

/** The tables of the catalogue: large texts without user data. */
const CATALOGUE = ['course', 'lesson', 'question', 'learning_path', 'learning_path_course', 'topic']

/**
 * The number of rows of each table with a digest of all of them. Two results are equal if no row was
 * inserted, updated or deleted between them. With a pattern, includes only rows whose text matches it,
 * outside of the catalogue.
 */
export async function digestTables(db: Db, pattern = ''): Promise<Record<string, string>> {
  const excluded = pattern === '' ? [] : CATALOGUE
  const rows = await db<{ name: string; digest: string }>`
    select table_name as name, query_to_xml(
      format('select count(*), sum(hashtextextended(row::text, 0)) from %I row where row::text ~ %L', table_name, ${pattern}::text),
      false, true, '')::text as digest
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${excluded}::text[]) order by 1`
  return Object.fromEntries(
    rows.map(({ name, digest }) => [name, digest.replaceAll(/\s|<\/?row[^>]*>/g, '')]),
  )
}

/** The tables that differ between two results. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}
