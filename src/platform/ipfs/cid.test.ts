import { expect, test } from 'bun:test'
import { cidOf } from './cid.ts'

test('a document has the name that IPFS gives it', () => {
  expect(cidOf('{"a":1}')).toBe('bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi')
})
