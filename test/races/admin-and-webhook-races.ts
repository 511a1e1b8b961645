import { REVENUECAT_EXAMPLE } from '../../src/modules/subscriptions/public/revenuecat-event.ts'
import { CONTRACT_EVENT_EXAMPLE } from '../../src/modules/webhooks/contracts/contract-event.ts'
import { insertGrantRequest } from '../harness/grant-requests.ts'
import { webhookCredentials } from '../harness/operations/webhook-credentials.ts'
import { waitUntil } from '../harness/wait-until.ts'
import type { RaceFixture } from './race-fixture.ts'
import type { Race } from './run-race.ts'

const hash = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`

/** A contract event that awards XP to a linked wallet. */
async function createRewardEvent(fixture: RaceFixture) {
  const { id, token } = await fixture.learner()
  const { data: config } = await fixture.ask(token)('GET /blockchain/config')
  const contractAddress = config.contracts.XpToken
  const userAddress = `0x${hash().slice(2, 42)}`
  await fixture.db`insert into linked_wallet (address, user_id, linked_at) values (${userAddress}, ${id}, now())`
  const data = { userAddress, amount: String(50n * 10n ** 18n) }
  return { id, event: { ...CONTRACT_EVENT_EXAMPLE, contractAddress, transactionHash: hash(), data } }
}

async function countApplied(fixture: RaceFixture, id: string): Promise<number> {
  await waitUntil(async () => (await fixture.countTransfersOf(id)) > 0)
  return fixture.countTransfersOf(id)
}

/** Webhooks and admin operations. */
export const ADMIN_AND_WEBHOOK_RACES: Race[] = [
  {
    operation: 'POST /webhook/contract-events',
    what: 'one event under one id',
    refused: [],
    stage: async (fixture) => {
      const { id, event } = await createRewardEvent(fixture)
      return {
        body: event,
        headers: webhookCredentials('/webhook/contract-events', JSON.stringify(event)),
        effects: () => countApplied(fixture, id),
      }
    },
  },
  {
    operation: 'POST /webhooks/revenuecat',
    refused: [],
    stage: async (fixture) => {
      const { id } = await fixture.learner()
      const event = { ...REVENUECAT_EXAMPLE.event, id: crypto.randomUUID(), app_user_id: id }
      return {
        body: { ...REVENUECAT_EXAMPLE, event },
        headers: webhookCredentials('/webhooks/revenuecat', undefined),
        effects: async () => {
          const found = () =>
            fixture.count(fixture.db`select from subscription_event where subscriber = ${id}`)
          await waitUntil(async () => (await found()) > 0)
          return found()
        },
      }
    },
  },
  {
    operation: 'POST /webhooks/payments/{provider}',
    refused: [],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { orderId, paymentUrl } = await fixture.order(token)
      await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
      const notice = { id: Bun.randomUUIDv7(), type: 'collection.changed', reference: orderId }
      return {
        path: { provider: 'sandbox' },
        body: notice,
        headers: webhookCredentials('/webhooks/payments/{provider}', JSON.stringify(notice)),
        effects: () => countApplied(fixture, id),
      }
    },
  },
  {
    operation: 'POST /admin/inbox/dead-letters/{id}/replay',
    refused: ['EVENT_NOT_DEAD'],
    stage: async (fixture) => {
      const { id, event } = await createRewardEvent(fixture)
      const eventId = Bun.randomUUIDv7()
      const bytes = Buffer.from(JSON.stringify(event))
      await fixture.db`
        insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at)
        values (${eventId}, 'contract-events', ${eventId}, ${bytes}, ${bytes}, now(), 'DEAD', now())`
      return {
        token: (await fixture.admin()).token,
        path: { id: eventId },
        effects: () => countApplied(fixture, id),
      }
    },
  },
  {
    operation: 'POST /admin/users/{id}/grants',
    // Two gifts are two effects; a client that means one uses one key.
    distinctKeys: 20,
    refused: [],
    stage: async (fixture) => {
      const { id } = await fixture.learner()
      return {
        token: (await fixture.admin()).token,
        path: { id },
        body: { asset: 'GEM', amount: 10, reason: 'A gift.' },
        effects: () => fixture.countTransfersOf(id),
      }
    },
  },
  {
    operation: 'POST /admin/users/{id}/grants',
    what: 'taking back what is there once',
    refused: ['INSUFFICIENT_GEMS', 'INSUFFICIENT_BALANCE'],
    stage: async (fixture) => {
      const { id } = await fixture.learner(10)
      return {
        token: (await fixture.admin()).token,
        path: { id },
        body: { asset: 'GEM', amount: -10, reason: 'A mistake.' },
        effects: async () => (await fixture.countTransfersOf(id)) - 1,
      }
    },
  },
  {
    operation: 'POST /admin/grant-requests/{id}/approve',
    refused: ['GRANT_REQUEST_DECIDED'],
    stage: async (fixture) => {
      const id = await insertGrantRequest(fixture.db, (await fixture.learner()).id)
      return {
        token: (await fixture.admin()).token,
        path: { id },
        body: { reason: 'A test.' },
        effects: () => fixture.countTransfersFrom(`grant:${id}`),
      }
    },
  },
  {
    operation: 'POST /admin/grant-requests/{id}/reject',
    refused: ['GRANT_REQUEST_DECIDED'],
    stage: async (fixture) => {
      const { id: userId } = await fixture.learner()
      const id = await insertGrantRequest(fixture.db, userId)
      return {
        token: (await fixture.admin()).token,
        path: { id },
        body: { reason: 'A test.' },
        effects: () =>
          fixture.count(
            fixture.db`select from audit_entry where user_id = ${userId} and action = 'user.grant_rejected'`,
          ),
      }
    },
  },
  {
    operation: 'PUT /admin/users/{id}/subscription',
    refused: [],
    stage: async (fixture) => {
      const { id } = await fixture.learner()
      return {
        token: (await fixture.admin()).token,
        path: { id },
        body: { until: null, reason: 'Won at the fair.' },
        effects: () => fixture.count(fixture.db`select from subscription where subscriber = ${id}`),
      }
    },
  },
  {
    operation: 'POST /admin/submissions/{id}/decision',
    refused: ['NOT_IN_REVIEW'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const { data } = await fixture.ask(token)('GET /course?limit=100')
      const course = data.find(
        (found: { isPremium: boolean; hasProject: boolean }) => !found.isPremium && found.hasProject,
      ).id
      await fixture.ask(token)(`POST /user-courses/enroll/${course}`)
      const body = { submissionType: 'GITHUB_REPO', repositoryUrl: 'https://github.com/ada/jar', notes: 'x' }
      const { submissionId } = (await fixture.ask(token)(`POST /course/${course}/project/submit`, body)).data
      const needsRevision = () =>
        fixture.count(fixture.db`
          select from project_submission where id = ${submissionId} and status = 'NEEDS_REVISION'`)
      await waitUntil(async () => (await needsRevision()) === 1)
      await fixture.ask(token)(`POST /course/${course}/project/submission/appeal`, { reason: 'Look again.' })
      return {
        token: (await fixture.admin()).token,
        path: { id: submissionId },
        body: { decision: 'PASSED', reason: 'Good.' },
        effects: () => fixture.countTransfersOf(id),
      }
    },
  },
]
