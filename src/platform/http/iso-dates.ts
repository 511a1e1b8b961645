type IsoDates<Row> = {
  [Field in keyof Row]: Row[Field] extends Date
    ? string
    : Row[Field] extends Date | null
      ? string | Extract<Row[Field], null>
      : Row[Field]
}

/** A row as a response shows it: its times are ISO 8601. */
export function isoDates<Row extends object>(row: Row): IsoDates<Row> {
  const fields = Object.entries(row).map(([field, value]) => [
    field,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(fields)
}
