import { expect, test } from 'bun:test'
import { hashPassword } from '../../src/modules/accounts/public/password.ts'
import { hashPasswordsAtFullCost, hashPasswordsCheaply } from './password-cost.ts'

test('tests hash passwords cheaply, unless a test asks for the full cost', async () => {
  expect(await hashPassword('a-long-password')).toStartWith('$argon2id$v=19$m=8,t=1,p=1$')
  hashPasswordsAtFullCost()
  expect(await hashPassword('a-long-password')).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  hashPasswordsCheaply()
  expect(await hashPassword('a-long-password')).toStartWith('$argon2id$v=19$m=8,t=1,p=1$')
})
