import { expect, test } from 'bun:test'
import { allMessageFaults, messageFaults } from './check-messages.ts'

const check = (en: Record<string, unknown>, ar: Record<string, unknown>, source: string) =>
  messageFaults({ app: 'app', catalogues: { en, ar } as never, sources: [source] })

test('a text that is missing in one language is reported', () => {
  expect(check({ 'a.b': 'Hello' }, {}, "t('a.b')")).toEqual(['app/ar: "a.b" is missing.'])
})

test('an unused text is reported, unless its key is built from parts', () => {
  expect(check({ 'a.b': 'x' }, { 'a.b': 'y' }, '')).toEqual(['app: "a.b" is not used.'])
  expect(check({ 'a.b': 'x' }, { 'a.b': 'y' }, `t(\`a.\${name}\`)`)).toEqual([])
})

test('a text with different placeholders in two languages is reported', () => {
  const faults = check({ 'a.b': 'Hello {name}' }, { 'a.b': 'مرحبا' }, "t('a.b')")
  expect(faults).toEqual(['app/ar: "a.b" has other placeholders than {name}.'])
})

test('a plural without a form that the language needs is reported', () => {
  const plural = { one: '{count}', other: '{count}' }
  const faults = check({ 'a.b': plural }, { 'a.b': plural }, "t('a.b')")
  expect(faults.sort()).toEqual(
    ['few', 'many', 'two', 'zero'].map((form) => `app/ar: "a.b" has no form for "${form}".`),
  )
})

test('every text of the applications exists in every language and is used', async () => {
  expect(await allMessageFaults()).toEqual([])
})
