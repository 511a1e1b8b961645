import { expect } from 'bun:test'
import { type Address, decodeFunctionResult, type Hex } from 'viem'
import { TestUsdt } from '../../contracts/artifacts/TestUsdt.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { encodeCall } from '../../src/platform/chain/contract.ts'
import { createHttpRpc } from '../../src/platform/chain/http-rpc.ts'
import type { ApiResponse, TestUser } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  clientOf,
  expectSuccess,
  isFirstResponse,
  type Journey,
  type JourneyEnvironment,
  type UserClient,
} from './journey.ts'

const PIN = '739164'

interface Move {
  status: string
}

/** A user buys gems and tokens in the sandbox, sells tokens, and gets them back when the payout fails. */
export function paymentJourney(environment: () => JourneyEnvironment, chainUrl: () => string): Journey {
  let user: TestUser
  let as: UserClient

  const orderOf = async (id: string) => (await as.get(`/payment/orders/${id}`)).data
  const reaches = (id: string, status: string) => waitUntil(async () => (await orderOf(id)).status === status)
  const wayOf = async (id: string) => (await orderOf(id)).history.map(({ status }: Move) => status)

  /** In millionths, like on the chain. */
  async function tokens(): Promise<bigint> {
    const { contracts } = (await as.get('/blockchain/config')).data
    const [wallet] = await environment().database.query<{ address: Address }>`
      select address from wallet where user_id = ${user.id}`
    const call = { to: contracts.TestUsdt, data: encodeCall(TestUsdt, 'balanceOf', [wallet!.address]) }
    const rpc = createHttpRpc(chainUrl)
    let data: Hex | undefined
    // The chain does not respond while another process takes it over.
    await waitUntil(async () => {
      data = await rpc.request<Hex>('eth_call', [call, 'latest']).catch(() => undefined)
      return data !== undefined
    })
    return decodeFunctionResult({ abi: TestUsdt.abi, functionName: 'balanceOf', data: data! })
  }

  /** A user whose payment response was lost finds the order in the list. */
  async function initiated(answer: ApiResponse): Promise<{ orderId: string; paymentUrl: string }> {
    if (isFirstResponse(answer) || answer.status === 201) return expectSuccess(answer, 201)
    expect(answer.body.error.code).toBe('QUOTE_ALREADY_USED')
    const { orderId } = (await as.get('/payment/orders')).data[0]
    return orderOf(orderId)
  }

  async function buy(cryptoCurrency: string, paymentMethod: string, phoneNumber?: string): Promise<string> {
    const asked = { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency }
    const { quoteId } = expectSuccess(await as.post('/payment/on-ramp/quote', asked))
    const body = { quoteId, paymentMethod, phoneNumber }
    const { orderId, paymentUrl } = await initiated(await as.post('/payment/on-ramp/initiate', body))
    // A process serves the payment page, which returns after its restart.
    const press = () => fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
    await waitUntil(() =>
      press()
        .then(({ status }) => status < 400)
        .catch(() => false),
    )
    await reaches(orderId, 'COMPLETED')
    return orderId
  }

  async function sell(fiatCurrency: string, paymentMethod: string, phone: string): Promise<string> {
    const asked = { cryptoAmount: 3, cryptoCurrency: 'CHAIN_USDT', fiatCurrency }
    const { quoteId } = expectSuccess(await as.post('/payment/off-ramp/quote', asked))
    const body = { quoteId, paymentMethod, recipientPhoneNumber: phone, walletPin: PIN }
    return (await initiated(await as.post('/payment/off-ramp/initiate', body))).orderId
  }

  async function buyGems(): Promise<void> {
    user = await environment().register()
    as = clientOf(environment(), user)
    const id = await buy('GEMS', 'CARD')
    expect((await orderOf(id)).cryptoAmount).toBe(975)
    expect((await as.get('/user/profile')).data.totalGems).toBe(975)
  }

  async function buyTokens(): Promise<void> {
    const id = await buy('CHAIN_USDT', 'MPESA', '+254712345678')
    expect(await wayOf(id)).toEqual(['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING', 'COMPLETED'])
    expect(Number(await tokens()) / 1e6).toBeCloseTo((await orderOf(id)).cryptoAmount, 6)
  }

  async function sellTokens(): Promise<void> {
    const pin = await as.post('/auth/set-wallet-pin', { pin: PIN })
    expect(pin.status, JSON.stringify(pin.body)).toBeOneOf(isFirstResponse(pin) ? [200] : [200, 409])
    const before = await tokens()
    const id = await sell('KES', 'MPESA', '+254712345678')
    await reaches(id, 'COMPLETED')
    expect(await tokens()).toBe(before - 3_000_000n)
  }

  async function sellAndBeRefunded(): Promise<void> {
    const before = await tokens()
    const id = await sell('UGX', 'MTN_MOMO', '+256771234702')
    await reaches(id, 'REFUNDED')
    expect(await tokens()).toBe(before)
    const paid = await environment().database.query`
      select from sandbox_payment where kind = 'PAYOUT' and reference = ${id} and outcome <> 'FAILS'`
    expect(paid.length).toBe(0)
    expect((await auditLedger(environment().database)).faults).toEqual([])
  }

  return {
    name: 'payments',
    steps: [
      ['bought gems are credited in the ledger', buyGems],
      ['bought tokens arrive on the chain', buyTokens],
      ['tokens are sold with the PIN', sellTokens],
      ['tokens are refunded when the payout fails', sellAndBeRefunded],
    ],
  }
}
