import { expect, test } from 'bun:test'
import { createMutants } from './mutants.ts'

const changesOf = (line: string, file = 'a.ts') =>
  createMutants(file, line).map(({ rule, after }) => `${rule}: ${after}`)

test('comparisons, signs and limits are inverted one at a time', () => {
  expect(changesOf('const ok = a < 3 && b === c')).toEqual([
    'equals: const ok = a < 3 && b !== c',
    'less: const ok = a <= 3 && b === c',
    'and: const ok = a < 3 || b === c',
    'number: const ok = a < 4 && b === c',
  ])
})

test('guards, asserts and awaits are removed', () => {
  expect(changesOf('  if (late) throw errors.late()')).toEqual(['no guard: '])
  expect(changesOf("assert(sum, 'x')")).toEqual(["no assert: void (sum, 'x')"])
  expect(changesOf('const row = await find()')).toEqual(['no await: const row = find()'])
})

test('predicates and locks of queries are removed, and code around a query is not treated as a query', () => {
  const query = ['await tx`', '  update a set b = 1', '  where c is null and d > now() for update`'].join(
    '\n',
  )
  expect(changesOf(query)).toEqual([
    'number: update a set b = 2',
    'more: where c is null and d >= now() for update`',
    'SQL: no predicate: where c is null  for update`',
    'SQL: no lock: where c is null and d > now()`',
    'SQL: null: where c is not null and d > now() for update`',
  ])
  expect(changesOf('  where a.b = c or (d and e)\n', 'a.sql')).toEqual([
    'SQL: no predicate: where a.b = c',
    'SQL: no first predicate: where true or (d and e)',
  ])
})

test('locks, sort orders and greatest() are changed one at a time', () => {
  const query =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a query.
    'await tx`select greatest(a, b) from c where d = any(${ids}::uuid[]) order by e desc for update skip locked`'
  expect(changesOf(query).map((change) => change.split(': select')[0]!.replace(/: await.*/, ''))).toEqual([
    'SQL: no first predicate',
    'SQL: no lock',
    'SQL: no skipping',
    'SQL: least',
    'SQL: upwards',
  ])
  expect(changesOf(query)[0]).toContain('where true order by')
})

test('a template with prose is not treated as a query', () => {
  expect(changesOf('say(a < b, `one and no more`)')).toEqual(['less: say(a <= b, `one and no more`)'])
  expect(changesOf("  'one and `two` or 3',\n  | { a: true }")).toEqual([])
})

test('declarations and changes that would not compile produce no mutants', () => {
  expect(changesOf("import { a } from './a.ts'\n// if (a < 3) throw\nexport type A = 1 | 2")).toEqual([])
})
