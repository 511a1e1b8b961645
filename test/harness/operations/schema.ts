/** The part of JSON Schema 2020-12 that the OpenAPI document uses. Throws for unknown keywords. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  format?: string
  [annotation: string]: unknown
}

const KNOWN = new Set(
  (
    '$ref type enum const properties required additionalProperties items anyOf oneOf allOf minLength maxLength ' +
    'pattern minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems format ' +
    'description example examples title default deprecated discriminator'
  ).split(' '),
)

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^[a-z][a-z0-9+.-]*:/i,
}

/** Schemas whose keywords are all known. */
const known = new WeakSet<Schema>()
const patterns = new Map<string, RegExp>()

/**
 * Resolves a local reference such as `#/components/schemas/Refusal`; undefined when its target does not
 * exist.
 */
export function resolveReference(document: object, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((location, part) => (location as Record<string, unknown> | undefined)?.[part], document)
}

/** Returns every violation of `schema` by `value`; none when it is valid. */
export function schemaViolations(document: object, schema: Schema, value: unknown, path = '$'): string[] {
  if (!known.has(schema)) {
    const strange = Object.keys(schema).filter((word) => !KNOWN.has(word) && !word.startsWith('x-'))
    if (strange.length > 0) return [`${path}: the check does not know ${strange.join(', ')}`]
    known.add(schema)
  }
  const inner = (part: Schema, item: unknown, location: string) =>
    schemaViolations(document, part, item, location)
  const violations: string[] = []

  if (schema.$ref !== undefined) {
    const target = resolveReference(document, schema.$ref)
    if (target === undefined) return [`${path}: ${schema.$ref} points nowhere`]
    violations.push(...inner(target as Schema, value, path))
  }
  for (const part of schema.allOf ?? []) violations.push(...inner(part, value, path))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const fitting = alternatives.filter((part) => inner(part, value, path).length === 0).length
    if (schema.anyOf ? fitting === 0 : fitting !== 1)
      violations.push(`${path}: fits ${fitting} of the alternatives`)
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value)))
    return [...violations, `${path}: ${JSON.stringify(value)?.slice(0, 60)} is not ${schema.type}`]
  if (schema.enum && !schema.enum.some((item) => Bun.deepEquals(item, value)))
    violations.push(`${path}: ${JSON.stringify(value)} is not one of ${JSON.stringify(schema.enum)}`)
  if ('const' in schema && !Bun.deepEquals(schema.const, value))
    violations.push(`${path}: is not ${schema.const}`)

  if (typeof value === 'string') violations.push(...textViolations(schema, value, path))
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema
    if (value < minimum || value > maximum) violations.push(`${path}: ${value} is out of range`)
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      violations.push(`${path}: ${value} is too low`)
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
      violations.push(`${path}: ${value} is too high`)
  }
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity))
      violations.push(`${path}: has ${value.length} items`)
    if (schema.items)
      for (const [index, item] of value.entries())
        violations.push(...inner(schema.items, item, `${path}[${index}]`))
  } else if (value !== null && typeof value === 'object') {
    for (const name of schema.required ?? [])
      if (!(name in value)) violations.push(`${path}: ${name} is missing`)
    for (const [name, item] of Object.entries(value)) {
      const part = schema.properties?.[name] ?? schema.additionalProperties
      if (part === false) violations.push(`${path}: ${name} is not described`)
      else if (typeof part === 'object') violations.push(...inner(part, item, `${path}.${name}`))
    }
  }
  return violations
}

/**
 * Returns every field of a valid `value` that the schema does not name. JSON Schema allows them, but an
 * undocumented field of a response may leak data.
 */
export function undescribedFields(document: object, schema: Schema, value: unknown, path = '$'): string[] {
  if (value === null || typeof value !== 'object') return []
  const parts = applicableSchemas(document, schema, value)
  if (Array.isArray(value)) {
    const items = parts.flatMap((part): Schema[] => (part.items ? [part.items] : []))
    if (items.length === 0) return []
    return value.flatMap((item, index) =>
      undescribedFields(document, { allOf: items }, item, `${path}[${index}]`),
    )
  }
  // A schema without fields accepts any: a free object, such as the payload of a third-party event.
  if (!parts.some((part) => part.properties)) {
    if (!parts.some((part) => typeof part.additionalProperties === 'object')) return []
  }
  return Object.entries(value).flatMap(([name, item]) => {
    const described = parts.flatMap((part): Schema[] => {
      const own = part.properties?.[name] ?? part.additionalProperties
      return own === undefined || own === false ? [] : [own === true ? {} : own]
    })
    if (described.length === 0) return [`${path}.${name} is not described`]
    return undescribedFields(document, { allOf: described }, item, `${path}.${name}`)
  })
}

/** The schemas that apply to this value, with references resolved and alternatives chosen. */
function applicableSchemas(document: object, schema: Schema, value: unknown): Schema[] {
  const target = schema.$ref === undefined ? undefined : resolveReference(document, schema.$ref)
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (part) => schemaViolations(document, part, value).length === 0,
  )
  const inner = [...(target ? [target as Schema] : []), ...(schema.allOf ?? []), ...alternatives]
  return [schema, ...inner.flatMap((part) => applicableSchemas(document, part, value))]
}

function textViolations(schema: Schema, value: string, path: string): string[] {
  const violations: string[] = []
  const { length } = [...value]
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity))
    violations.push(`${path}: has ${length} characters`)
  if (schema.pattern !== undefined && !patternOf(schema.pattern).test(value))
    violations.push(`${path}: does not match ${schema.pattern}`)
  const format = schema.format === undefined ? undefined : FORMATS[schema.format]
  if (format && !format.test(value)) violations.push(`${path}: ${value.slice(0, 60)} is no ${schema.format}`)
  return violations
}

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) {
    pattern = new RegExp(source, 'u')
    patterns.set(source, pattern)
  }
  return pattern
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value)
  // The other type names of JSON Schema are those of typeof.
  return typeof value === type
}
