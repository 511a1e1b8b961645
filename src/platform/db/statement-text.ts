import type { Db } from './database.ts'

const PARAMETER = /\$\d+/g

/**
 * Runs a statement whose text is built from declarations, such as the name of a table. The parameters `$1`, `$2` and
 * so on stand in this order, each once, and each has a value; otherwise this throws. The text never contains input:
 * inputs are values.
 */
export function runText<Row>(db: Db, text: string, values: unknown[] = []): Promise<Row[]> {
  const strings = text.split(PARAMETER)
  const parameters = text.match(PARAMETER) ?? []
  if (parameters.length !== values.length || parameters.some((name, index) => name !== `$${index + 1}`))
    throw new Error(
      `The parameters ${parameters.join(', ')} are not those of ${values.length} values: ${text}`,
    )
  // The driver takes an array with a hidden `raw` for a template. Parsed JSON can never have one.
  Object.defineProperty(strings, 'raw', { value: strings })
  return db<Row>(strings as unknown as TemplateStringsArray, ...values)
}
