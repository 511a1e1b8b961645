import { expect, test } from 'bun:test'
import type { Database } from '../../src/platform/db/database.ts'
import type { ApiClient, ApiResponse, TestUser } from '../harness/api-client.ts'

/** The environment of a journey: one service, or several behind a load balancer, some of which are killed. */
export interface JourneyEnvironment extends ApiClient {
  url: string
  database: Database
  /** Other users are active, so a user may not rank first. */
  isCrowded: boolean
}

/** Steps that build on each other, named by sentences. */
export interface Journey {
  name: string
  steps: [title: string, go: () => Promise<void>][]
}

/** One test for each step; the environment exists when the first one runs. */
export function testJourney({ steps }: Journey): void {
  for (const [title, go] of steps) test(title, go)
}

/** Runs all steps, for journeys that run concurrently. */
export async function runJourney({ name, steps }: Journey): Promise<void> {
  for (const [title, go] of steps)
    await go().catch((cause) => {
      throw new Error(`${name} … ${title}: ${cause.message}`, { cause })
    })
}

/** Whether this is the response to the only attempt. A retried request may find its effect already done. */
export function isFirstResponse({ sends = 1 }: ApiResponse): boolean {
  return sends === 1
}

/** The requests of a user, by token. */
export interface UserClient {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  get(path: string): Promise<any>
  post(path: string, body?: unknown): Promise<ApiResponse>
}

/** `get` returns the body of a successful response. */
export function clientOf(environment: JourneyEnvironment, user: TestUser): UserClient {
  return {
    get: async (path) => {
      const response = await environment.call(`GET ${path}`, { token: user.accessToken })
      expect(response.status, `${path}: ${JSON.stringify(response.body)}`).toBe(200)
      return response.body
    },
    post: (path, body) => environment.call(`POST ${path}`, { token: user.accessToken, body }),
  }
}

/** The data of a successful response. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function expectSuccess({ status, body }: ApiResponse, expected = 200): any {
  expect(status, JSON.stringify(body)).toBe(expected)
  return body.data
}
