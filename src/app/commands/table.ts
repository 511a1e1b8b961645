/** The flag of commands that print for people or for programs. */
export interface Output {
  json?: boolean
}

/** Prints lines with aligned columns. Without rows, only `empty`. */
export function printTable(header: string[], rows: (string | number)[][], empty: string): void {
  if (rows.length === 0) {
    console.log(empty)
    return
  }
  const lines = [header, ...rows.map((row) => row.map(String))]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column]!))
    console.log(cells.join('  ').trimEnd())
  }
}

/** The standard output of a command that programs read. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner), 2))
}
