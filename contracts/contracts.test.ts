import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Address, keccak256, padHex, toHex, zeroAddress } from 'viem'
import { type ChainBed, createChainBed, keyOf } from '../src/platform/chain/chain-testbed.ts'
import { type Contract, referenceHash } from '../src/platform/chain/contract.ts'
import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { SmartAccount } from './artifacts/SmartAccount.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'

let bed: ChainBed
const stranger = keyOf('stranger')
let lastReference = 0
/** One that was never used. */
const fresh = () => referenceHash(`test:${++lastReference}`)
const person = (number: number): Address => padHex(toHex(0xabc000 + number), { size: 20 })

beforeAll(async () => {
  bed = await createChainBed()
}, 60_000)
afterAll(() => bed.stop())

const ISSUERS: { contract: Contract; mint: () => [string, unknown[]] }[] = [
  { contract: XpToken, mint: () => ['mintBatch', [fresh(), [person(1)], [1n]]] },
  { contract: GemToken, mint: () => ['mintBatch', [fresh(), [person(1)], [1n]]] },
  { contract: CourseCertificate, mint: () => ['mint', [fresh(), person(1), 'ipfs://a']] },
  { contract: AchievementBadge, mint: () => ['mint', [fresh(), person(1), 'ipfs://a']] },
  { contract: TestUsdt, mint: () => ['mint', [fresh(), person(1), 1n]] },
]

for (const { contract, mint } of ISSUERS) {
  describe(contract.name, () => {
    test('mints for its minter and for nobody else, not even the admin', async () => {
      for (const other of [stranger, bed.admin])
        expect(await bed.refusal(other.address, contract, ...mint())).toStartWith(
          `AccessControlUnauthorizedAccount(${other.address}`,
        )
      expect((await bed.send(bed.minter, contract, ...mint())).status).toBe(1n)
    })

    test('takes a reference once, and none that is empty', async () => {
      const [name, [reference, ...rest]] = mint() as [string, [string, ...unknown[]]]
      await bed.send(bed.minter, contract, name, [reference, ...rest])
      expect(await bed.refusal(bed.minter.address, contract, name, [reference, ...rest])).toBe(
        `ReferenceAlreadyUsed(${reference})`,
      )
      expect(
        await bed.refusal(bed.minter.address, contract, name, [padHex('0x', { size: 32 }), ...rest]),
      ).toBe('ReferenceMissing')
    })

    test('can be paused by the admin and by nobody else', async () => {
      expect(await bed.refusal(bed.minter.address, contract, 'pause', [])).toStartWith(
        'AccessControlUnauthorizedAccount',
      )
      await bed.send(bed.admin, contract, 'pause', [])
      expect(await bed.refusal(bed.minter.address, contract, ...mint())).toBe('EnforcedPause')
      await bed.send(bed.admin, contract, 'unpause', [])
      expect(await bed.refusal(bed.minter.address, contract, ...mint())).toBe('nothing')
    })

    test('gives and takes roles by the admin only', async () => {
      const role = keccak256(toHex('MINTER_ROLE'))
      expect(
        await bed.refusal(bed.minter.address, contract, 'grantRole', [role, stranger.address]),
      ).toStartWith('AccessControlUnauthorizedAccount')
      await bed.send(bed.admin, contract, 'grantRole', [role, stranger.address])
      expect(await bed.refusal(stranger.address, contract, ...mint())).toBe('nothing')
      await bed.send(bed.admin, contract, 'revokeRole', [role, stranger.address])
      expect(await bed.refusal(stranger.address, contract, ...mint())).toStartWith(
        'AccessControlUnauthorizedAccount',
      )
    })
  })
}

describe('XP', () => {
  test('cannot be moved by anybody, its holder included', async () => {
    await bed.send(bed.minter, XpToken, 'mintBatch', [fresh(), [stranger.address], [100n]])
    const move = (name: string, args: unknown[]) => bed.refusal(stranger.address, XpToken, name, args)
    expect(await move('transfer', [person(2), 1n])).toBe('NonTransferable')
    expect(await move('approve', [person(2), 1n])).toBe('NonTransferable')
    expect(await move('transferFrom', [stranger.address, person(2), 0n])).toBe('NonTransferable')
  })
})

