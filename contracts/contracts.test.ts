import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Address, keccak256, padHex, toHex, zeroAddress } from 'viem'
import { type ChainFixture, createChainFixture, keyOf } from '../src/platform/chain/chain-testbed.ts'
import { type Contract, referenceHash } from '../src/platform/chain/contract.ts'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { SmartAccount } from './artifacts/SmartAccount.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'

let fixture: ChainFixture
const outsider = keyOf('stranger')
let lastReference = 0
/** An account without transactions. */
const fresh = () => referenceHash(`test:${++lastReference}`)
const person = (number: number): Address => padHex(toHex(0xabc000 + number), { size: 20 })

beforeAll(async () => {
  fixture = await createChainFixture()
}, 60_000)
afterAll(() => fixture.stop())

const ISSUERS: { contract: Contract; mint: () => [string, unknown[]] }[] = [
  { contract: XpToken, mint: () => ['mintBatch', [fresh(), [person(1)], [1n]]] },
  { contract: GemToken, mint: () => ['mintBatch', [fresh(), [person(1)], [1n]]] },
  { contract: CourseCertificate, mint: () => ['mint', [fresh(), person(1), 'ipfs://a']] },
  { contract: AchievementBadge, mint: () => ['mint', [fresh(), person(1), 'ipfs://a']] },
  { contract: TestUsdt, mint: () => ['mint', [fresh(), person(1), 1n]] },
]

for (const { contract, mint } of ISSUERS) {
  describe(contract.name, () => {
    test('only the minter can mint, and the admin cannot', async () => {
      for (const other of [outsider, fixture.admin])
        expect(await fixture.refusal(other.address, contract, ...mint())).toStartWith(
          `AccessControlUnauthorizedAccount(${other.address}`,
        )
      expect((await fixture.send(fixture.minter, contract, ...mint())).status).toBe(1n)
    })

    test('a reference can be used once and cannot be empty', async () => {
      const [name, [reference, ...rest]] = mint() as [string, [string, ...unknown[]]]
      await fixture.send(fixture.minter, contract, name, [reference, ...rest])
      expect(await fixture.refusal(fixture.minter.address, contract, name, [reference, ...rest])).toBe(
        `ReferenceAlreadyUsed(${reference})`,
      )
      expect(
        await fixture.refusal(fixture.minter.address, contract, name, [padHex('0x', { size: 32 }), ...rest]),
      ).toBe('ReferenceMissing')
    })

    test('only the admin can pause the contract', async () => {
      expect(await fixture.refusal(fixture.minter.address, contract, 'pause', [])).toStartWith(
        'AccessControlUnauthorizedAccount',
      )
      await fixture.send(fixture.admin, contract, 'pause', [])
      expect(await fixture.refusal(fixture.minter.address, contract, ...mint())).toBe('EnforcedPause')
      await fixture.send(fixture.admin, contract, 'unpause', [])
      expect(await fixture.refusal(fixture.minter.address, contract, ...mint())).toBe('nothing')
    })

    test('only the admin can grant and revoke roles', async () => {
      const role = keccak256(toHex('MINTER_ROLE'))
      expect(
        await fixture.refusal(fixture.minter.address, contract, 'grantRole', [role, outsider.address]),
      ).toStartWith('AccessControlUnauthorizedAccount')
      await fixture.send(fixture.admin, contract, 'grantRole', [role, outsider.address])
      expect(await fixture.refusal(outsider.address, contract, ...mint())).toBe('nothing')
      await fixture.send(fixture.admin, contract, 'revokeRole', [role, outsider.address])
      expect(await fixture.refusal(outsider.address, contract, ...mint())).toStartWith(
        'AccessControlUnauthorizedAccount',
      )
    })
  })
}

describe('the XP token', () => {
  test('XP cannot be transferred, not even by its owner', async () => {
    await fixture.send(fixture.minter, XpToken, 'mintBatch', [fresh(), [outsider.address], [100n]])
    const move = (name: string, args: unknown[]) => fixture.refusal(outsider.address, XpToken, name, args)
    expect(await move('transfer', [person(2), 1n])).toBe('NonTransferable')
    expect(await move('approve', [person(2), 1n])).toBe('NonTransferable')
    expect(await move('transferFrom', [outsider.address, person(2), 0n])).toBe('NonTransferable')
  })
})

describe('the gem token', () => {
  test('gems can be transferred by their owner, and burned only by the burner', async () => {
    await fixture.send(fixture.minter, GemToken, 'mintBatch', [fresh(), [outsider.address], [100n]])
    await fixture.send(outsider, GemToken, 'transfer', [person(3), 40n])
    expect(await fixture.chain.read(GemToken, 'balanceOf', [person(3)])).toBe(40n)
    expect(
      await fixture.refusal(outsider.address, GemToken, 'transferFrom', [person(3), outsider.address, 1n]),
    ).toStartWith('ERC20InsufficientAllowance')
    const burn = [fresh(), [person(3)], [41n]]
    expect(await fixture.refusal(outsider.address, GemToken, 'burnBatch', burn)).toStartWith(
      'AccessControlUnauthorizedAccount',
    )
    expect(await fixture.refusal(fixture.minter.address, GemToken, 'burnBatch', burn)).toStartWith(
      'ERC20InsufficientBalance',
    )
    await fixture.send(fixture.minter, GemToken, 'burnBatch', [fresh(), [person(3)], [40n]])
    expect(await fixture.chain.read(GemToken, 'balanceOf', [person(3)])).toBe(0n)
  })
})

