/** A field that an action has changed; undefined on the side where it does not exist. */
export interface Change {
  field: string
  before: unknown
  after: unknown
}

type Fields = Readonly<Record<string, unknown>> | null

/** The fields that differ between two records, in the order of their names. */
export function differenceOf(before: Fields, after: Fields): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort()
  return fields
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A value as its parts: a list or a record of simple values is readable in one line, and anything else is its JSON. */
export type Readable =
  | { kind: 'nothing' }
  | { kind: 'answer'; isYes: boolean }
  | { kind: 'number'; number: number }
  | { kind: 'time'; at: Date }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: Readable[] }
  | { kind: 'record'; fields: [name: string, value: Readable][] }

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

export function readableOf(value: unknown): Readable {
  if (value === null || value === '') return { kind: 'nothing' }
  if (typeof value === 'boolean') return { kind: 'answer', isYes: value }
  if (typeof value === 'number') return { kind: 'number', number: value }
  if (typeof value === 'string')
    return TIME.test(value) ? { kind: 'time', at: new Date(value) } : { kind: 'text', text: value }
  const inner = Object.values(value as object)
  if (inner.length === 0) return { kind: 'nothing' }
  if (inner.some((item) => typeof item === 'object' && item !== null))
    return { kind: 'text', text: JSON.stringify(value) }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(readableOf) }
  return {
    kind: 'record',
    fields: Object.entries(value as object).map(([name, item]) => [name, readableOf(item)]),
  }
}
