import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Address, encodeFunctionData, type Hex, hashMessage, parseUnits } from 'viem'
import { sign } from 'viem/accounts'
import { AccountFactory } from '../../../../contracts/artifacts/AccountFactory.ts'
import { SmartAccount } from '../../../../contracts/artifacts/SmartAccount.ts'
import { TestUsdt } from '../../../../contracts/artifacts/TestUsdt.ts'
import { EntryPoint } from '../../../../contracts/entry-point.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { addMs, HOUR_MS, MINUTE_MS, now } from '../../clock.ts'
import { type ChainFixture, chainOver, createChainFixture, keyOf, privateKeyOf } from '../chain-testbed.ts'
import { encodeCall, referenceHash } from '../contract.ts'
import { retryTransaction } from '../relayer/enqueue-transaction.ts'
import { createRelayerFixture, holder, type RelayerFixture } from '../relayer/relayer-testbed.ts'
import { RpcUnavailableError } from '../rpc.ts'
import { accountMessageHash, beforeDeployment, signAsAccount } from './account-message-testbed.ts'
import { enqueueUserOperation } from './enqueue-user-operation.ts'
import { signUserOperation } from './user-operation.ts'

let fixture: ChainFixture
let relay: RelayerFixture
beforeAll(async () => {
  fixture = await createChainFixture()
})
afterAll(() => fixture.stop())
beforeEach(async () => {
  relay = await createRelayerFixture()
})
afterEach(() => relay.drop())

const signerOf = (name: string) => (hash: Hex) => sign({ hash, privateKey: privateKeyOf(name), to: 'hex' })

let lastUser = 0
/** An owner without coins, and an account that is not deployed. */
function newUser() {
  const name = `owner ${++lastUser}`
  const owner = keyOf(name).address
  const salt = referenceHash(name)
  return { name, owner, salt, account: fixture.chain.accountAddress(owner, salt), sign: signerOf(name) }
}

async function giveUsdt(to: Address, amount: bigint): Promise<void> {
  await fixture.send(fixture.minter, TestUsdt, 'mint', [referenceHash(`usdt:${Math.random()}`), to, amount])
}

async function drain(): Promise<void> {
  const relayer = await relay.relayer({ chain: fixture.chain, account: fixture.minter })
  await waitUntil(async () => (await relayer.runOnce()) === 'idle')
}

function transfer(to: Address, amount: bigint) {
  return {
    to: fixture.chain.contracts.TestUsdt!,
    data: encodeFunctionData({ abi: TestUsdt.abi, functionName: 'transfer', args: [to, amount] }),
  }
}

const inOneHour = () => addMs(now(), HOUR_MS)

const usdtOf = (address: Address) => fixture.chain.read(TestUsdt, 'balanceOf', [address])