describe('gems', () => {
  test('are passed on by their holder, and taken from others by nobody but the burner', async () => {
    await bed.send(bed.minter, GemToken, 'mintBatch', [fresh(), [stranger.address], [100n]])
    await bed.send(stranger, GemToken, 'transfer', [person(3), 40n])
    expect(await bed.chain.read(GemToken, 'balanceOf', [person(3)])).toBe(40n)
    expect(
      await bed.refusal(stranger.address, GemToken, 'transferFrom', [person(3), stranger.address, 1n]),
    ).toStartWith('ERC20InsufficientAllowance')
    const burn = [fresh(), [person(3)], [41n]]
    expect(await bed.refusal(stranger.address, GemToken, 'burnBatch', burn)).toStartWith(
      'AccessControlUnauthorizedAccount',
    )
    expect(await bed.refusal(bed.minter.address, GemToken, 'burnBatch', burn)).toStartWith(
      'ERC20InsufficientBalance',
    )
    await bed.send(bed.minter, GemToken, 'burnBatch', [fresh(), [person(3)], [40n]])
    expect(await bed.chain.read(GemToken, 'balanceOf', [person(3)])).toBe(0n)
  })
})

test('a batch is all or nothing, of equal lengths, and not empty', async () => {
  const refusal = (accounts: Address[], amounts: bigint[]) =>
    bed.refusal(bed.minter.address, XpToken, 'mintBatch', [fresh(), accounts, amounts])
  expect(await refusal([], [])).toBe('EmptyBatch')
  expect(await refusal([person(4)], [])).toBe('LengthMismatch(1, 0)')
  expect(await refusal([person(4), zeroAddress], [1n, 1n])).toStartWith('ERC20InvalidReceiver')
  const reference = fresh()
  const sent = await bed.send(bed.minter, XpToken, 'mintBatch', [
    reference,
    [person(4), zeroAddress],
    [1n, 1n],
  ])
  expect(sent.status).toBe(0n)
  expect(await bed.chain.read(XpToken, 'balanceOf', [person(4)])).toBe(0n)
  // What failed may be sent again under its reference.
  expect(await bed.chain.read(XpToken, 'isReferenceUsed', [reference])).toBe(false)
})

test('any sequence of mints and burns leaves the balances that a map would have', async () => {
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
      const before = await bed.chain.read(GemToken, 'totalSupply', [])
      for (const { isBurn, entries } of operations) {
        const after = new Map(model)
        for (const [index, value] of entries) {
          const account = person(round + index)
          after.set(account, (after.get(account) ?? 0n) + (isBurn ? -value : value))
        }
        const { status } = await bed.send(bed.minter, GemToken, isBurn ? 'burnBatch' : 'mintBatch', [
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
        expect(await bed.chain.read(GemToken, 'balanceOf', [account])).toBe(balance)
        sum += balance
      }
      expect(await bed.chain.read(GemToken, 'totalSupply', [])).toBe(before + sum)
    }),
    { numRuns: 15 },
  )
})

/** What both soulbound tokens have. */
const SOULBOUND: Contract<typeof AchievementBadge.abi>[] = [
  { name: CourseCertificate.name, abi: AchievementBadge.abi },
  AchievementBadge,
]

for (const contract of SOULBOUND) {
  describe(contract.name, () => {
    const mintTo = async (holder: Address, uri = 'ipfs://b') => {
      const reference = fresh()
      await bed.send(bed.minter, contract, 'mint', [reference, holder, uri])
      return { reference, token: await bed.chain.read(contract, 'tokenOfReference', [reference]) }
    }

    test('is locked, says so by ERC-5192, and is found by its reference', async () => {
      const { token } = await mintTo(person(5))
      expect(await bed.chain.read(contract, 'locked', [token])).toBe(true)
      expect(await bed.chain.read(contract, 'supportsInterface', ['0xb45a3c0e'])).toBe(true)
      expect(await bed.chain.read(contract, 'supportsInterface', ['0x80ac58cd'])).toBe(true)
      expect((await bed.chain.read(contract, 'ownerOf', [token])).toLowerCase()).toBe(person(5))
      expect(await bed.chain.read(contract, 'tokenURI', [token])).toBe('ipfs://b')
      expect(await bed.chain.read(contract, 'tokenOfReference', [fresh()])).toBe(0n)
      await expect(bed.chain.read(contract, 'locked', [10n ** 9n])).rejects.toThrow('ERC721NonexistentToken')
    })

    test('cannot be moved in any way, by its holder or anybody', async () => {
      const { token } = await mintTo(stranger.address)
      for (const from of [stranger.address, bed.minter.address, bed.admin.address]) {
        for (const name of ['transferFrom', 'safeTransferFrom'])
          expect(await bed.refusal(from, contract, name, [stranger.address, person(6), token])).toBe(
            `Soulbound(${token})`,
          )
        expect(await bed.refusal(from, contract, 'approve', [person(6), token])).toBe(`Soulbound(${token})`)
        expect(await bed.refusal(from, contract, 'setApprovalForAll', [person(6), true])).toBe(
          'NotApprovable',
        )
      }
      // A transaction that is really sent fares no better.
      const data = [stranger.address, person(6), token]
      expect((await bed.send(stranger, contract, 'transferFrom', data)).status).toBe(0n)
      expect(await bed.chain.read(contract, 'ownerOf', [token])).toBe(stranger.address)
    })

    test('is minted in batches, each token under a reference of its own', async () => {
      const references = [fresh(), fresh(), fresh()]
      const holders = [person(7), person(8), person(7)]
      const args = [references, holders, ['ipfs://1', 'ipfs://2', 'ipfs://3']]
      await bed.send(bed.minter, contract, 'mintBatch', args)
      const tokens = await Promise.all(
        references.map((reference) => bed.chain.read(contract, 'tokenOfReference', [reference])),
      )
      expect(tokens).toEqual([tokens[0]!, tokens[0]! + 1n, tokens[0]! + 2n])
      expect(await bed.chain.read(contract, 'tokenURI', [tokens[2]!])).toBe('ipfs://3')
      expect(await bed.refusal(bed.minter.address, contract, 'mintBatch', args)).toStartWith(
        'ReferenceAlreadyUsed',
      )
      expect(await bed.refusal(bed.minter.address, contract, 'mintBatch', [[fresh()], [person(7)], []])).toBe(
        'LengthMismatch(1, 0)',
      )
    })
  })
}