test('a batch succeeds or fails as one, has lists of equal length, and is not empty', async () => {
  const refusal = (accounts: Address[], amounts: bigint[]) =>
    fixture.refusal(fixture.minter.address, XpToken, 'mintBatch', [fresh(), accounts, amounts])
  expect(await refusal([], [])).toBe('EmptyBatch')
  expect(await refusal([person(4)], [])).toBe('LengthMismatch(1, 0)')
  expect(await refusal([person(4), zeroAddress], [1n, 1n])).toStartWith('ERC20InvalidReceiver')
  const reference = fresh()
  const sent = await fixture.send(fixture.minter, XpToken, 'mintBatch', [
    reference,
    [person(4), zeroAddress],
    [1n, 1n],
  ])
  expect(sent.status).toBe(0n)
  expect(await fixture.chain.read(XpToken, 'balanceOf', [person(4)])).toBe(0n)
  // A failed mint can be sent again with its reference.
  expect(await fixture.chain.read(XpToken, 'isReferenceUsed', [reference])).toBe(false)
})

test('any sequence of mints and burns results in the balances of a model', async () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
  const operation = fc.record({
    isBurn: fc.boolean(),
    entries: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), amount), { minLength: 1, maxLength: 5 }),
  })
  let round = 100
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
      round += 10
      const model = new Map<Address, bigint>()
      const before = await fixture.chain.read(GemToken, 'totalSupply', [])
      for (const { isBurn, entries } of operations) {
        const after = new Map(model)
        for (const [index, value] of entries) {
          const account = person(round + index)
          after.set(account, (after.get(account) ?? 0n) + (isBurn ? -value : value))
        }
        const { status } = await fixture.send(fixture.minter, GemToken, isBurn ? 'burnBatch' : 'mintBatch', [
          fresh(),
          entries.map(([index]) => person(round + index)),
          entries.map(([, value]) => value),
        ])
        const isAllowed = [...after.values()].every((balance) => balance >= 0n)
        expect(status).toBe(isAllowed ? 1n : 0n)
        if (isAllowed) for (const [account, balance] of after) model.set(account, balance)
      }
      let sum = 0n
      for (const [account, balance] of model) {
        expect(await fixture.chain.read(GemToken, 'balanceOf', [account])).toBe(balance)
        sum += balance
      }
      expect(await fixture.chain.read(GemToken, 'totalSupply', [])).toBe(before + sum)
    }),
    { numRuns: 15 },
  )
})

/** The tests that both soulbound tokens share. */
const SOULBOUND: Contract<typeof AchievementBadge.abi>[] = [
  { name: CourseCertificate.name, abi: AchievementBadge.abi },
  AchievementBadge,
]

for (const contract of SOULBOUND) {
  describe(contract.name, () => {
    const mintTo = async (holder: Address, uri = 'ipfs://b') => {
      const reference = fresh()
      await fixture.send(fixture.minter, contract, 'mint', [reference, holder, uri])
      return { reference, token: await fixture.chain.read(contract, 'tokenOfReference', [reference]) }
    }

    test('a soulbound token is locked, supports ERC-5192, and is found by its reference', async () => {
      const { token } = await mintTo(person(5))
      expect(await fixture.chain.read(contract, 'locked', [token])).toBe(true)
      expect(await fixture.chain.read(contract, 'supportsInterface', ['0xb45a3c0e'])).toBe(true)
      expect(await fixture.chain.read(contract, 'supportsInterface', ['0x80ac58cd'])).toBe(true)
      expect((await fixture.chain.read(contract, 'ownerOf', [token])).toLowerCase()).toBe(person(5))
      expect(await fixture.chain.read(contract, 'tokenURI', [token])).toBe('ipfs://b')
      expect(await fixture.chain.read(contract, 'tokenOfReference', [fresh()])).toBe(0n)
      await expect(fixture.chain.read(contract, 'locked', [10n ** 9n])).rejects.toThrow(
        'ERC721NonexistentToken',
      )
    })

    test('a soulbound token cannot be transferred or approved by its owner or another account', async () => {
      const { token } = await mintTo(outsider.address)
      for (const from of [outsider.address, fixture.minter.address, fixture.admin.address]) {
        for (const name of ['transferFrom', 'safeTransferFrom'])
          expect(await fixture.refusal(from, contract, name, [outsider.address, person(6), token])).toBe(
            `Soulbound(${token})`,
          )
        expect(await fixture.refusal(from, contract, 'approve', [person(6), token])).toBe(
          `Soulbound(${token})`,
        )
        expect(await fixture.refusal(from, contract, 'setApprovalForAll', [person(6), true])).toBe(
          'NotApprovable',
        )
      }
      // A sent transaction fails as well as a simulated call.
      const data = [outsider.address, person(6), token]
      expect((await fixture.send(outsider, contract, 'transferFrom', data)).status).toBe(0n)
      expect(await fixture.chain.read(contract, 'ownerOf', [token])).toBe(outsider.address)
    })

    test('soulbound tokens are minted in batches, each with its own reference', async () => {
      const references = [fresh(), fresh(), fresh()]
      const holders = [person(7), person(8), person(7)]
      const args = [references, holders, ['ipfs://1', 'ipfs://2', 'ipfs://3']]
      await fixture.send(fixture.minter, contract, 'mintBatch', args)
      const tokens = await Promise.all(
        references.map((reference) => fixture.chain.read(contract, 'tokenOfReference', [reference])),
      )
      expect(tokens).toEqual([tokens[0]!, tokens[0]! + 1n, tokens[0]! + 2n])
      expect(await fixture.chain.read(contract, 'tokenURI', [tokens[2]!])).toBe('ipfs://3')
      expect(await fixture.refusal(fixture.minter.address, contract, 'mintBatch', args)).toStartWith(
        'ReferenceAlreadyUsed',
      )
      expect(
        await fixture.refusal(fixture.minter.address, contract, 'mintBatch', [[fresh()], [person(7)], []]),
      ).toBe('LengthMismatch(1, 0)')
    })
  })
}

