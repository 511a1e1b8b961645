import { expect, test } from 'bun:test'
import { findForbiddenWords } from './check-vocabulary.ts'

test('an identifier with a forbidden word is reported with what to write instead', () => {
  expect(findForbiddenWords('src/a.ts', 'const heldRows = 1\nfunction tellFacts() {}')).toEqual([
    'src/a.ts: "heldRows" contains "held". Write: cached, locked, reserved.',
    'src/a.ts: "tellFacts" contains "facts". Write: events.',
  ])
})

test('a file or folder name with a forbidden word is reported', () => {
  expect(findForbiddenWords('src/farewell/a.ts', '')).toHaveLength(1)
  expect(findForbiddenWords('test/nemesis.pg.test.ts', '')).toHaveLength(1)
  expect(findForbiddenWords('docs/nemesis.md', '')).toEqual([])
})

test('comments, strings and longer words are not identifiers, expressions in templates are', () => {
  const template = (expression: string) => ['`held $', `{${expression}}`, ' told`'].join('')
  const code = `// held\n/* told */ const threshold = 'held' + "told" + ${template('x')}\n`
  expect(findForbiddenWords('src/a.ts', code)).toEqual([])
  expect(findForbiddenWords('src/a.ts', `const x = ${template('heldRow')}`)).toHaveLength(1)
})
