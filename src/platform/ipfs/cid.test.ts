import { expect, test } from 'bun:test'
import { cidOf } from './cid.ts'

test('the CID of a document is the one that IPFS computes', () => {
  expect(cidOf('{"a":1}')).toBe('bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi')
})
