import fc from 'fast-check'
import { resolveReference, type Schema } from '../harness/operations/schema.ts'

/** A valid JSON number that is out of range for programs. `jsonText` inserts it. */
const BEYOND = '@beyond@'

/** The serialised body: with out-of-range numbers, and `__proto__` as an ordinary key. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text
    .replaceAll(`"${BEYOND}"`, '1e999')
    .replaceAll(`"-${BEYOND}"`, '-1e999')
    .replaceAll('@proto@', '__proto__')
}

const TEXTS = [
  '',
  ' ',
  'a\0b',
  'a\ud800b',
  '\udc00',
  "'; drop table user_account; --",
  '%s%n{{7*7}}#{7*7}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '\u202eabc\u202c',
  '١٢٣٤٥٦',
  'ａｄｍｉｎ',
  'a\r\nset-cookie: b=c',
  '\u{1f600}'.repeat(300),
  'x'.repeat(70_000),
  'x'.repeat(5_000),
  'null',
  '-0',
  'Infinity',
  '0x10',
  '1e3',
  '2026-02-30T25:61:61.000Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00.000Z',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '\\',
  '"',
]
const NUMBERS = [
  -1,
  0,
  -0,
  1.5,
  -1.5,
  1e-7,
  0.1 + 0.2,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  BEYOND,
  `-${BEYOND}`,
]

/** Unexpected values: known problematic texts and numbers, other types, and sometimes any value. */
export const invalidValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }, ['x', 'x']),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ '@proto@': { role: 'ADMIN' } }, { constructor: {} }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 400 }).map(nested) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values that a schema allows; ids are often existing ones. */
export function validValue(document: object, given: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const schema = given.$ref ? (resolveReference(document, given.$ref) as Schema) : given
  const inner = (part: Schema) => validValue(document, part, ids)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return fc.oneof(...alternatives.map(inner))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map(inner))
      .map((parts) => (parts.every(isObject) ? Object.assign({}, ...parts) : parts[0]))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, inner, ids)))
}

function ofType(
  type: string,
  schema: Schema,
  inner: (part: Schema) => fc.Arbitrary<unknown>,
  ids: string[],
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer(bounds(schema))
    case 'number':
      return numberOf(schema)
    case 'string':
      return textOf(schema, ids)
    case 'array':
      return fc.array(inner(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(schema.minItems ?? 0, 4)),
      })
    default: {
      const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)])
      return fc.record(Object.fromEntries(parts), { requiredKeys: (schema.required ?? []) as never[] })
    }
  }
}

function bounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema) {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1)
  const max = maximum ?? (exclusiveMaximum === undefined ? min + 5_000 : exclusiveMaximum - 1)
  const limit = 2 ** 31 - 1
  return {
    min: Math.ceil(Math.max(min, -limit)),
    max: Math.floor(Math.min(Math.max(max, min), limit)),
  }
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const { min, max } = bounds(schema)
  // Between the bounds of a share, such as 0.8 and 0.95, is no integer.
  if (min > max) return fc.double({ min: schema.minimum!, max: schema.maximum!, noNaN: true })
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(0.01, 12.34, 1300))
}

function textOf(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.oneof(fc.uuid(), fc.constantFrom(...ids))
  if (schema.format === 'date-time')
    return fc
      .date({
        min: new Date('2020-01-01T00:00:00Z'),
        max: new Date('2040-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString())
  if (schema.format === 'date') return fc.constantFrom('2026-11-02', '2024-02-29', '1999-12-31')
  if (schema.format === 'email') return fc.nat(50).map((number) => `fuzz${number}@example.com`)
  if (schema.format === 'uri')
    return fc.constantFrom('https://example.com/a.png', 'https://github.com/ada/jar')
  if (schema.pattern) return matching(schema)
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 60, minLength + 60))
  const free = fc.string({ unit: 'grapheme-composite', minLength, maxLength })
  const example = typeof schema.example === 'string' ? [fc.constant(schema.example)] : []
  return fc.oneof(free, ...example)
}

function matching(schema: Schema): fc.Arbitrary<unknown> {
  const example = fc.constant(schema.example ?? 'x')
  try {
    return fc.oneof(fc.stringMatching(new RegExp(schema.pattern!), { maxLength: schema.maxLength }), example)
  } catch {
    // Patterns with a lookahead cannot be generated, so their example is used.
    return example
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

type Path = (string | number)[]

/** A valid value with one invalid part. */
export function corrupted(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const mutations = fc.constantFrom('replace', 'replace', 'replace', 'drop', 'wrap', 'add')
  return fc.tuple(valid, fc.nat(10_000), invalidValue, mutations).map(([value, at, invalid, mutation]) => {
    const paths = pathsIn(value)
    return changedAt(value, paths[at % paths.length]!, (old) => {
      if (mutation === 'drop') return undefined
      if (mutation === 'wrap') return [old]
      return mutation === 'add' && isObject(old) ? { ...old, [`${at}`]: invalid } : invalid
    })
  })
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsIn(item, [...path, index]))]
  if (!isObject(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([name, item]) => pathsIn(item, [...path, name]))]
}

function changedAt(value: unknown, [first, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (first === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? changedAt(item, rest, change) : item))
  const object = value as Record<string, unknown>
  return { ...object, [first]: changedAt(object[first], rest, change) }
}
