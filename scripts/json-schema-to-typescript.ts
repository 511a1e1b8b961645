/** Converts a JSON Schema to a TypeScript type. Supports the keywords of this project's documents. */

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  oneOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

export function typescriptOf(schema: JsonSchema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return unique(choices.map((choice) => typescriptOf(choice, indent))).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => inParentheses(typescriptOf(part, indent))).join(' & ')
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
  if (types.length === 0) return 'unknown'
  return unique(types.map((type) => singleType(type, schema, indent))).join(' | ')
}

function singleType(type: string, schema: JsonSchema, indent: string): string {
  if (type === 'array') return arrayTypescript(schema, indent)
  if (type === 'object') return objectTypescript(schema, indent)
  if (schema.format === 'binary') return 'Blob'
  const primitive = PRIMITIVES[type]
  if (!primitive) throw new Error(`a schema has the type ${type}, which nobody knows`)
  return primitive
}

function arrayTypescript({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((item) => typescriptOf(item, indent)).join(', ')}]`
  return `${inParentheses(typescriptOf(items ?? {}, indent))}[]`
}

/** An object with one field per line and the description of the field. */
export function objectTypescript(schema: JsonSchema, indent = ''): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties)
  const rest =
    typeof additionalProperties === 'object' || additionalProperties === true
      ? `Record<string, ${typescriptOf(additionalProperties === true ? {} : additionalProperties, indent)}>`
      : undefined
  if (names.length === 0) return rest ?? 'Record<string, never>'
  const inner = `${indent}  `
  const lines = names.map((name) => {
    const field = properties[name]!
    const mark = required.includes(name) ? '' : '?'
    return `${comment(field.description, inner)}${inner}${propertyName(name)}${mark}: ${typescriptOf(field, inner)}`
  })
  const text = `{\n${lines.join('\n')}\n${indent}}`
  return rest ? `${text} & ${rest}` : text
}

export function comment(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim()} */\n` : ''
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

const inParentheses = (text: string) => (/[|&]/.test(text) ? `(${text})` : text)
const unique = (texts: string[]) => [...new Set(texts)]
