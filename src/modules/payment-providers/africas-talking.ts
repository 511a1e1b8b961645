import { z } from 'zod'
import { callProvider, parseResponse } from './http-client.ts'
import { formatAmount } from './public/amount.ts'
import {
  type Payout,
  type PayoutProvider,
  ProviderRefusedError,
  ProviderUncertainError,
} from './public/provider.ts'

interface AfricasTalkingAccount {
  url: string
  username: string
  apiKey: string
  timeoutMs: number
}

const SentSchema = z.object({
  errorMessage: z.string().optional(),
  responses: z.array(
    z.object({ status: z.string(), requestId: z.string(), errorMessage: z.string().optional() }),
  ),
})
/** The id of a request that was rejected. */
const NO_ID = /^(?:none)?$/i
const FoundSchema = z.object({ status: z.string() })

/**
 * Sends airtime by Africa's Talking. Airtime cannot be taken back, and a request without a response cannot be looked up:
 * it is repeated with the same idempotency key, which sends the airtime once.
 */
export function createAfricasTalking({
  url,
  username,
  apiKey,
  timeoutMs,
}: AfricasTalkingAccount): PayoutProvider {
  const headers = { apiKey, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    name: 'africas-talking',
    isIdempotent: true,
    payOut: async ({ orderId, recipient, amount, currency }) => {
      const recipients = [
        {
          phoneNumber: recipient.phoneNumber,
          currencyCode: currency,
          amount: formatAmount(amount, currency),
        },
      ]
      const response = await callProvider({
        url: `${url}/version1/airtime/send`,
        method: 'POST',
        headers: { ...headers, 'idempotency-key': orderId },
        body: new URLSearchParams({ username, recipients: JSON.stringify(recipients) }).toString(),
        timeoutMs,
      })
      const [sent] = parseResponse(SentSchema, response).responses
      if (!sent) throw new ProviderRefusedError('the response lists no recipient')
      // A rejected request has no id.
      if (sent.status === 'Failed' && NO_ID.test(sent.requestId))
        throw new ProviderRefusedError(sent.errorMessage?.slice(0, 100) ?? 'the airtime was not sent')
      return payoutOf(sent.requestId, sent.status)
    },
    findPayout: async ({ providerOrderId }) => {
      if (!providerOrderId) return undefined
      const query = new URLSearchParams({ username, transactionId: providerOrderId })
      const response = await callProvider({
        url: `${url}/version1/query/transaction/find?${query}`,
        method: 'GET',
        headers,
        timeoutMs,
      })
      if (response === undefined)
        throw new ProviderUncertainError('the provider no longer finds the payout', {
          mayHaveTakenEffect: false,
        })
      return payoutOf(providerOrderId, parseResponse(FoundSchema, response).status)
    },
  }
}

function payoutOf(providerOrderId: string, status: string): Payout {
  if (status === 'Success') return { providerOrderId, state: 'COMPLETED' }
  if (status === 'Sent') return { providerOrderId, state: 'SENT' }
  if (status === 'Failed')
    return { providerOrderId, state: 'FAILED', reason: 'the airtime could not be sent' }
  return { providerOrderId, state: 'PENDING' }
}
