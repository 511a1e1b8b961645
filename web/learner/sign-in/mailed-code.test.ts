import { expect, test } from 'bun:test'
import { readMailedCode } from './mailed-code.ts'

test('the link of a mail carries the address and the code, and any other fragment carries none', () => {
  expect(readMailedCode('#email=a%2Bb%40example.com&code=482913')).toEqual({
    email: 'a+b@example.com',
    code: '482913',
  })
  expect(readMailedCode('#code=482913')).toEqual({ email: '', code: '482913' })
  for (const hash of [
    '',
    '#',
    '#code=',
    '#code=48291',
    '#code=4829131',
    '#code=abcdef',
    '#state=x&code=a1b2c3',
  ])
    expect(readMailedCode(hash)).toBeUndefined()
})
