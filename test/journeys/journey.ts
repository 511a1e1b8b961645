import { expect, test } from 'bun:test'
import type { Database } from '../../src/platform/db/database.ts'
import type { ApiClient, ApiResponse, TestUser } from '../harness/service.ts'

/** What a journey goes through: one service, or many behind a balancer, of which some are being killed. */
export interface JourneyEnvironment extends ApiClient {
  url: string
  database: Database
  /** Others are there at the same time, so nobody can count on being the first. */
  isCrowded: boolean
}

/** Steps that build on each other, as sentences. */
export interface Journey {
  name: string
  steps: [title: string, go: () => Promise<void>][]
}

/** A test for each step; the world is there when the first one runs. */
export function testJourney({ steps }: Journey): void {
  for (const [title, go] of steps) test(title, go)
}

/** All of it at once, for journeys that go on beside others. */
export async function runJourney({ name, steps }: Journey): Promise<void> {
  for (const [title, go] of steps)
    await go().catch((cause) => {
      throw new Error(`${name} … ${title}: ${cause.message}`, { cause })
    })
}

/** Whether this is what the one and only request was answered. A request that is sent again may find its work done. */
export function isFirstResponse({ sends = 1 }: ApiResponse): boolean {
  return sends === 1
}

/** What somebody does over HTTP, by their token. */
export interface UserClient {
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client would.
  get(path: string): Promise<any>
  post(path: string, body?: unknown): Promise<ApiResponse>
}

/** `get` gives the body of a good answer. */
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

/** The answer's data, when it is a good one. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function expectSuccess({ status, body }: ApiResponse, expected = 200): any {
  expect(status, JSON.stringify(body)).toBe(expected)
  return body.data
}
