import { describe, expect, setDefaultTimeout } from 'bun:test'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newStaff } from './console-account.ts'

// The view of the app as a learner, in a real browser. Skipped without a browser.

setDefaultTimeout(240_000)

const bed = browserTestbed(async () => ({}))

describe('the view as a user', () => {
  browserTest(
    'support sees the app of a learner, changes nothing, and has the own session again',
    async () => {
      const support = await newStaff(bed.service, 'SUPPORT')
      const learner = await bed.service.register()
      const page = await bed.openAs(support.user, `/console/users/${learner.id}`)
      await page.getByRole('button', { name: 'View as user…' }).click()
      const dialog = page.getByRole('dialog', { name: `View the app as ${learner.username}?` })
      await dialog.getByLabel('Reason').fill('A course is missing.')
      await dialog.getByRole('button', { name: 'Start the view' }).click()

      const banner = page.getByRole('complementary', { name: 'View of an account' })
      await banner.getByText(`You are viewing the account of ${learner.username}.`).waitFor()
      await page.waitForURL('**/me')
      await page.getByRole('heading', { name: learner.username }).waitFor()
      // A reload stays in the view, also of the home, which the service renders for the own session.
      await page.goto(`${bed.service.url}/`)
      await banner.waitFor()
      expect(await page.getByText(support.user.username).count()).toBe(0)
      // Another tab is that of the own session.
      const other = await page.context().newPage()
      await other.goto(`${bed.service.url}/me`)
      await other.getByRole('heading', { name: support.user.username }).waitFor()
      await other.close()

      await banner.getByRole('button', { name: 'End' }).click()
      await page.waitForURL(`**/console/users/${learner.id}`)
      await page.getByText('Support can read this page').waitFor()
      await page.goto(`${bed.service.url}/me`)
      await page.getByRole('heading', { name: support.user.username }).waitFor()
      expect(await banner.count()).toBe(0)

      const { body } = await bed.service.call('GET /auth/sessions', { token: learner.accessToken })
      expect(body.data).toHaveLength(1)
    },
  )

  browserTest('a sign-out in a view ends no session of staff', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    const page = await bed.openAs(admin.user, '/console')
    const { body } = await admin.api(`POST /admin/users/${learner.id}/view-as`, { reason: 'Asked.' })
    const view = { ...body.data, returnTo: `/console/users/${learner.id}` }
    await page.evaluate((stored) => sessionStorage.setItem('lyceum.view', stored), JSON.stringify(view))
    await page.goto(`${bed.service.url}/me`)
    await page.getByRole('complementary', { name: 'View of an account' }).waitFor()
    const refused = await page.evaluate(
      async (token) =>
        (
          await fetch('/api/v2/auth/logout', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}` },
          })
        ).status,
      view.accessToken as string,
    )
    expect(refused).toBe(403)
    // A view whose token is not accepted any more leads back to the console.
    await page.evaluate(
      (stored) => sessionStorage.setItem('lyceum.view', stored),
      JSON.stringify({ ...view, accessToken: 'expired' }),
    )
    await page.reload()
    await page.waitForURL(`**/console/users/${learner.id}`)
    await page.getByRole('heading', { name: learner.username }).waitFor()
  })
})
