import { type CsvCell, toCsv } from '../../platform/csv.ts'

/** A table with the fields of an example as columns, so that a table without rows has them too. */
export function toTable(rows: object[], example: object): CsvCell[][] {
  const columns = Object.keys(example)
  return [columns, ...rows.map((row) => columns.map((column) => (row as Record<string, CsvCell>)[column]!))]
}

export function csvExampleOf(example: object): string {
  return toCsv(toTable([example], example))
}
