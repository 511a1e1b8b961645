import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { REVENUECAT_EXAMPLE, RevenueCatSchema } from '../subscriptions/public/revenuecat-event.ts'
import {
  CONTRACT_EVENT_EXAMPLE,
  ContractEventSchema,
  isReward,
  toWholePoints,
} from './contracts/contract-event.ts'
import { errors } from './errors.ts'
import { EventQueue } from './queue/event-queue.ts'
import type { WebhookSource, WebhookSources } from './webhook-source.ts'

const TAG = 'Webhooks'
const RECEIVED = 'Event received'
/** The common replies, serialized once. */
const NEW_EVENT = new Reply(undefined, { message: RECEIVED })
const KNOWN_EVENT = new Reply(undefined, { message: 'Event already processed' })

/**
 * Webhook endpoints verify and store an event, then respond. A job processes it afterwards. Events are stored in
 * batches; a retry finds the stored event.
 */
export function webhookRoutes(platform: Platform, sources: WebhookSources): Endpoint[] {
  const queue = new EventQueue(platform)
  return [
    contractEndpoint(queue, sources.contracts),
    revenueCatEndpoint(queue, sources.revenueCat),
    ...(sources.payments.length > 0 ? [paymentEndpoint(queue, sources.payments)] : []),
  ]
}

function contractEndpoint(queue: EventQueue, source: WebhookSource): Endpoint {
  return endpoint({
    method: 'post',
    path: '/webhook/contract-events',
    tag: TAG,
    summary: 'Receive a contract event',
    description:
      'Signed with the secret `CONTRACT_WEBHOOK_SECRET` of the service. An event of another contract than those of `GET /blockchain/config` has no effect. With `CONTRACT_EVENTS_CONFIRMED`, which is on in production, our own node must have it in a confirmed block. An event id has one effect, and so has a contract event that is sent with several ids. An event for an unknown address waits until a user links the address.',
    access: 'public',
    headers: z.object({
      'x-webhook-signature': z.string().min(1).openapi({
        description:
          'Lower-case hex HMAC SHA-256 of the body, or of `<id>.<timestamp>.<body>` if the server is configured so.',
        example: '3b98d99161f78caf79d58949ba6afcb30556c513cce34745916b1e6bb41c6c9a',
      }),
      'x-webhook-timestamp': z.string().min(1).openapi({
        description: 'Unix seconds, within 5 minutes of now.',
        example: '1793606400',
      }),
      'x-event-id': z.guid().openapi({
        description: 'The same for every delivery of an event.',
        example: '6b1f3c1e-6a0e-4a57-9d0b-0f3f8d2c9a11',
      }),
    }),
    verifySender: (delivery) => source.verify(delivery),
    body: ContractEventSchema,
    bodyExample: CONTRACT_EVENT_EXAMPLE,
    response: { message: RECEIVED },
    refusals: [errors.signature_invalid, errors.timestamp_out_of_range, errors.event_id_reused],
    handle: async ({ body, headers, rawBody, respondAfterCommit, now }) => {
      const eventId = source.extractEventId(body, headers)
      const isNew = await queue.enqueue({ source, eventId, rawBody, now })
      return respondAfterCommit(reply(isNew, isNew ? droppedPart(body) : ''))
    },
  })
}

/** The ledger stores whole points, so the reply names the dropped fraction. */
function droppedPart({ eventType, data }: z.output<typeof ContractEventSchema>): string {
  const dropped = isReward(eventType) && data.amount ? toWholePoints(data.amount).dropped : undefined
  return dropped ? `; the fraction ${dropped} is dropped` : ''
}

function revenueCatEndpoint(queue: EventQueue, source: WebhookSource): Endpoint {
  return endpoint({
    method: 'post',
    path: '/webhooks/revenuecat',
    tag: TAG,
    summary: 'Receive a subscription event',
    description:
      'For RevenueCat, with the header `Authorization: Bearer <REVENUECAT_WEBHOOK_KEY>`. Events may arrive twice and in any order; unknown types are stored without effect.',
    access: 'public',
    senderKey: { name: 'revenueCatKey', description: 'The key that RevenueCat is configured to send.' },
    verifySender: (delivery) => source.verify(delivery),
    body: RevenueCatSchema,
    bodyExample: REVENUECAT_EXAMPLE,
    response: { message: RECEIVED },
    refusals: [commonErrors.unauthenticated],
    handle: async ({ body, headers, rawBody, respondAfterCommit, now }) => {
      const eventId = source.extractEventId(body, headers)
      return respondAfterCommit(reply(await queue.enqueue({ source, eventId, rawBody, now })))
    },
  })
}

function paymentEndpoint(queue: EventQueue, sources: readonly WebhookSource[]): Endpoint {
  const sourceOf = (provider: string): WebhookSource => {
    const source = sources.find(({ name }) => name === `payments/${provider}`)
    if (!source) throw commonErrors.not_found()
    return source
  }
  return endpoint({
    method: 'post',
    path: '/webhooks/payments/:provider',
    tag: TAG,
    summary: 'Receive an event of a payment provider',
    description:
      'Each payment provider signs the body in its own header: `x-signature` with `FONBNK_WEBHOOK_SECRET` (Fonbnk), `x-yc-signature` with `YELLOW_CARD_SECRET` (Yellow Card), `x-sandbox-signature` (sandbox).',
    access: 'public',
    params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,50}$/) }),
    verifySender: (delivery) => sourceOf(delivery.params.provider).verify(delivery),
    body: z.looseObject({}),
    bodyExample: {},
    isBodyRequired: true,
    response: { message: RECEIVED },
    refusals: [commonErrors.not_found, errors.signature_invalid],
    handle: async ({ params, body, headers, rawBody, respondAfterCommit, now }) => {
      const source = sourceOf(params.provider)
      const eventId = source.extractEventId(body, headers)
      return respondAfterCommit(reply(await queue.enqueue({ source, eventId, rawBody, now })))
    },
  })
}

function reply(isNew: boolean, suffix = ''): Reply<undefined> {
  if (suffix) return new Reply(undefined, { message: RECEIVED + suffix })
  return isNew ? NEW_EVENT : KNOWN_EVENT
}
