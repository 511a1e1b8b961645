import { describe, expect, test } from 'bun:test'
import { type Schema, schemaViolations, undescribedFields } from './schema.ts'

const DOCUMENT = {
  components: {
    schemas: { Name: { type: 'string', minLength: 2 }, Looped: { $ref: '#/components/schemas/Name' } },
  },
}

/** Tests that the schema check can fail. */
describe('the schema check', () => {
  const table: [Schema, unknown[], unknown[]][] = [
    [{ type: 'string' }, ['', 'x'], [1, null, undefined, {}, [], true]],
    [{ type: ['string', 'null'] }, ['x', null], [1, undefined]],
    [{ type: 'integer' }, [1, -3], [1.5, '1', null]],
    [{ type: 'integer', minimum: 1, maximum: 3 }, [1, 3], [0, 4]],
    [{ type: 'number', exclusiveMinimum: 0 }, [0.1], [0]],
    [{ type: 'boolean', enum: [true] }, [true], [false, 'true']],
    [{ const: 'Bearer' }, ['Bearer'], ['bearer']],
    [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', '😀', 'abcd']],
    [{ type: 'string', pattern: '^\\d{2}$' }, ['42'], ['4', '421']],
    [{ type: 'string', format: 'uuid' }, ['019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'], ['019a']],
    [{ type: 'string', format: 'date-time' }, ['2026-11-02T08:00:00.000Z'], ['2026-11-02', 'now']],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, [['a']], [[], [1], 'a', ['a', null]]],
    [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      [{ a: '', b: 1 }],
      [{}, { a: 1 }, []],
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, [{}, { a: 1 }], [{ a: '1' }]],
    [{ type: 'object', properties: { a: {} }, additionalProperties: false }, [{ a: 1 }], [{ b: 1 }]],
    [{ $ref: '#/components/schemas/Looped' }, ['ab'], ['a', 1]],
    [{ $ref: '#/components/schemas/Absent' }, [], ['ab']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, ['a', null], [1]],
    [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, [1.5], [1, 'a']],
    [{ allOf: [{ $ref: '#/components/schemas/Name' }, { maxLength: 3 }] }, ['abc'], ['a', 'abcd']],
    [
      { type: 'string', contains: 1 } as Schema,
      [],
      ['a word that the check does not know is not passed over'],
    ],
  ]
  test.each(table)(
    'the schema check accepts valid and rejects invalid values of %j',
    (schema, valid, invalid) => {
      for (const value of valid) expect(schemaViolations(DOCUMENT, schema, value)).toEqual([])
      for (const value of invalid) expect(schemaViolations(DOCUMENT, schema, value)).not.toBeEmpty()
    },
  )
})

describe('the check for undocumented fields', () => {
  const inner: Schema = { type: 'object', properties: { a: {} } }
  const table: [Schema, unknown, string[]][] = [
    [inner, { a: 1 }, []],
    [inner, { a: 1, secret: 2 }, ['$.secret is not described']],
    [{ type: 'array', items: inner }, [{ a: 1 }, { b: 1 }], ['$[1].b is not described']],
    [{ properties: { list: { items: inner } } }, { list: [{ b: 1 }] }, ['$.list[0].b is not described']],
    [{ type: 'object' }, { anything: 1 }, []],
    [{ type: 'object', additionalProperties: inner }, { any: { b: 1 } }, ['$.any.b is not described']],
    [{ allOf: [inner, { properties: { b: {} } }] }, { a: 1, b: 1 }, []],
    [{ anyOf: [{ type: 'null' }, inner] }, { b: 1 }, ['$.b is not described']],
    [{ anyOf: [{ type: 'null' }, inner] }, null, []],
  ]
  test.each(table)(
    'the check for undocumented fields returns the expected fields for %j, %j',
    (schema, value, faults) => {
      expect(undescribedFields(DOCUMENT, schema, value)).toEqual(faults)
    },
  )
})
