// One value of a schema in words: its type, its constraints and the values that it allows.

import { breakable, el } from './dom.js'
import { counted, inlineJson, listOf } from './json.js'
import { itemShapeOf } from './resolve-schema.js'

export function typeLabel(resolver, shape) {
  const label = bareTypeLabel(resolver, shape)
  return shape.isNullable && label !== 'null' ? `${label} or null` : label
}

function bareTypeLabel(resolver, shape) {
  const { schema, types, variants, name } = shape
  if (shape.isRecursive) return name ?? 'object'
  if (variants.length) return `${schema.oneOf ? 'one' : 'any'} of ${variants.length}`
  if (!types.length) return shape.isNullable ? 'null' : 'any'
  return types.map((type) => oneTypeLabel(resolver, shape, type)).join(' or ')
}

function oneTypeLabel(resolver, shape, type) {
  const { format } = shape.schema
  const item = type === 'array' && itemShapeOf(resolver, shape)
  if (item) return `array of ${typeLabel(resolver, item)}`
  if (type === 'string' && format === 'binary') return 'file'
  if (type === 'object' && shape.name) return shape.name
  return format ? `${type} (${format})` : type
}

/** zod writes the largest safe integers where it means "any integer"; that is noise to a reader. */
export const limit = (value) => (Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value)

function range(from, to, noun) {
  const words = (count) => (noun ? counted(count, noun) : String(count))
  if (from !== undefined && from === to) return `exactly ${words(from)}`
  if (from !== undefined && to !== undefined) return `${from} to ${words(to)}`
  if (from !== undefined) return `at least ${words(from)}`
  return to === undefined ? undefined : `at most ${words(to)}`
}

/** Pairs of words and the literal text that goes with them. */
function constraintsOf(schema) {
  const literal = (words, value) => (value === undefined ? [] : [words, inlineJson(value)])
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  return [
    [range(schema.minLength, schema.maxLength, 'character')],
    [range(limit(schema.minimum), limit(schema.maximum))],
    [exclusiveMinimum !== undefined && `more than ${exclusiveMinimum}`],
    [exclusiveMaximum !== undefined && `less than ${exclusiveMaximum}`],
    [multipleOf !== undefined && `a multiple of ${multipleOf}`],
    [range(schema.minItems, schema.maxItems, 'item')],
    [schema.uniqueItems && 'no repeats'],
    [schema.pattern && 'pattern', schema.pattern],
    literal('always', schema.const),
    literal('default', schema.default),
  ].filter(([words]) => words)
}

export const givenExample = ({ example, examples }) => (example === undefined ? listOf(examples)[0] : example)

/** The constraints, the allowed values and the example of one value. */
export function renderFacts(schema, example = givenExample(schema)) {
  const facts = constraintsOf(schema)
  const values = listOf(schema.enum)
  const isTelling = typeof example !== 'object' && !values.length && !('const' in schema)
  if (example !== undefined && isTelling) facts.push(['example', inlineJson(example)])
  const code = (value) => el('code', breakable(typeof value === 'string' ? value : inlineJson(value)))
  return [
    facts.length > 0 &&
      el(
        'ul.facts.row',
        facts.map(([words, text]) => el('li', words, text !== undefined && [' ', el('code', text)])),
      ),
    values.length > 0 &&
      el(
        'ul.values.row',
        { 'aria-label': 'Allowed values' },
        values.map((value) => el('li', code(value))),
      ),
  ]
}
