import { expect, test } from 'bun:test'
import type { Db } from './database.ts'
import { runText } from './statement-text.ts'

const db = ((strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values })) as unknown as Db

test('a statement is split at its parameters', () => {
  const sent: unknown = runText(db, 'select $1, $2', ['a', 'b'])
  expect(sent).toEqual({ strings: ['select ', ', ', ''], values: ['a', 'b'] })
})

test.each([
  ['in another order', 'select $2, $1', ['a', 'b']],
  ['with a gap', 'select $1, $3', ['a', 'b']],
  ['more than once', 'select $1, $1', ['a', 'b']],
  ['without a value', 'select $1, $2', ['a']],
  ['with too many values', 'select $1', ['a', 'b']],
] as [string, string, unknown[]][])('a statement with parameters %s is refused', (_, text, values) => {
  expect(() => runText(db, text, values)).toThrow('The parameters $')
})
