import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { ApiResponse, TestUser } from '../harness/api-client.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import type { TestService } from '../harness/service.ts'

/** A member of staff with an API client. */
export interface Staff {
  user: TestUser
  api: (route: string, body?: unknown) => Promise<ApiResponse>
}

/** Registers a user, gives the role, and signs in again, because the role is part of the token. */
export async function newStaff(
  service: TestService,
  role: 'ADMIN' | 'SUPPORT' | 'MODERATOR',
): Promise<Staff> {
  const user = await service.register()
  await service.test.database.query`update user_account set role = ${role} where id = ${user.id}`
  const { email, password } = user
  const { body } = await service.call('POST /auth/login', { body: { email, password } })
  const token: string = body.data.accessToken
  return {
    user,
    api: (route, sent) => service.call(route, { token, ...(sent === undefined ? {} : { body: sent }) }),
  }
}

/** A contest that can be joined now. */
export async function newContest({ api }: Staff, title: string, entryFeeGems: number): Promise<string> {
  const created = await api('POST /admin/contests', {
    title,
    description: 'One question.',
    entryFeeGems,
    prizePoolGems: 100,
    prizeTable: [100],
    minParticipants: 1,
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 900_000).toISOString(),
    questions: [{ prompt: 'Is it so?', options: ['no', 'yes'], correctIndex: 1, explanation: 'It is.' }],
  })
  return created.body.data.id
}

const SCRIPT_SECONDS = 30

/** Measures the script time of a flow from here on. The function that it returns reports it and compares it with the limit. */
export async function measureScript(page: Page, flow: string): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    const seconds = metrics.find(({ name }) => name === 'ScriptDuration')!.value
    reportMeasurement(`console, ${flow}: ${seconds.toFixed(1)} s of script time`)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(SCRIPT_SECONDS)
  }
}
