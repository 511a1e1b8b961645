import { commonErrors } from '../errors.ts'

const DEPTH_LIMIT = 32

/**
 * Parses JSON from an untrusted client. The result has no NUL, no lone surrogate, no unsafe number, no key
 * that could change a prototype, and a limited depth.
 */
export function parseUntrustedJson(text: string): unknown {
  rejectDeepNesting(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw commonErrors.malformed_json()
  }
  rejectInvalidValues(value, '')
  return value
}

/** Counts brackets before parsing, so that the parser's stack cannot overflow. */
function rejectDeepNesting(text: string): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 0x5c) index++
      else if (character === 0x22) inString = false
    } else if (character === 0x22) inString = true
    else if (character === 0x7b || character === 0x5b) {
      if (++depth > DEPTH_LIMIT)
        throw commonErrors.malformed_json({ message: 'The body is nested too deeply.' })
    } else if (character === 0x7d || character === 0x5d) depth--
  }
}

function rejectInvalidValues(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) rejectField(path, 'holds a NUL or half of a surrogate pair')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) rejectField(path, 'is not a number that can be stored')
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) rejectInvalidValues(value[index], `${path}[${index}]`)
  } else if (value !== null && typeof value === 'object') {
    for (const key of Object.keys(value)) {
      const inner = path ? `${path}.${key}` : key
      if (key === '__proto__' || !isStorableText(key)) rejectField(inner, 'is not a name that is taken')
      rejectInvalidValues((value as Record<string, unknown>)[key], inner)
    }
  }
}

/** PostgreSQL text can store every string except these. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function rejectField(field: string, message: string): never {
  throw commonErrors.validation_failed({
    details: [{ field: field.slice(0, 200).replaceAll('\0', ''), message }],
  })
}
