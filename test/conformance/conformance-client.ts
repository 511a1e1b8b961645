import { strict as assert } from 'node:assert'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import type { ApiRequest, ApiResponse, TestUser } from '../harness/api-client.ts'
import { startTestFcm, type TestFcm } from '../harness/external-services/fcm.ts'
import { startTestService, type TestService } from '../harness/service.ts'

/** The service that all rows are tested on, with the shipped catalogue and a chain. */
export class ConformanceClient {
  readonly service: TestService
  /** The fake FCM server. */
  readonly fcm: TestFcm
  readonly #shared = new Map<unknown, Promise<unknown>>()

  private constructor(service: TestService, fcm: TestFcm) {
    this.service = service
    this.fcm = fcm
  }

  static async open(): Promise<ConformanceClient> {
    // Shorter waits between the rounds of a battle; documented durations are unchanged.
    const battleRules = { ...BATTLE_RULES, countdownMs: 100, revealMs: 100 }
    const fcm = await startTestFcm()
    const settings = { DEMO_CONTENT: 'on', CHAIN: 'on', ...fcm.settings }
    return new ConformanceClient(await startTestService(settings, undefined, { battleRules }), fcm)
  }

  async close(): Promise<void> {
    await this.service.stop()
    await this.fcm.stop()
  }

  call(route: string, user?: TestUser, request: ApiRequest = {}): Promise<ApiResponse> {
    return this.service.call(route, { token: user?.accessToken, ...request })
  }

  /** Returns the body of a response that must have this status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  async expectStatus(status: number, route: string, user?: TestUser, body?: unknown): Promise<any> {
    const response = await this.call(route, user, { body })
    assert.equal(response.status, status, `${route}: ${JSON.stringify(response.body)}`)
    return response.body
  }

  /** The `data` of a successful read. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async get(path: string, user?: TestUser): Promise<any> {
    return (await this.expectStatus(200, `GET ${path}`, user)).data
  }

  newUser(details: Record<string, unknown> = {}): Promise<TestUser> {
    return this.service.register(details)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async document(): Promise<any> {
    return (await this.call('GET //openapi.json')).body
  }

  /** Creates a fixture once for all rows that use it. */
  shared<Made>(make: (client: ConformanceClient) => Promise<Made>): Promise<Made> {
    const known = this.#shared.get(make) ?? make(this)
    this.#shared.set(make, known)
    return known as Promise<Made>
  }
}

/** Asserts that the request is refused without a token. */
export async function needsToken(client: ConformanceClient, route: string, body?: unknown): Promise<void> {
  const refused = await client.call(route, undefined, { body })
  assert.deepEqual([refused.status, refused.body.error?.code], [401, 'UNAUTHENTICATED'], route)
}

/** Asserts the exact envelope: `success`, and `data` and `message` if they are given. */
export function enveloped(body: Record<string, unknown>, ...fields: ('data' | 'message')[]): void {
  assert.equal(body.success, true)
  for (const field of fields) assert.ok(field in body, `the answer has no ${field}: ${JSON.stringify(body)}`)
  if ('message' in body) assert.equal(typeof body.message, 'string')
}

/** Asserts that a request is refused. */
export async function refused(
  client: ConformanceClient,
  expected: [status: number, code: string],
  route: string,
  user?: TestUser,
  body?: unknown,
): Promise<void> {
  const response = await client.call(route, user, { body })
  assert.deepEqual([response.status, response.body.error?.code], expected, `${route} ${JSON.stringify(body)}`)
}
