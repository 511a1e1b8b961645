import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, encodeFunctionData, type Hex, keccak256, toHex } from 'viem'
import { sign } from 'viem/accounts'
import {
  type ChainFixture,
  createChainFixture,
  keyOf,
  privateKeyOf,
} from '../src/platform/chain/chain-testbed.ts'
import { type Contract, referenceHash } from '../src/platform/chain/contract.ts'
import { signUserOperation } from '../src/platform/chain/smart-accounts/user-operation.ts'
import { addMs, HOUR_MS, now } from '../src/platform/clock.ts'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'
import { EntryPoint } from './entry-point.ts'

/** The gas of calls of the same kind differs with the zero bytes in their arguments. */
const TOLERANCE = 0.02
const URI = 'ipfs://bafkreiablk6x6xgfpiw5ss3vsdyevwaiijzzaxxdh3c45pvomitwvf7ymi'

let fixture: ChainFixture
beforeAll(async () => {
  fixture = await createChainFixture()
}, 60_000)
afterAll(() => fixture.stop())

let last = 0
const fresh = () => referenceHash(`gas:${++last}`)
/** Addresses without zero bytes, as real ones usually are. */
const person = (number: number): Address => `0x${keccak256(toHex(`person ${number}`)).slice(26)}`
const people = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => person(from + index))

async function gas(contract: Contract, functionName: string, args: unknown[]): Promise<number> {
  const { gasUsed, status } = await fixture.send(fixture.minter, contract, functionName, args)
  expect([functionName, status]).toEqual([functionName, 1n])
  return Number(gasUsed)
}

async function operationGas(): Promise<number> {
  const owner = keyOf('owner').address
  const salt = fresh()
  const account = fixture.chain.accountAddress(owner, salt)
  await gas(AccountFactory, 'createAccount', [owner, salt])
  await gas(TestUsdt, 'mint', [fresh(), account, 10n ** 6n])
  const { packed } = await signUserOperation({
    reference: `gas:${++last}`,
    account,
    chainId: fixture.chain.chainId,
    validUntil: addMs(now(), HOUR_MS),
    calls: [
      {
        to: fixture.chain.contracts.TestUsdt!,
        data: encodeFunctionData({
          abi: TestUsdt.abi,
          functionName: 'transfer',
          args: [person(9_000), 5n * 10n ** 5n],
        }),
      },
    ],
    sign: (hash: Hex) => sign({ hash, privateKey: privateKeyOf('owner'), to: 'hex' }),
  })
  return gas(EntryPoint, 'handleOps', [[packed], person(9_001)])
}

test('the gas table in the README is correct', async () => {
  const amounts = (count: number) => Array.from({ length: count }, () => 25n * 10n ** 18n)
  const first = people(100, 0)
  await gas(XpToken, 'mintBatch', [fresh(), [person(5_000)], amounts(1)])
  const certificates = people(50, 1_000)
  const measured: Record<string, number> = {
    'XP or gems: mint for 1 new holder': await gas(XpToken, 'mintBatch', [
      fresh(),
      [person(5_001)],
      amounts(1),
    ]),
    'XP or gems: mint for 100 new holders': await gas(GemToken, 'mintBatch', [fresh(), first, amounts(100)]),
    'XP or gems: mint for 100 holders': await gas(GemToken, 'mintBatch', [fresh(), first, amounts(100)]),
    'XP or gems: burn of 100 holders': await gas(GemToken, 'burnBatch', [
      fresh(),
      first,
      first.map(() => 10n ** 18n),
    ]),
    'certificate: mint 1': await gas(CourseCertificate, 'mint', [fresh(), person(6_000), URI]),
    'certificate: mint 50': await gas(CourseCertificate, 'mintBatch', [
      certificates.map(() => fresh()),
      certificates,
      certificates.map(() => URI),
    ]),
    'certificate: revoke': await gas(CourseCertificate, 'revoke', [fresh(), 1n, 'It was copied.']),
    'certificate: correct': await gas(CourseCertificate, 'setTokenURI', [
      fresh(),
      2n,
      `${URI.slice(0, -1)}a`,
    ]),
    'account: deploy': await gas(AccountFactory, 'createAccount', [keyOf('stranger').address, fresh()]),
    'account: sponsored transfer': await operationGas(),
  }
  const readme = readFileSync(join(import.meta.dir, 'README.md'), 'utf8')
  const table = new Map(
    [...readme.matchAll(/^\| ([^|]+?) +\| +([\d,]+) +\|/gm)].map(([, what, gasUsed]) => [
      what!,
      Number(gasUsed!.replaceAll(',', '')),
    ]),
  )
  const wrong = Object.entries(measured).filter(
    ([what, gasUsed]) => Math.abs((table.get(what) ?? 0) - gasUsed) > gasUsed * TOLERANCE,
  )
  expect(wrong.map(([what, gasUsed]) => `${what}: ${gasUsed.toLocaleString('en')}`)).toEqual([])
})
