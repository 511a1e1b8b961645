// Small questions about parsed JSON: a document may be wrong anywhere, and must not break the page.

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
export const listOf = (value) => (Array.isArray(value) ? value : [])
export const entriesOf = (value) => (isObject(value) ? Object.entries(value) : [])

export const prettyJson = (value) => JSON.stringify(value, null, 2) ?? 'null'
export const inlineJson = (value) => JSON.stringify(value) ?? 'undefined'
export const isJsonType = (contentType) => /[/+]json\b/i.test(contentType)

/** A value as a person types it into a field. */
export function asText(value) {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? inlineJson(value) : String(value)
}

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`
