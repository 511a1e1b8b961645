const MAX_DEPTH = 4
const MAX_ITEMS = 100
const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

/** Formats what a program prints, as the console of a browser or of Node does: a text without quotes. */
export function formatPrinted(values: unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : formatValue(value))).join(' ')
}

function formatValue(value: unknown, above: unknown[] = []): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return value.name ? `[Function: ${value.name}]` : '[Function]'
  if (Object.is(value, -0)) return '-0'
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof RegExp) return String(value)
  if (value instanceof Promise) return 'Promise'
  if (above.includes(value)) return '[Circular]'
  return formatCollection(value, [...above, value])
}

function formatCollection(value: object, above: unknown[]): string {
  const isDeep = above.length > MAX_DEPTH
  const item = (one: unknown) => formatValue(one, above)
  if (Array.isArray(value)) return isDeep ? '[Array]' : enclosed('[', itemsOf(value, item), ']')
  if (isDeep) return '[Object]'
  if (value instanceof Map)
    return enclosed(
      `Map(${value.size}) {`,
      itemsOf(value, ([key, one]) => `${item(key)} => ${item(one)}`),
      '}',
    )
  if (value instanceof Set) return enclosed(`Set(${value.size}) {`, itemsOf(value, item), '}')
  const name = Object.getPrototypeOf(value)?.constructor?.name
  const entries = itemsOf(
    Object.entries(value),
    ([key, one]) => `${PLAIN_KEY.test(key) ? key : quoted(key)}: ${item(one)}`,
  )
  return enclosed(name && name !== 'Object' ? `${name} {` : '{', entries, '}')
}

function itemsOf<Item>(items: Iterable<Item>, format: (item: Item) => string): string[] {
  const texts: string[] = []
  for (const item of items) {
    if (texts.length === MAX_ITEMS) return [...texts, '…']
    texts.push(format(item))
  }
  return texts
}

function enclosed(open: string, items: string[], close: string): string {
  return items.length === 0 ? `${open}${close}` : `${open} ${items.join(', ')} ${close}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
