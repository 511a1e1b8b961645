// Plausible values, from the document's own examples where it has them.

import { entriesOf, listOf } from './json.js'
import { anyKeyOf, itemShapeOf, shapeOf } from './resolve-schema.js'
import { givenExample, limit } from './schema-facts.js'

const FORMATS = {
  uuid: '0198c5a2-7d1e-7b3a-9c44-5e0f6a1b2c3d',
  email: 'ada@example.org',
  'date-time': '2026-03-14T09:30:00.000Z',
  date: '2026-03-14',
  uri: 'https://example.org/',
  binary: '(file)',
}

/** Schemas that refer to each other unfold exponentially, so an example ends at a depth and a size. */
const DEEPEST = 4
const LARGEST = 120

function exampleNumber(schema) {
  const lowest = limit(schema.minimum) ?? (limit(schema.exclusiveMinimum) ?? 0) + 1
  return Math.min(lowest, limit(schema.maximum) ?? lowest)
}

function exampleText({ format, pattern, minLength = 0, maxLength }) {
  if (Object.hasOwn(FORMATS, format ?? '')) return FORMATS[format]
  // Codes of digits are the one pattern common enough to be worth meeting.
  const digits = /^\^(?:\\d|\[0-9\])\{(\d{1,2})\}\$$/.exec(pattern ?? '')
  if (digits) return '123456789'.repeat(11).slice(0, Number(digits[1]))
  return 'text'.padEnd(Math.min(minLength, 64), ' text').slice(0, maxLength)
}

export function exampleOf(resolver, source, trail = [], budget = { left: LARGEST }) {
  budget.left -= 1
  const shape = shapeOf(resolver, source, trail)
  const { schema } = shape
  const given = givenExample(schema)
  if (given !== undefined) return given
  const fixed = schema.default ?? schema.const
  if (fixed !== undefined && fixed !== null) return fixed
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null) ?? null
  if (shape.isRecursive || budget.left < 0) return null
  const inside = (part) => exampleOf(resolver, part, shape.trail, budget)
  if (shape.variants.length) return inside(shape.variants[0])
  switch (shape.types[0]) {
    case 'object':
      return exampleObject(resolver, shape, inside, budget)
    case 'array': {
      const item = itemShapeOf(resolver, shape)
      return !item || item.isRecursive || shape.trail.length > DEEPEST ? [] : [inside(schema.items)]
    }
    case 'integer':
    case 'number':
      return exampleNumber(schema)
    case 'boolean':
      return true
    case 'string':
      return exampleText(schema)
    default:
      return null
  }
}

function exampleObject(resolver, { schema, trail }, inside, budget) {
  const example = {}
  for (const [key, value] of entriesOf(schema.properties)) {
    const property = shapeOf(resolver, value, trail)
    const isTooMuch = property.isRecursive || budget.left <= 0 || (trail.length > DEEPEST && property.name)
    if (!isTooMuch || listOf(schema.required).includes(key)) example[key] = inside(value)
  }
  const extra = anyKeyOf(schema)
  return extra && !schema.properties ? { key: inside(extra) } : example
}

/** What a body of this media type may look like; undefined when the document says nothing about it. */
export function mediaExample(resolver, media) {
  if (media.example !== undefined) return media.example
  return media.schema === undefined ? undefined : exampleOf(resolver, media.schema)
}
