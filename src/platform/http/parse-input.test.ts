import { expect, test } from 'bun:test'
import { Refusal } from '../errors.ts'
import { z } from '../zod.ts'
import { parseBody } from './parse-input.ts'

/** The message for one invalid value. */
function saidOf(schema: z.ZodType, value: unknown): string {
  try {
    parseBody(z.object({ field: schema }), { field: value })
  } catch (error) {
    if (error instanceof Refusal) return error.details!.map(({ message }) => message).join('; ')
    throw error
  }
  return 'nothing'
}

const cases: [schema: z.ZodType, value: unknown, said: string][] = [
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.union([z.string(), z.number()]), undefined, 'is required'],
  [z.string(), 5, 'must be text'],
  [z.string(), null, 'must be text'],
  [z.number(), '5', 'must be a number'],
  [z.number().int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [z.string().min(10), 'short', 'must have at least 10 characters'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.string().max(3), 'long', 'must have at most 3 characters'],
  [z.string().length(4), 'abc', 'must have exactly 4 characters'],
  [z.array(z.string()).min(2), [], 'must have at least 2 items'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().max(5), 6, 'must be at most 5'],
  [z.number().gt(3), 3, 'must be more than 3'],
  [z.number().lt(3), 3, 'must be less than 3'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.email(), 'x', 'must be an e-mail address'],
  [z.uuid(), 'x', 'must be an id, which is a UUID'],
  [z.iso.datetime(), 'x', 'must be a time such as 2026-11-02T08:00:00.000Z'],
  [z.string().regex(/^a$/), 'x', 'does not have the right form'],
  [z.enum(['WEEK', 'MONTH']), 'x', 'must be one of WEEK, MONTH'],
  [z.literal('WEEK'), 'x', 'must be WEEK'],
  [z.union([z.boolean(), z.enum(['on', 'off'])]), 5, 'must be true or false, or must be one of on, off'],
  [z.strictObject({}), { a: 1, b: 2 }, 'has fields that are not taken: a, b'],
  [z.string().refine(() => false), 'x', 'is not valid'],
]
for (const [schema, value, said] of cases) {
  test(`the message "${said}" is given for ${JSON.stringify(value)}`, () =>
    expect(saidOf(schema, value)).toBe(said))
}

test("a schema's own messages are unchanged", () => {
  expect(saidOf(z.string().min(3, 'is too short to be a name'), 'x')).toBe('is too short to be a name')
  expect(saidOf(z.string('must be your name'), undefined)).toBe('must be your name')
  expect(
    saidOf(
      z.string().refine(() => false, 'must be unheard of'),
      'x',
    ),
  ).toBe('must be unheard of')
})
