import { expect } from 'bun:test'
import type { ApiClient, TestUser } from '../harness/api-client.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { expectSuccess, isFirstResponse, type Journey } from './journey.ts'

interface SessionClients {
  one: () => ApiClient
  other: () => ApiClient
  /** Each URL leads to its own live process: a revocation in one is broadcast to the other. */
  isDirect: boolean
  report?: (line: string) => void
}

const ROUNDS = 10
const DIRECT_SECONDS = 3
/** If a process is killed before the broadcast, the others read the revocation a few seconds later. */
const INDIRECT_SECONDS = 30
/** One refusal through a load balancer proves little, because the next request may go to another process. */
const REFUSALS_IN_A_ROW = 4

/** One session over two URLs: two processes, or twice the same load balancer. */
export function sessionJourney({ one, other, isDirect, report }: SessionClients): Journey {
  const statusOn = async (client: ApiClient, token: string) =>
    (await client.call('GET /user/profile', { token })).status

  const waitUntilRefused = (client: ApiClient, token: string) =>
    waitUntil(
      async () => {
        for (let count = 0; count < REFUSALS_IN_A_ROW; count++)
          if ((await statusOn(client, token)) !== 401) return false
        return true
      },
      isDirect ? DIRECT_SECONDS : INDIRECT_SECONDS,
    )

  async function refresh(): Promise<void> {
    const user = await one().register()
    expect(await statusOn(other(), user.accessToken)).toBe(200)
    const body = { refreshToken: user.refreshToken }
    const renewed = await other().call('POST /auth/refresh', { body })
    // A refresh that is retried after a crash is a token reuse, which ends the session.
    if (!isFirstResponse(renewed) && renewed.status === 401) return
    const { accessToken } = expectSuccess(renewed)
    expect(await statusOn(one(), accessToken)).toBe(200)
    // A token that was used in one process is refused in the other, and its family is revoked in both.
    expect((await one().call('POST /auth/refresh', { body })).status).toBe(401)
    await waitUntilRefused(other(), accessToken)
  }

  async function logOut(): Promise<void> {
    const user = await one().register()
    const delays: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [here, there] = round % 2 ? [one(), other()] : [other(), one()]
      const token = await logIn(here, user)
      expect(await statusOn(there, token)).toBe(200)
      const ended = await here.call('POST /auth/logout', { token })
      expect(ended.status).toBeOneOf(isFirstResponse(ended) ? [200] : [200, 401])
      const started = performance.now()
      if (isDirect) expect(await statusOn(here, token)).toBe(401)
      await waitUntilRefused(there, token)
      delays.push(performance.now() - started)
    }
    report?.(`a session that ended was refused everywhere after at most ${Math.max(...delays).toFixed(0)} ms`)
  }

  async function checkMail(): Promise<void> {
    const user = await one().register()
    expect(await other().codeFor(user.email)).toBe(await one().codeFor(user.email))
  }

  return {
    name: 'sessions on two processes',
    steps: [
      ['two processes accept and refresh each other’s sessions', refresh],
      ['a process refuses a session soon after it ended in the other process', logOut],
      ['two processes show each other’s e-mails', checkMail],
    ],
  }
}

async function logIn(client: ApiClient, { email, password }: TestUser): Promise<string> {
  return expectSuccess(await client.call('POST /auth/login', { body: { email, password } })).accessToken
}
