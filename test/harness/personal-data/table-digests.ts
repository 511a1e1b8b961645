import type { Db } from '../../../src/platform/db/database.ts'

/** What the catalogue is made of: large texts, in which nobody's rows are. */
const CATALOGUE = ['course', 'lesson', 'question', 'learning_path', 'learning_path_course', 'topic']

/**
 * How many rows each table has, with a digest of all of them: two are equal when nothing was stored, changed or deleted
 * between. With a pattern, of the rows whose text matches it, outside of the catalogue.
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

/** The tables in which something is otherwise than before. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}