describe('a certificate', () => {
  test('is revoked by the issuer, once, and stays to be seen', async () => {
    const reference = fresh()
    await bed.send(bed.minter, CourseCertificate, 'mint', [reference, person(9), 'ipfs://c'])
    const token = await bed.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    expect(await bed.chain.read(CourseCertificate, 'isRevoked', [token])).toBe(false)
    expect(
      await bed.refusal(stranger.address, CourseCertificate, 'revoke', [fresh(), token, 'no']),
    ).toStartWith('AccessControlUnauthorizedAccount')
    await bed.send(bed.minter, CourseCertificate, 'revoke', [fresh(), token, 'copied'])
    expect(await bed.chain.read(CourseCertificate, 'isRevoked', [token])).toBe(true)
    expect((await bed.chain.read(CourseCertificate, 'ownerOf', [token])).toLowerCase()).toBe(person(9))
    const again = (name: string) =>
      bed.refusal(bed.minter.address, CourseCertificate, name, [fresh(), token, 'again'])
    expect(await again('revoke')).toBe(`AlreadyRevoked(${token})`)
    expect(await again('setTokenURI')).toBe(`AlreadyRevoked(${token})`)
    expect(
      await bed.refusal(bed.minter.address, CourseCertificate, 'revoke', [fresh(), 10n ** 9n, 'none']),
    ).toStartWith('ERC721NonexistentToken')
  })

  test('can be put right by the issuer', async () => {
    const reference = fresh()
    await bed.send(bed.minter, CourseCertificate, 'mint', [reference, person(9), 'ipfs://misspelt'])
    const token = await bed.chain.read(CourseCertificate, 'tokenOfReference', [reference])
    expect(
      await bed.refusal(stranger.address, CourseCertificate, 'setTokenURI', [fresh(), token, 'x']),
    ).toStartWith('AccessControlUnauthorizedAccount')
    await bed.send(bed.minter, CourseCertificate, 'setTokenURI', [fresh(), token, 'ipfs://right'])
    expect(await bed.chain.read(CourseCertificate, 'tokenURI', [token])).toBe('ipfs://right')
  })
})

test('test USDT has six decimals', async () => {
  expect(await bed.chain.read(TestUsdt, 'decimals', [])).toBe(6)
})

describe('the account factory', () => {
  test('computes the address that we compute, and makes an account once', async () => {
    for (let number = 0; number < 10; number++) {
      const owner = person(200 + number)
      const salt = fresh()
      const expected = bed.chain.accountAddress(owner, salt)
      expect(await bed.chain.read(AccountFactory, 'accountAddress', [owner, salt])).toBe(expected)
    }
    const salt = fresh()
    const account = bed.chain.accountAddress(stranger.address, salt)
    expect(await bed.chain.isDeployed(account)).toBe(false)
    await bed.send(stranger, AccountFactory, 'createAccount', [stranger.address, salt])
    expect(await bed.chain.isDeployed(account)).toBe(true)
    expect((await bed.send(stranger, AccountFactory, 'createAccount', [stranger.address, salt])).status).toBe(
      1n,
    )
  })

  test('leaves nothing to initialise: not an account, and not what accounts are made of', async () => {
    const salt = fresh()
    await bed.send(stranger, AccountFactory, 'createAccount', [stranger.address, salt])
    const account = { name: 'SmartAccount', abi: SmartAccount.abi }
    expect(await bed.refusal(stranger.address, account, 'initialize', [person(1)])).toBe(
      'InvalidInitialization',
    )
    expect(await bed.refusal(stranger.address, AccountFactory, 'createAccount', [zeroAddress, fresh()])).toBe(
      'OwnerMissing',
    )
  })
})
