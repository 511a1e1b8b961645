import { describe, expect, setDefaultTimeout } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { measureScript, newStaff } from './console-account.ts'

// Broadcasts in the console, in a real browser. Skipped without a browser.

setDefaultTimeout(240_000)

const bed = browserTestbed(async () => ({}))

const notified = async (title: string) =>
  (await bed.service.test.database.query`select from notification where title = ${title}`).length

describe('the broadcasts of the console', () => {
  browserTest('an administrator writes a broadcast, sends it, and stops it midway', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const country = 'IS'
    const users = await Promise.all(Array.from({ length: 6 }, () => bed.service.register()))
    for (const { id } of users)
      await bed.service.test.database.query`update user_account set country = ${country} where id = ${id}`
    const page = await bed.openAs(admin.user, '/console/broadcasts')
    await page.getByRole('heading', { name: 'There are no broadcasts yet' }).waitFor()
    const checkScript = await measureScript(page, 'stop a broadcast')
    await page.getByRole('link', { name: 'New broadcast' }).click()
    await page.getByRole('heading', { name: 'New broadcast' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ice')
    await page.getByLabel('Title').fill('It is cold')
    await page.getByLabel('Text', { exact: true }).fill('Wear a coat.')
    await page.getByLabel('Countries').fill('is')
    await page.getByLabel('Messages per second').fill('1')
    // The response is lost: saving again does not make a second draft.
    bed.allowedErrors.push(/net::ERR_FAILED/)
    await page.route('**/admin/broadcasts', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('Check your connection').waitFor()
    await page.unroute('**/admin/broadcasts')
    await page.getByRole('button', { name: 'Save the draft' }).click()
    await page.getByText('Recipients: 6').waitFor()
    expect((await admin.api('GET /admin/broadcasts')).body.data).toHaveLength(1)

    await page.getByRole('button', { name: 'Test message to me' }).click()
    await waitUntil(async () => (await notified('It is cold')) === 1)

    await page.getByRole('button', { name: 'Send…' }).click()
    const sending = page.getByRole('dialog', { name: 'Send this broadcast?' })
    await sending.getByText('Recipients: 6. Duration: about 6 seconds.').waitFor()
    const send = sending.getByRole('button', { name: 'Send now' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await sending.getByLabel('Type Ice to confirm').fill('Ice')
    await send.click()
    await sending.waitFor({ state: 'detached' })

    // The progress is live: a number appears without a reload.
    await page.getByText(/^Users who got it: [1-5]$/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    const stopping = page.getByRole('dialog', { name: 'Stop “Ice”?' })
    await stopping.getByRole('button', { name: 'Stop' }).click()
    await stopping.waitFor({ state: 'detached' })
    await page.getByText('Stopped', { exact: true }).waitFor()
    await checkScript()
    const { body } = await admin.api('GET /admin/broadcasts')
    const [broadcast] = body.data
    expect(broadcast).toMatchObject({ name: 'Ice', status: 'STOPPED', segment: { countries: ['IS'] } })
    expect(broadcast.sentCount).toBeGreaterThanOrEqual(1)
    // With the test message.
    expect(await notified('It is cold')).toBe(broadcast.sentCount + 1)
    await page.getByText(`Users who got it: ${broadcast.sentCount}`).waitFor()
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
  })

  browserTest('support reads broadcasts and cannot write or stop them', async () => {
    const [admin, support] = [await newStaff(bed.service, 'ADMIN'), await newStaff(bed.service, 'SUPPORT')]
    const { body } = await admin.api('POST /admin/broadcasts', {
      name: 'A draft',
      type: 'SYSTEM',
      texts: { en: { title: 'Hello', body: 'There.' } },
      fallbackLanguage: 'en',
    })
    const page = await bed.openAs(support.user, '/console/broadcasts')
    await page.getByRole('link', { name: 'A draft' }).waitFor()
    expect(await page.getByRole('link', { name: 'New broadcast' }).count()).toBe(0)
    await page.goto(`${bed.service.url}/console/broadcasts/${body.data.id}`)
    await page.getByRole('heading', { name: 'A draft' }).waitFor()
    await page.getByText('Everybody').waitFor()
    expect(await page.getByRole('button', { name: 'Save the draft' }).count()).toBe(0)
  })
})
