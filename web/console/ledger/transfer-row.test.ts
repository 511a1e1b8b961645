import { expect, test } from 'bun:test'
import { isAccount } from './ledger-search.ts'
import { flowOf } from './transfer-row.tsx'

test('a transfer shows who paid, who was paid, and the sum in each asset', () => {
  const lines = [
    { account: 'house:prizes', asset: 'GEM' as const, amount: -30 },
    { account: 'user:a', asset: 'GEM' as const, amount: 20 },
    { account: 'user:b', asset: 'GEM' as const, amount: 10 },
    { account: 'house:issuance', asset: 'XP' as const, amount: -5 },
    { account: 'user:a', asset: 'XP' as const, amount: 5 },
  ]
  expect(flowOf({ lines })).toEqual({
    from: ['house:prizes', 'house:issuance'],
    to: ['user:a', 'user:b'],
    amounts: [
      { asset: 'GEM', amount: 30 },
      { asset: 'XP', amount: 5 },
    ],
  })
})

test('the name of an account has a kind and a name', () => {
  for (const name of ['house:grants', 'user:0195-a', undefined, '']) expect(isAccount(name)).toBe(true)
  for (const name of ['house:', 'grants', 'bank:x', 'user:A B']) expect(isAccount(name)).toBe(false)
})
