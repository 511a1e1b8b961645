import { expect, test } from 'bun:test'
import { redactBody } from './redact-body.ts'

const redact = (body: unknown) => JSON.parse(redactBody(JSON.stringify(body))!)

test('secret fields are removed at any depth and in any spelling', () => {
  for (const name of [
    'token',
    'accessToken',
    'access_token',
    'X-Auth-Token',
    'clientSecret',
    'secretValue',
    'password',
    'Authorization',
    'signature',
    'apiKey',
    'api_key',
    'privateKey',
    'pin',
    'otp',
    'cvv',
  ])
    expect(redact({ data: [{ [name]: 'abc', nested: { [name]: { a: 1 } } }] })).toEqual({
      data: [{ [name]: '[removed]', nested: { [name]: '[removed]' } }],
    })
})

test('other fields stay, also those that only look like a secret', () => {
  const body = {
    tokenId: '7',
    transactionHash: '0x1',
    monkey: 1,
    spinner: 2,
    keys: [1],
    design: null,
    token: null,
  }
  expect(redact(body)).toEqual(body)
  expect(redact([1, 'text', null])).toEqual([1, 'text', null])
})

test('a text that is not JSON is not shown', () => {
  expect(redactBody('secret=abc')).toBeNull()
  expect(redactBody('')).toBeNull()
})
