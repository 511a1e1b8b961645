import { FormatFault } from './question-file.ts'

/** A row of a sheet: its number from 1 and the texts of its cells. */
export interface TableRow {
  line: number
  cells: string[]
}

export const MAX_ROWS = 5_000
export const MAX_COLUMNS = 200
const DELIMITERS = [',', ';', '\t']

export interface Table {
  rows: TableRow[]
  /** Rows that cannot be read. */
  faults: { line: number; message: string }[]
}

/** Reads CSV (RFC 4180). The delimiter is the one of `,` `;` and tab that is most frequent in the first line. Empty rows are left out. */
export function readCsv(text: string): Table {
  const delimiter = findDelimiter(text)
  const table: Table = { rows: [], faults: [] }
  let line = 1
  let at = 0
  while (at < text.length) {
    if (table.rows.length + table.faults.length >= MAX_ROWS) {
      table.faults.push({
        line,
        message: `The file has more than ${MAX_ROWS} rows. Those from here on are not read.`,
      })
      break
    }
    try {
      const { cells, end, lines } = readRow(text, at, delimiter)
      if (cells.some((cell) => cell.trim() !== '')) table.rows.push({ line, cells })
      line += lines
      at = end
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error
      table.faults.push({ line, message: error.message })
      // The next line may begin a row again.
      const end = text.indexOf('\n', at)
      at = end < 0 ? text.length : end + 1
      line++
    }
  }
  return table
}

function readRow(
  text: string,
  start: number,
  delimiter: string,
): { cells: string[]; end: number; lines: number } {
  const cells: string[] = []
  let lines = 1
  for (let at = start; ; ) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readBare(text, at, delimiter)
    lines += cell.split('\n').length - 1
    cells.push(cell)
    if (cells.length > MAX_COLUMNS) throw new FormatFault(`has more than ${MAX_COLUMNS} cells`)
    if (text[end] === delimiter) at = end + 1
    else if (text[end] === '\n' || end >= text.length) return { cells, end: end + 1, lines }
    else throw new FormatFault('has a text after the end of a quoted cell')
  }
}

function findDelimiter(text: string): string {
  const [first = ''] = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n', 1)
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

function readQuoted(text: string, start: number): { cell: string; end: number } {
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end < 0) throw new FormatFault('has a quoted cell that does not end')
    if (text[end + 1] !== '"') break
    end += 2
  }
  return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}

function readBare(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++
  return { cell: text.slice(start, end), end }
}

/** Finds columns by their titles. Returns the index of each, from the first row that has all required ones. */
export function findHeader<Column extends string>(
  rows: TableRow[],
  titles: Record<Column, RegExp>,
  required: readonly NoInfer<Column>[],
): { headerAt: number; columns: Map<Column, number> } | undefined {
  for (const [headerAt, { cells }] of rows.slice(0, 30).entries()) {
    const columns = new Map<Column, number>()
    for (const [name, pattern] of Object.entries(titles) as [Column, RegExp][]) {
      const index = cells.findIndex((cell) => pattern.test(cell.trim()))
      if (index >= 0) columns.set(name, index)
    }
    if (required.every((name) => columns.has(name))) return { headerAt, columns }
  }
  return undefined
}

/** Reads "1", "1,3" or "1 and 3" as indexes from 0. */
export function readIndexes(text: string): number[] {
  const parts = text.split(/[,;&\s]+|\band\b/i).filter((part) => part !== '')
  // Spreadsheets turn 1 into 1.0.
  const numbers = parts.map((part) => (/^\d{1,2}(?:\.0)?$/.test(part) ? Number(part) : 0))
  if (numbers.length === 0 || numbers.some((number) => number < 1))
    throw new FormatFault(
      `has "${text.trim()}" where the numbers of the right options must be, such as 1 or 1,3`,
    )
  return [...new Set(numbers.map((number) => number - 1))].toSorted((one, other) => one - other)
}
