import type { Db } from './database.ts'

/**
 * Runs a statement whose text is built from declarations, such as the name of a table. The parameters `$1`, `$2` and
 * so on stand in this order, each once. The text never contains input: inputs are values.
 */
export function runText<Row>(db: Db, text: string, values: unknown[] = []): Promise<Row[]> {
  const strings = text.split(/\$\d+/)
  // The driver takes an array with a hidden `raw` for a template. Parsed JSON can never have one.
  Object.defineProperty(strings, 'raw', { value: strings })
  return db<Row>(strings as unknown as TemplateStringsArray, ...values)
}
