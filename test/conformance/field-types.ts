import { strict as assert } from 'node:assert'
import type { ConformanceClient } from './conformance-client.ts'
import type { Row, Section } from './row.ts'

/** The field types of the specification, and how to check them. */
const FIELD_TYPES = {
  string: isString,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => isString(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  'string URL': (value) => isString(value) && URL.canParse(value),
  'string, ISO 3166-1 alpha-2': (value) => isString(value) && /^[A-Z]{2}$/.test(value),
  'string (EVM address)': (value) => isString(value) && /^0x[0-9a-fA-F]{40}$/.test(value),
  'string (ipfs:// URI)': (value) => isString(value) && /^ipfs:\/\/b[a-z2-7]+$/.test(value),
  'decimal string': (value) => isString(value) && /^\d+(\.\d+)?$/.test(value),
  'number or null': (value) => value === null || isNumber(value),
  'string (USER)': (value) => value === 'USER',
  array: Array.isArray,
  'array of strings': (value) => Array.isArray(value) && value.length > 0 && value.every(isString),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'null when none': (value) => value === null || typeof value === 'object',
} as const satisfies Record<string, (value: unknown) => boolean>

type FieldType = keyof typeof FIELD_TYPES

function isString(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** One row for each field of a resource, checked on a response. */
export function fields(
  resource: string,
  sample: (client: ConformanceClient) => Promise<Record<string, unknown>>,
  kinds: Record<string, FieldType>,
): Section {
  const rows = Object.entries(kinds).map(
    ([name, kind]): Row => ({
      name,
      promise: kind,
      prove: async (client) => {
        const found = await client.shared(sample)
        assert.ok(
          FIELD_TYPES[kind](found[name]),
          `${resource}.${name} is ${JSON.stringify(found[name])}, not ${kind}`,
        )
      },
    }),
  )
  return { title: `Fields: ${resource}`, rows }
}

/** One row for each field of a request: values of another type are refused. */
export function acceptedFields(
  resource: string,
  send: (client: ConformanceClient, changes: Record<string, unknown>) => Promise<number>,
  kinds: Record<string, 'string' | 'number'>,
): Section {
  const rows = Object.entries(kinds).map(
    ([name, kind]): Row => ({
      name,
      promise: kind,
      prove: async (client) => {
        const other = kind === 'string' ? 7 : 'seven'
        for (const value of [other, null, [], {}]) assert.equal(await send(client, { [name]: value }), 400)
      },
    }),
  )
  return { title: `Fields: ${resource}`, rows }
}
