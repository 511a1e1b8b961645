import { REVENUECAT_EXAMPLE } from '../../src/modules/subscriptions/revenuecat-event.ts'
import { CONTRACT_EVENT_EXAMPLE } from '../../src/modules/webhooks/contracts/contract-event.ts'
import { webhookCredentials } from '../harness/operations/webhook-credentials.ts'
import { until } from '../harness/until.ts'
import type { RaceBed } from './bed.ts'
import type { Race } from './race.ts'

const hash = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`

/** XP that a contract tells of, for a wallet that somebody has linked. */
async function earned(bed: RaceBed) {
  const { id } = await bed.learner()
  const userAddress = `0x${hash().slice(2, 42)}`
  await bed.db`insert into linked_wallet (address, user_id, linked_at) values (${userAddress}, ${id}, now())`
  const data = { userAddress, amount: String(50n * 10n ** 18n) }
  return { id, event: { ...CONTRACT_EVENT_EXAMPLE, transactionHash: hash(), data } }
}

async function applied(bed: RaceBed, id: string): Promise<number> {
  await until(async () => (await bed.movesOf(id)) > 0, 60)
  return bed.movesOf(id)
}

/** What other systems tell us, and what people of the house do. */
export const OFFICE_RACES: Race[] = [
  {
    operation: 'POST /webhook/contract-events',
    what: 'one event under one id',
    refused: [],
    stage: async (bed) => {
      const { id, event } = await earned(bed)
      return {
        body: event,
        headers: webhookCredentials('/webhook/contract-events', JSON.stringify(event)),
        effects: () => applied(bed, id),
      }
    },
  },
  {
    operation: 'POST /webhooks/revenuecat',
    refused: [],
    stage: async (bed) => {
      const { id } = await bed.learner()
      const event = { ...REVENUECAT_EXAMPLE.event, id: crypto.randomUUID(), app_user_id: id }
      return {
        body: { ...REVENUECAT_EXAMPLE, event },
        headers: webhookCredentials('/webhooks/revenuecat', undefined),
        effects: async () => {
          const found = () => bed.count(bed.db`select from subscription_event where subscriber = ${id}`)
          await until(async () => (await found()) > 0, 60)
          return found()
        },
      }
    },
  },
  {
    operation: 'POST /webhooks/payments/{provider}',
    refused: [],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { orderId, paymentUrl } = await bed.order(token)
      await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
      const told = { id: Bun.randomUUIDv7(), type: 'collection.changed', reference: orderId }
      return {
        path: { provider: 'sandbox' },
        body: told,
        headers: webhookCredentials('/webhooks/payments/{provider}', JSON.stringify(told)),
        effects: () => applied(bed, id),
      }
    },
  },
  {
    operation: 'POST /admin/inbox/dead-letters/{id}/replay',
    refused: ['EVENT_NOT_DEAD'],
    stage: async (bed) => {
      const { id, event } = await earned(bed)
      const eventId = Bun.randomUUIDv7()
      const bytes = Buffer.from(JSON.stringify(event))
      await bed.db`
        insert into inbox_event (id, source, event_id, body, body_digest, received_at, state, due_at)
        values (${eventId}, 'contract-events', ${eventId}, ${bytes}, ${bytes}, now(), 'DEAD', now())`
      return {
        token: (await bed.admin()).token,
        path: { id: eventId },
        effects: () => applied(bed, id),
      }
    },
  },
  {
    operation: 'POST /admin/users/{id}/grants',
    // Two gifts are two gifts; whoever means one sends one key.
    apart: 20,
    refused: [],
    stage: async (bed) => {
      const { id } = await bed.learner()
      return {
        token: (await bed.admin()).token,
        path: { id },
        body: { asset: 'GEM', amount: 10, reason: 'A gift.' },
        effects: () => bed.movesOf(id),
      }
    },
  },
  {
    operation: 'POST /admin/users/{id}/grants',
    what: 'taking back what is there once',
    refused: ['INSUFFICIENT_GEMS', 'INSUFFICIENT_BALANCE'],
    stage: async (bed) => {
      const { id } = await bed.learner(10)
      return {
        token: (await bed.admin()).token,
        path: { id },
        body: { asset: 'GEM', amount: -10, reason: 'A mistake.' },
        effects: async () => (await bed.movesOf(id)) - 1,
      }
    },
  },
  {
    operation: 'PUT /admin/users/{id}/subscription',
    refused: [],
    stage: async (bed) => {
      const { id } = await bed.learner()
      return {
        token: (await bed.admin()).token,
        path: { id },
        body: { until: null, reason: 'Won at the fair.' },
        effects: () => bed.count(bed.db`select from subscription where subscriber = ${id}`),
      }
    },
  },
  {
    operation: 'POST /admin/submissions/{id}/decision',
    refused: ['NOT_IN_REVIEW'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const { data } = await bed.ask(token)('GET /course?limit=100')
      const course = data.find(
        (found: { isPremium: boolean; hasProject: boolean }) => !found.isPremium && found.hasProject,
      ).id
      await bed.ask(token)(`POST /user-courses/enroll/${course}`)
      const body = { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/jar', notes: 'x' }
      const { submissionId } = (await bed.ask(token)(`POST /course/${course}/project/submit`, body)).data
      const wanting = () =>
        bed.count(bed.db`
          select from project_submission where id = ${submissionId} and status = 'NEEDS_REVISION'`)
      await until(async () => (await wanting()) === 1, 60)
      await bed.ask(token)(`POST /course/${course}/project/submission/appeal`, { reason: 'Look again.' })
      return {
        token: (await bed.admin()).token,
        path: { id: submissionId },
        body: { decision: 'PASSED', reason: 'Good.' },
        effects: () => bed.movesOf(id),
      }
    },
  },
]
