import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../../src/platform/db/database.ts'

/** Words by their meaning. */
export type MarkedWords = Record<string, string>

/**
 * Finds words in the database: every column of every table, including those of the queue, case-insensitive,
 * and in bytes. Returns `table.column: meaning, meaning`.
 */
export async function findMarkedWordsInDatabase(database: Database, words: MarkedWords): Promise<string[]> {
  return database.transaction(async ({ raw }) => {
    const tables = await raw(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found: string[] = []
    // Most rows contain none of the words and are skipped with one check.
    const anyOf = Object.values(words)
      .flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')])
      .map((word) => word.replaceAll(/[^a-z0-9 ]/g, '\\$&'))
      .join('|')
    for (const { name } of tables) {
      const rows = await raw(
        `select field.key as "column", array_to_string(array_agg(distinct word.key order by word.key), ', ') as what
         from (select * from ${name} as entry where lower(entry::text) ~ $2) as row,
           jsonb_each_text(to_jsonb(row)) as field, jsonb_each_text($1::jsonb) as word
         where position(lower(word.value) in lower(field.value)) > 0
           or position(encode(convert_to(word.value, 'UTF8'), 'hex') in field.value) > 0
         group by 1 order by 1`,
        [words, anyOf],
      )
      found.push(...rows.map(({ column, what }) => `${name}.${column}: ${what}`))
    }
    return found
  })
}

/** Finds words in the files of a folder, except for excluded ones. Returns `path: meaning, meaning`. */
export function findMarkedWordsInFiles(folder: string, words: MarkedWords, excluded: string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !excluded.some((top) => path.startsWith(top)))
    .flatMap((path) => {
      const names = findMarkedWordsInText(readFileSync(join(folder, path), 'latin1') + path, words)
      return names.length > 0 ? [`${path}: ${names.join(', ')}`] : []
    })
}

export function findMarkedWordsInText(text: string, words: MarkedWords): string[] {
  const lower = text.toLowerCase()
  return Object.entries(words).flatMap(([name, word]) => (lower.includes(word.toLowerCase()) ? [name] : []))
}
