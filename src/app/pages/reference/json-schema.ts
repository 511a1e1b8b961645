/** The part of JSON Schema that the schemas of frames use. */
export interface JsonSchema {
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  description?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const TEXT_BY_FORMAT: Record<string, string> = {
  uuid: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  'date-time': '2026-11-02T08:00:00.000Z',
  uri: 'https://example.com/',
}

/** A value that is valid for the schema. */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property)]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : []
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return TEXT_BY_FORMAT[schema.format ?? ''] ?? 'text'.padEnd(schema.minLength ?? 0, '.')
    default:
      return null
  }
}

/** The type and the limits of a value in words, such as `integer, from 1`. */
export function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ')
  if (schema.type === 'array') return `array of ${schema.items ? describeType(schema.items) : 'values'}`
  const { type = 'any value', format, minimum, maximum, minLength, maxLength } = schema
  // Zod writes the limits of safe integers where a schema has no limits of its own.
  const limits = [
    Number.isSafeInteger(minimum) && minimum !== Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    Number.isSafeInteger(maximum) && maximum !== Number.MAX_SAFE_INTEGER && `up to ${maximum}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ]
  return [format ? `${type} (${format})` : type, ...limits.filter((limit) => limit !== false)].join(', ')
}
