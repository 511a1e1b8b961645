/** Lines with aligned columns. Without rows, only `empty`. */
export function tableText(header: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The standard output of a command that programs read. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner), 2))
}
