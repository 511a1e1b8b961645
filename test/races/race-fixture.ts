import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { getStoredQuestions } from '../../src/modules/questions/public/get-questions.ts'
import type { GivenAnswer } from '../../src/modules/questions/public/grade-answers.ts'
import { answerOf, solutionOf } from '../../src/modules/questions/public/solution.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { type SignToken, tokenSigner } from '../harness/access-tokens.ts'
import type { TestUser } from '../harness/api-client.ts'
import { answerAll } from '../harness/course-test-pool.ts'
import type { TestDatabase } from '../harness/database.ts'
import { giveGems } from '../harness/give-gems.ts'
import { createRequester, PIN } from '../harness/operations/owned-resources.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { insertUser } from '../harness/users.ts'
import { waitUntil } from '../harness/wait-until.ts'

export interface Runner {
  id: string
  token: string
}

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
type Ask = (route: string, body?: unknown) => Promise<any>

/** The complete service with the demo content and a chain, and users in various states. */
export class RaceFixture {
  readonly service: TestService
  readonly db: Db
  readonly #sign: SignToken
  #stake = 10
  #admin: Promise<Runner> | undefined
  #seller: Promise<TestUser> | undefined

  private constructor(service: TestService, sign: SignToken) {
    this.service = service
    this.db = service.test.database.query
    this.#sign = sign
  }

  static async open(changes: Record<string, string> = {}, database?: TestDatabase): Promise<RaceFixture> {
    // Tickets and rooms do not expire before the race is counted.
    const battleRules = { ...BATTLE_RULES, queueTimeoutMs: 600_000, readyTimeoutMs: 600_000 }
    const settings = { DEMO_CONTENT: 'on', CHAIN: 'on', ...changes }
    const service = await startTestService(settings, database, { battleRules })
    return new RaceFixture(service, await tokenSigner(service))
  }

  /** Inserts the row of a user with the given gems. */
  async learner(gems = 0): Promise<Runner> {
    const id = await insertUser(this.db, { emailVerifiedAt: new Date() })
    if (gems > 0) await giveGems(this.service.test.database.query, id, gems)
    return { id, token: await this.#tokenFor(id) }
  }

  ask(token: string): Ask {
    return createRequester(this.service, token)
  }

  admin(): Promise<Runner> {
    this.#admin ??= this.newAdmin()
    return this.#admin
  }

  /** An admin whose audit log entries have no other cause. */
  async newAdmin(): Promise<Runner> {
    const { id } = await this.learner()
    await this.db`update user_account set role = 'ADMIN' where id = ${id}`
    return { id, token: await this.#tokenFor(id, 'ADMIN') }
  }

  /** A user with a PIN, a wallet and tokens on the chain. */
  seller(): Promise<TestUser> {
    this.#seller ??= this.#makeSeller()
    return this.#seller
  }

  /** A unique stake, so that no players are matched. */
  ownStake(): number {
    return ++this.#stake
  }

  /** The number of rows of a query. */
  async count(rows: Promise<unknown[]>): Promise<number> {
    return (await rows).length
  }

  /** The number of transfers with a part of their source. */
  countTransfersFrom(source: string): Promise<number> {
    return this.count(this.db`select from ledger_transfer where source like ${source}`)
  }

  /** The number of transfers with an entry of the user. */
  countTransfersOf(id: string): Promise<number> {
    return this.count(this.db`select distinct transfer_id from ledger_entry where account = ${`user:${id}`}`)
  }

  async lesson(token: string): Promise<{ course: string; lesson: string }> {
    const { data } = await this.ask(token)('GET /course?limit=100')
    const course = data.find(({ isPremium }: { isPremium: boolean }) => !isPremium).id as string
    return { course, lesson: (await this.ask(token)(`GET /course/${course}`)).data.lessons[0].id }
  }

  /** A card that is due, of a question that the user has never answered. */
  async reviewCard(userId: string, token: string): Promise<{ cardId: string; options: number }> {
    const { lesson } = await this.lesson(token)
    const { slides } = (await this.ask(token)(`GET /lesson/${lesson}`)).data
    const { question } = slides.find(({ type }: { type: string }) => type === 'QUIZ')
    const cardId = Bun.randomUUIDv7()
    await this.db`
      insert into review_card (id, user_id, question_id, source, created_at, due_on)
      values (${cardId}, ${userId}, ${question.id}, 'BATTLE', now(), current_date)`
    return { cardId, options: question.options.length }
  }

  /** An open round of practice of one question, with its right answer. */
  async practiceRound(userId: string, token: string): Promise<{ roundId: string; answer: object }> {
    const { lesson } = await this.lesson(token)
    const { slides } = (await this.ask(token)(`GET /lesson/${lesson}`)).data
    const { question } = slides.find(({ type }: { type: string }) => type === 'QUIZ')
    const roundId = Bun.randomUUIDv7()
    await this.db`
      insert into practice_round (id, user_id, lesson_id, seed, question_ids, started_at)
      values (${roundId}, ${userId}, ${lesson}, 'seed', array[${question.id}::uuid], now())`
    const [stored] = await getStoredQuestions(this.db, [question.id])
    const { selectedOption } = answerOf(solutionOf(stored!, 'seed'))
    return { roundId, answer: { questionId: question.id, selectedOption } }
  }

  /** An open attempt at a course test, with its right answers. */
  async testAttempt(token: string): Promise<{ attemptId: string; answers: GivenAnswer[] }> {
    const { course } = await this.lesson(token)
    const { attemptId } = (await this.ask(token)(`POST /course-tests/${course}/attempts`)).data
    return { attemptId, answers: await answerAll(this.db, attemptId) }
  }

  /** An unpaid order for gems. */
  async order(token: string): Promise<{ orderId: string; paymentUrl: string }> {
    const { quoteId } = await this.quote(token)
    return (
      await this.ask(token)('POST /payment/on-ramp/initiate', { quoteId, paymentMethod: 'BANK_TRANSFER' })
    ).data
  }

  async quote(token: string, cryptoCurrency = 'GEMS', fiatAmount = 1_300): Promise<{ quoteId: string }> {
    const wanted = { fiatAmount, fiatCurrency: 'KES', cryptoCurrency }
    return (await this.ask(token)('POST /payment/on-ramp/quote', wanted)).data
  }

  async #tokenFor(id: string, role = 'USER'): Promise<string> {
    const sessionId = Bun.randomUUIDv7()
    await this.db`
      insert into session (id, user_id, created_at, last_used_at, expires_at, address)
      values (${sessionId}, ${id}, now(), now(), now() + interval '1 day', '127.0.0.1')`
    return this.#sign(id, role, sessionId)
  }

  async #makeSeller(): Promise<TestUser> {
    const user = await this.service.register({ country: 'KE' })
    const ask = this.ask(user.accessToken)
    await ask('POST /auth/set-wallet-pin', { pin: PIN })
    // Twice what is sold: tokens that have left for a sale stay reserved until the books know it.
    const { quoteId } = await this.quote(user.accessToken, 'CHAIN_USDT', 2_600)
    const order = (await ask('POST /payment/on-ramp/initiate', { quoteId, paymentMethod: 'BANK_TRANSFER' }))
      .data
    await fetch(`${order.paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
    await waitUntil(
      async () => (await ask(`GET /payment/orders/${order.orderId}`)).data.status === 'COMPLETED',
    )
    return user
  }
}