describe('a signature of a smart account', () => {
  const message = 'lyceum.local wants you to sign in with your Ethereum account'

  test('an account signature is valid after deployment (ERC-1271) and before (ERC-6492), for its owner only', async () => {
    const { account, owner, salt, sign: signOwner } = newUser()
    const input = { account, chainId: fixture.chain.chainId, message }
    const signature = await signAsAccount({ ...input, sign: signOwner })
    const foreign = await signAsAccount({ ...input, sign: signerOf('stranger') })
    const origin = { factory: fixture.chain.contracts.AccountFactory!, owner, salt }
    const verify = (given: Hex, text = message) =>
      fixture.chain.verifyMessage({ address: account, message: text, signature: given })

    expect(await verify(beforeDeployment(signature, origin))).toBe(true)
    expect(await verify(beforeDeployment(foreign, origin))).toBe(false)
    expect(await verify(beforeDeployment(signature, origin), 'another text')).toBe(false)
    expect(await verify(signature)).toBe(false)
    expect(await fixture.chain.isDeployed(account)).toBe(false)

    await fixture.send(fixture.minter, AccountFactory, 'createAccount', [owner, salt])
    expect(await verify(signature)).toBe(true)
    expect(await verify(beforeDeployment(signature, origin))).toBe(true)
    expect(await verify(foreign)).toBe(false)
    expect(await verify(signature, 'another text')).toBe(false)
    expect(await verify('0x')).toBe(false)
    expect(await verify('0x1234')).toBe(false)

    const onChain = await fixture.embedded.request<Hex>('eth_call', [
      { to: account, data: encodeCall(SmartAccount, 'messageHash', [hashMessage(message)]) },
      'latest',
    ])
    expect(onChain).toBe(
      accountMessageHash({ account, chainId: fixture.chain.chainId, hash: hashMessage(message) }),
    )
  })

  test('an account signature is invalid for another account of the same owner', async () => {
    const user = newUser()
    const other = fixture.chain.accountAddress(user.owner, referenceHash('another salt'))
    const signature = await signAsAccount({
      account: user.account,
      chainId: fixture.chain.chainId,
      message,
      sign: user.sign,
    })
    const origin = {
      factory: fixture.chain.contracts.AccountFactory!,
      owner: user.owner,
      salt: referenceHash('another salt'),
    }
    expect(
      await fixture.chain.verifyMessage({
        address: other,
        message,
        signature: beforeDeployment(signature, origin),
      }),
    ).toBe(false)
  })

  test('a plain key signature is valid, and an unavailable chain is not reported as a bad signature', async () => {
    const foreignKey = keyOf('stranger')
    const signature = await foreignKey.signMessage({ message })
    const input = { address: foreignKey.address, message, signature }
    expect(await fixture.chain.verifyMessage(input)).toBe(true)
    expect(await fixture.chain.verifyMessage({ ...input, address: keyOf('admin').address })).toBe(false)
    const away = chainOver(
      { request: () => Promise.reject(new RpcUnavailableError('away')) },
      fixture.chain.contracts,
    )
    expect(await away.verifyMessage(input)).toBe(true)
    await expect(away.verifyMessage({ ...input, address: keyOf('admin').address })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
  })
})

describe('an operation of a smart account', () => {
  test('an operation moves the account’s tokens at the relayer’s expense, after deploying the account', async () => {
    const user = newUser()
    await giveUsdt(user.account, parseUnits('10', 6))
    const operation = (number: number, amount: bigint) =>
      relay.write((tx) =>
        enqueueUserOperation(tx, fixture.chain, {
          reference: `payout:${user.name}:${number}`,
          kind: 'test.payout',
          owner: user.owner,
          salt: user.salt,
          calls: [transfer(holder(1_000_000 + lastUser), amount)],
          sign: user.sign,
          now: now(),
        }),
      )
    // Two concurrent operations before the account exists: they run in any order and share no nonce.
    expect(await operation(1, 3_000_000n)).toBe(true)
    expect(await operation(2, 4_000_000n)).toBe(true)
    expect(await operation(2, 4_000_000n)).toBe(false)
    await drain()
    expect(await usdtOf(holder(1_000_000 + lastUser))).toBe(7_000_000n)
    expect(await fixture.chain.nativeBalance(user.account)).toBe(0n)
    expect(await fixture.chain.nativeBalance(user.owner)).toBe(0n)
    const events = await relay.recordedEvents()
    expect(events.map(({ name, kind }) => [name, kind])).toEqual([
      ['chain.transaction_confirmed', 'chain.account'],
      ['chain.transaction_confirmed', 'test.payout'],
      ['chain.transaction_confirmed', 'test.payout'],
    ])
  })

  test('an operation deploys its account although an earlier deployment failed', async () => {
    const user = newUser()
    await giveUsdt(user.account, 5n)
    const operation = (number: number) =>
      relay.write((tx) =>
        enqueueUserOperation(tx, fixture.chain, {
          ...user,
          reference: `second:${user.name}:${number}`,
          kind: 'test.payout',
          calls: [transfer(holder(3_000_000 + lastUser), 5n)],
          now: now(),
        }),
      )
    await operation(1)
    await relay.test.database.query`
      update chain_transaction set status = 'failed', failure_reason = 'a bad day', settled_at = now() where kind = 'chain.account'`
    await drain()
    expect((await relay.recordedEvents()).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['test.payout', 'PredecessorFailed'],
    ])
    await operation(2)
    await drain()
    expect(await usdtOf(holder(3_000_000 + lastUser))).toBe(5n)
  })

  test('an operation whose calls revert is reported as failed with the error name and has no effect', async () => {
    const user = newUser()
    await giveUsdt(user.account, 5n)
    await relay.write((tx) =>
      enqueueUserOperation(tx, fixture.chain, {
        reference: `payout:${user.name}`,
        kind: 'test.payout',
        owner: user.owner,
        salt: user.salt,
        calls: [transfer(holder(1), 5n), transfer(holder(1), 1n)],
        sign: user.sign,
        now: now(),
      }),
    )
    await drain()
    const [event] = (await relay.recordedEvents()).filter(({ kind }) => kind === 'test.payout')
    expect(event!.name).toBe('chain.transaction_failed')
    expect(event!.reason).toStartWith('UserOperationReverted: ERC20InsufficientBalance(')
    expect(await usdtOf(user.account)).toBe(5n)
    // Its nonce is used: a retry fails again and is not reported as successful.
    await relay.write((tx) => retryTransaction(tx, `payout:${user.name}`))
    await drain()
    const emitted = (await relay.recordedEvents()).filter(({ kind }) => kind === 'test.payout')
    expect(emitted.map(({ reason }) => reason)).toEqual([event!.reason, event!.reason])
  })

  test("an operation without the owner's signature is rejected before anything is sent", async () => {
    const user = newUser()
    await giveUsdt(user.account, 5n)
    await relay.write((tx) =>
      enqueueUserOperation(tx, fixture.chain, {
        reference: `theft:${user.name}`,
        kind: 'test.theft',
        owner: user.owner,
        salt: user.salt,
        calls: [transfer(holder(1), 5n)],
        sign: signerOf('stranger'),
        now: now(),
      }),
    )
    await drain()
    const [event] = (await relay.recordedEvents()).filter(({ kind }) => kind === 'test.theft')
    expect(event!.reason).toStartWith('FailedOp(0, AA24')
    expect(await usdtOf(user.account)).toBe(5n)
  })

  test('an operation can be executed once, whichever account submits it', async () => {
    const user = newUser()
    await giveUsdt(user.account, 10n)
    const reference = `once:${user.name}`
    const calls = [transfer(holder(2_000_000 + lastUser), 4n)]
    await relay.write((tx) =>
      enqueueUserOperation(tx, fixture.chain, { ...user, reference, kind: 'test', calls, now: now() }),
    )
    await drain()
    const { packed, hash } = await signUserOperation({
      reference,
      account: user.account,
      chainId: fixture.chain.chainId,
      calls,
      validUntil: inOneHour(),
      sign: user.sign,
    })
    expect(await fixture.chain.read(EntryPoint, 'getUserOpHash', [packed])).toBe(hash)
    const foreignKey = keyOf('stranger')
    expect(
      await fixture.refusal(foreignKey.address, EntryPoint, 'handleOps', [[packed], foreignKey.address]),
    ).toStartWith('FailedOp(0, AA25')
    expect(await usdtOf(holder(2_000_000 + lastUser))).toBe(4n)
  })

  test('an operation is worth nothing after its end, and its end cannot be changed', async () => {
    const user = newUser()
    await giveUsdt(user.account, 10n)
    await fixture.send(fixture.minter, AccountFactory, 'createAccount', [user.owner, user.salt])
    const operation = (validUntil: Date) =>
      signUserOperation({
        reference: `late:${user.name}`,
        account: user.account,
        chainId: fixture.chain.chainId,
        calls: [transfer(holder(4_000_000 + lastUser), 4n)],
        validUntil,
        sign: user.sign,
      })
    const submit = (packed: object) =>
      fixture.refusal(keyOf('stranger').address, EntryPoint, 'handleOps', [[packed], holder(1)])
    const { packed: late } = await operation(addMs(now(), -MINUTE_MS))
    const { packed: valid } = await operation(inOneHour())
    expect(await submit(late)).toBe('FailedOp(0, AA22 expired or not due)')
    // A later end without a new signature, no end, and a signature without its end.
    const signatureOf = ({ signature }: { signature: Hex }) => signature.slice(14)
    for (const end of [valid.signature.slice(2, 14), '000000000000', ''])
      expect(await submit({ ...late, signature: `0x${end}${signatureOf(late)}` })).toStartWith(
        'FailedOp(0, AA24',
      )
    expect(await submit({ ...late, signature: '0x' })).toStartWith('FailedOp(0, AA24')
    const { packed: endless } = await operation(new Date(0))
    expect(await submit(endless)).toStartWith('FailedOp(0, AA24')
    expect(await submit(valid)).toBe('nothing')
  })

  test('an operation that the relayer could not send in time fails and is not sent', async () => {
    const user = newUser()
    await giveUsdt(user.account, 5n)
    await relay.write((tx) =>
      enqueueUserOperation(tx, fixture.chain, {
        ...user,
        reference: `delayed:${user.name}`,
        kind: 'test.payout',
        calls: [transfer(holder(5_000_000 + lastUser), 5n)],
        now: addMs(now(), -2 * HOUR_MS),
      }),
    )
    await drain()
    const [event] = (await relay.recordedEvents()).filter(({ kind }) => kind === 'test.payout')
    expect(event!.reason).toStartWith('FailedOp(0, AA22')
    expect(await usdtOf(user.account)).toBe(5n)
  })

  test('only the entry point can execute an operation', async () => {
    const user = newUser()
    await fixture.send(fixture.minter, AccountFactory, 'createAccount', [user.owner, user.salt])
    const { packed } = await signUserOperation({
      reference: 'direct',
      account: user.account,
      chainId: fixture.chain.chainId,
      calls: [transfer(holder(1), 0n)],
      validUntil: inOneHour(),
      sign: user.sign,
    })
    for (const from of [user.owner, fixture.minter.address])
      await expect(
        fixture.embedded.request('eth_call', [{ from, to: user.account, data: packed.callData }, 'latest']),
      ).rejects.toThrow(/revert/)
  })
})
