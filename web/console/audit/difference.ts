/** A field that an action has changed; undefined on the side where it does not exist. */
export interface Change {
  field: string
  before: string | undefined
  after: string | undefined
}

type Fields = Readonly<Record<string, unknown>> | null

/** The fields that differ between two records, in the order of their names. */
export function differenceOf(before: Fields, after: Fields): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return fields
    .map((field) => ({ field, before: textOf(before?.[field]), after: textOf(after?.[field]) }))
    .filter((change) => change.before !== change.after)
}

function textOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
