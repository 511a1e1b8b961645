import { z } from 'zod'
import { textOf } from '../money/amount.ts'
import { askProvider, understood } from './ask-provider.ts'
import { type Payout, type PayoutProvider, ProviderRefusal, ProviderUncertain } from './provider.ts'

interface AirtimeAccount {
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
const NO_ID = /^(?:none)?$/i
const FoundSchema = z.object({ status: z.string() })

/**
 * Airtime by Africa's Talking. It cannot be taken back, and without the id that they answer with it cannot be looked up
 * either: whoever got no answer asks again under the same idempotency key, which sends it once.
 */
export function createAirtime({ url, username, apiKey, timeoutMs }: AirtimeAccount): PayoutProvider {
  const headers = { apiKey, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    name: 'africas-talking',
    doesOnce: true,
    pay: async ({ orderId, contact, amount, currency }) => {
      const recipients = [
        { phoneNumber: contact.phoneNumber, currencyCode: currency, amount: textOf(amount, currency) },
      ]
      const answer = await askProvider({
        url: `${url}/version1/airtime/send`,
        method: 'POST',
        headers: { ...headers, 'idempotency-key': orderId },
        body: new URLSearchParams({ username, recipients: JSON.stringify(recipients) }).toString(),
        timeoutMs,
      })
      const [sent] = understood(SentSchema, answer).responses
      if (!sent) throw new ProviderRefusal('nothing was sent')
      // What they did not take has no id that anybody could know it by again.
      if (sent.status === 'Failed' && NO_ID.test(sent.requestId))
        throw new ProviderRefusal(sent.errorMessage?.slice(0, 100) ?? 'it was not sent')
      return payoutOf(sent.requestId, sent.status)
    },
    findPayout: async ({ providerOrderId }) => {
      if (!providerOrderId) return undefined
      const query = new URLSearchParams({ username, transactionId: providerOrderId })
      const answer = await askProvider({
        url: `${url}/version1/query/transaction/find?${query}`,
        method: 'GET',
        headers,
        timeoutMs,
      })
      if (answer === undefined)
        throw new ProviderUncertain('they know nothing of it any more', { mayBeDone: false })
      return payoutOf(providerOrderId, understood(FoundSchema, answer).status)
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