describe('the course certificate', () => {
  test('a certificate can be revoked once by the issuer, and stays visible', async () => {
    const reference = fresh()
    await fixture.send(fixture.minter, CourseCertificate, 'mint', [reference, person(9), 'ipfs://c'])
    const token = await fixture.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    expect(await fixture.chain.read(CourseCertificate, 'isRevoked', [token])).toBe(false)
    expect(
      await fixture.refusal(outsider.address, CourseCertificate, 'revoke', [fresh(), token, 'no']),
    ).toStartWith('AccessControlUnauthorizedAccount')
    await fixture.send(fixture.minter, CourseCertificate, 'revoke', [fresh(), token, 'copied'])
    expect(await fixture.chain.read(CourseCertificate, 'isRevoked', [token])).toBe(true)
    expect((await fixture.chain.read(CourseCertificate, 'ownerOf', [token])).toLowerCase()).toBe(person(9))
    const again = (name: string) =>
      fixture.refusal(fixture.minter.address, CourseCertificate, name, [fresh(), token, 'again'])
    expect(await again('revoke')).toBe(`AlreadyRevoked(${token})`)
    expect(await again('setTokenURI')).toBe(`AlreadyRevoked(${token})`)
    expect(
      await fixture.refusal(fixture.minter.address, CourseCertificate, 'revoke', [
        fresh(),
        10n ** 9n,
        'none',
      ]),
    ).toStartWith('ERC721NonexistentToken')
  })

  test('the issuer can correct the URI of a certificate', async () => {
    const reference = fresh()
    await fixture.send(fixture.minter, CourseCertificate, 'mint', [reference, person(9), 'ipfs://misspelt'])
    const token = await fixture.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    expect(
      await fixture.refusal(outsider.address, CourseCertificate, 'setTokenURI', [fresh(), token, 'x']),
    ).toStartWith('AccessControlUnauthorizedAccount')
    await fixture.send(fixture.minter, CourseCertificate, 'setTokenURI', [fresh(), token, 'ipfs://right'])
    expect(await fixture.chain.read(CourseCertificate, 'tokenURI', [token])).toBe('ipfs://right')
  })
})

test('test USDT has six decimals', async () => {
  expect(await fixture.chain.read(TestUsdt, 'decimals', [])).toBe(6)
})

describe('the account factory', () => {
  test('the account factory computes the same address as the service, and creates an account once', async () => {
    for (let number = 0; number < 10; number++) {
      const owner = person(200 + number)
      const salt = fresh()
      const expected = fixture.chain.accountAddress(owner, salt)
      expect(await fixture.chain.read(AccountFactory, 'accountAddress', [owner, salt])).toBe(expected)
    }
    const salt = fresh()
    const account = fixture.chain.accountAddress(outsider.address, salt)
    expect(await fixture.chain.isDeployed(account)).toBe(false)
    await fixture.send(outsider, AccountFactory, 'createAccount', [outsider.address, salt])
    expect(await fixture.chain.isDeployed(account)).toBe(true)
    expect(
      (await fixture.send(outsider, AccountFactory, 'createAccount', [outsider.address, salt])).status,
    ).toBe(1n)
  })

  test('neither an account nor the account implementation can be initialised again', async () => {
    const salt = fresh()
    await fixture.send(outsider, AccountFactory, 'createAccount', [outsider.address, salt])
    const account = { name: 'SmartAccount', abi: SmartAccount.abi }
    expect(await fixture.refusal(outsider.address, account, 'initialize', [person(1)])).toBe(
      'InvalidInitialization',
    )
    expect(
      await fixture.refusal(outsider.address, AccountFactory, 'createAccount', [zeroAddress, fresh()]),
    ).toBe('OwnerMissing')
  })
})
