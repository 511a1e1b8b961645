import { expect, test } from 'bun:test'
import { typescriptOf } from './json-schema-to-typescript.ts'

const CASES: [what: string, schema: object, text: string][] = [
  ['a reference', { $ref: '#/components/schemas/Course' }, 'Course'],
  ['a list of values', { type: 'string', enum: ['A', 'B'] }, '"A" | "B"'],
  ['a constant', { const: true }, 'true'],
  ['what may be null', { type: ['integer', 'null'] }, 'number | null'],
  ['anything', {}, 'unknown'],
  ['a choice', { oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'integer' }] }, 'string | number'],
  ['a list of choices', { type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  ['all of several', { allOf: [{ $ref: '#/x/A' }, { $ref: '#/x/B' }] }, 'A & B'],
  ['an object without fields', { type: 'object' }, 'Record<string, never>'],
  ['a map', { type: 'object', additionalProperties: { type: 'boolean' } }, 'Record<string, boolean>'],
  ['a file', { type: 'string', format: 'binary' }, 'Blob'],
]

test.each(CASES)('%s is converted to its TypeScript type', (_, schema, text) => {
  expect(typescriptOf(schema)).toBe(text)
})

test('an object is written with one line per field and its description', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', description: 'Ends no */ comment' }, 'x-y': { type: 'number' } },
  }
  expect(typescriptOf(schema)).toBe('{\n  /** Ends no * / comment */\n  id: string\n  "x-y"?: number\n}')
})

test('an unknown type is refused', () => {
  expect(() => typescriptOf({ type: 'decimal' })).toThrow('decimal')
})
