import { describe, expect, setDefaultTimeout } from 'bun:test'
import type { Page } from 'playwright-core'
import { CONSOLE_PATHS } from '../../web/console/paths.ts'
import type { TestUser } from '../harness/api-client.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, focusedName, tabTo } from './browser-testbed.ts'
import { measureScript, newContest, newStaff, type Staff } from './console-account.ts'
import { signInBrowser } from './learner-account.ts'

// The users of the console in a real browser. Skipped without a browser.

setDefaultTimeout(240_000)

const bed = browserTestbed(async () => ({}))
const CONSOLE_BYTES = 180_000

const totalsOf = async ({ api }: Staff, userId: string) => {
  const { totalGems, totalXP } = (await api(`GET /admin/users/${userId}`)).body.data
  return { totalGems, totalXP }
}

/** A learner who had 100 gems and has paid 40 for a contest. */
async function learnerWithFee(admin: Staff): Promise<TestUser> {
  const learner = await bed.service.register()
  const grant = { asset: 'GEM', amount: 100, reason: 'A gift to begin with.' }
  expect((await admin.api(`POST /admin/users/${learner.id}/grants`, grant)).status).toBe(201)
  const contestId = await newContest(admin, 'Evening quiz', 40)
  const joined = await bed.service.call(`POST /user/contests/${contestId}/join`, {
    token: learner.accessToken,
    body: {},
  })
  expect(joined.status).toBeLessThan(300)
  return learner
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

/** An administrator is about to change the role of a learner. */
async function openRoleDialog() {
  const admin = await newStaff(bed.service, 'ADMIN')
  const learner = await bed.service.register()
  await bed.service.test.database
    .query`update user_account set email_verified_at = now() where id = ${learner.id}`
  const page = await bed.openAs(admin.user, `/console/users/${learner.id}`)
  await page.getByRole('button', { name: 'Role…' }).click()
  return { admin, learner, page, dialog: page.getByRole('dialog') }
}

describe('the frame of the console', () => {
  browserTest('a learner is refused, and support sees no action of an administrator', async () => {
    const support = await newStaff(bed.service, 'SUPPORT')
    const learner = await bed.service.register()
    const refused = await bed.openAs(learner, '/console/users')
    await refused.getByRole('heading', { name: 'The console is for staff' }).waitFor()
    expect(await refused.getByRole('searchbox').count()).toBe(0)
    const page = await bed.openAs(support.user, `/console/users/${learner.id}`)
    await page.getByRole('heading', { name: learner.username }).waitFor()
    await page.getByText('Support can read this page').waitFor()
    expect(await page.getByRole('button', { name: 'Grant…' }).count()).toBe(0)
  })

  browserTest(
    'an error is in the language of the user with its request id, and a lost connection is named',
    async () => {
      const admin = await newStaff(bed.service, 'ADMIN')
      const page = await bed.openAs(admin.user, `/console/users/${Bun.randomUUIDv7()}`)
      await page.getByRole('heading', { name: 'That did not work' }).waitFor()
      await page.getByText(/^Request id: \S+/).waitFor()
      const french = await bed.openAs(admin.user, `/console/broadcasts/${Bun.randomUUIDv7()}`, {
        locale: 'fr',
      })
      await french.getByText('Cette diffusion n’existe pas ou a été supprimée.').waitFor()
      await page.context().setOffline(true)
      await page.getByText('You are offline').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'We cannot reach the service' }).waitFor()
      await page.context().setOffline(false)
    },
  )
})

describe('a session of the console that has ended', () => {
  browserTest('leads back to the list and its filters after the sign-in', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/users?state=suspended')
    await page.getByLabel('State', { exact: true }).waitFor()
    // A session that is just being refreshed would set its cookie again.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail address').fill(admin.user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(admin.user.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/users\?state=suspended/)
    await page.getByLabel('State', { exact: true }).waitFor()
  })
})

describe('the users of the console', () => {
  browserTest('filters are in the URL, and J, K and Enter open a user', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const name = `kofi_${Bun.randomUUIDv7().slice(-6)}`
    const users = [
      await bed.service.register({ username: `${name}_b` }),
      await bed.service.register({ username: `${name}_a` }),
    ]
    await admin.api(`POST /admin/users/${users[0]!.id}/suspend`, { reason: 'A test.' })
    const page = await bed.openAs(admin.user, '/console/users')
    const filter = page.getByLabel('Filter by e-mail or name')
    await filter.fill('ko')
    await page.getByText('Type at least three characters').waitFor()
    await page.getByRole('link', { name: admin.user.username }).waitFor()
    await filter.fill(`${name} `)
    await page.waitForURL(new RegExp(`q=${name}`))
    expect(await filter.inputValue()).toBe(`${name} `)
    await page.getByRole('link', { name: admin.user.username }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: users[1]!.username }).waitFor()
    await page.keyboard.press('Escape')
    const rows = page.locator('[data-list-item]')
    expect(await rows.count()).toBe(2)
    const targets = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const [key, target] of [
      ['j', targets[0]],
      ['j', targets[1]],
      ['k', targets[0]],
    ]) {
      await page.keyboard.press(key!)
      await page.locator(`a[href="${target}"]:focus`).waitFor()
    }
    await page.getByLabel('State', { exact: true }).selectOption('suspended')
    await page.waitForURL(/state=suspended/)
    await page.getByRole('link', { name: users[1]!.username }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('link', { name: users[0]!.username }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: users[0]!.username }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/console/users/${users[0]!.id}`)
  })

  browserTest(
    '40 missing gems are found, granted and seen in the log by keyboard on one screen',
    async () => {
      const admin = await newStaff(bed.service, 'ADMIN')
      const learner = await learnerWithFee(admin)
      const page = await bed.openAs(admin.user, '/console')
      await page.getByRole('heading', { name: 'Attention' }).waitFor()
      const checkScript = await measureScript(page, '40 missing gems')
      await page.keyboard.press('/')
      await page.locator('header input[type=search]:focus').waitFor()
      await page.keyboard.type(learner.email)
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: learner.username }).waitFor()
      await page.locator('main:focus').waitFor()
      await page.keyboard.press('j')
      await page.locator('[data-list-item]:focus').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: learner.username }).waitFor()

      // The newest entry of the ledger is the fee; it opens to both sides of its transfer.
      await page.locator('main:focus').waitFor()
      await page.keyboard.press('j')
      await page.locator('summary:focus', { hasText: '-40' }).waitFor()
      await page.keyboard.press('Enter')
      const lines = page.getByRole('table', { name: 'Double entries' })
      await lines.getByText(`user:${learner.id}`).waitFor()
      await lines.getByText(/^contest:/).waitFor()
      await lines.getByText('+40').waitFor()

      await page.getByRole('button', { name: 'Grant…' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('[role=dialog] input[autocomplete=off]:focus').waitFor()
      await page.keyboard.type('40')
      await page.getByText('Balance: 60 → 100.').waitFor()
      await tabTo(page, 'Reason')
      await page.keyboard.type('The contest did not open.')
      await tabTo(page, 'Grant')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      const log = section(page, 'Audit log')
      await log.getByText('reason: The contest did not open.').waitFor()
      await section(page, 'Ledger').locator('summary', { hasText: '+40' }).waitFor()
      await checkScript()
      expect(new URL(page.url()).pathname).toBe(`/console/users/${learner.id}`)
      expect((await totalsOf(admin, learner.id)).totalGems).toBe(100)
    },
  )

  browserTest('a grant whose response is lost is repeated once without a second effect', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    bed.allowedErrors.push(/net::ERR_FAILED/)
    const page = await bed.openAs(admin.user, `/console/users/${learner.id}`)
    let lost = 0
    // The connection ends with the response, so that the page cannot be read again either.
    await page.route('**/api/v2/**', async (route) => {
      if (route.request().url().endsWith('/grants')) {
        await route.fetch()
        lost++
      }
      if (lost > 0) await route.abort()
      else await route.continue()
    })
    await page.getByRole('button', { name: 'Grant…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('25')
    await dialog.getByLabel('Reason').fill('A lost response.')
    await dialog.getByRole('button', { name: 'Grant' }).click()
    await dialog.getByText('it may already be done').waitFor()
    expect(lost).toBeGreaterThan(0)
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('A lost response.')
    await page.unroute('**/api/v2/**')
    // The focus is on it.
    await page.locator('button:focus', { hasText: 'Try again' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect((await totalsOf(admin, learner.id)).totalGems).toBe(25)
  })

  browserTest('a suspension whose response is lost does not turn into its end', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    bed.allowedErrors.push(/net::ERR_FAILED/)
    const page = await bed.openAs(admin.user, `/console/users/${learner.id}`)
    const sent = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/suspend', async (route) => {
      await route.fetch()
      sent.resolve()
      await answered.promise
      await route.abort()
    })
    await page.getByRole('button', { name: 'Suspend…' }).click()
    const dialog = page.getByRole('dialog', { name: `Suspend ${learner.username}` })
    await dialog.getByLabel('Reason').fill('Two accounts.')
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await sent.promise
    // A running request cannot be cancelled any more.
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click({ force: true })
    answered.resolve()
    await dialog.getByText('it may already be done').waitFor()
    await page.getByText('user.suspended').waitFor({ state: 'attached' })
    await page.unroute('**/suspend')
    // The field of the reason is locked, so the button has the focus.
    await waitUntil(async () => (await focusedName(page)) === 'Try again')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'End the suspension…' }).waitFor()
    expect((await admin.api(`GET /admin/users/${learner.id}`)).body.data.suspendedAt).toBeString()
    const { body } = await admin.api(`GET /admin/audit?userId=${learner.id}`)
    expect(body.data).toMatchObject([{ act: 'user.suspended' }])
  })

  browserTest('a role that another administrator has changed meanwhile is not overwritten', async () => {
    const { admin, learner, page, dialog } = await openRoleDialog()
    await dialog.getByLabel('Role').selectOption('CREATOR')
    await dialog.getByText('Learner → Author').waitFor()
    await dialog.getByLabel('Reason').fill('Writes courses.')
    expect((await admin.api(`PATCH /admin/users/${learner.id}/role`, { role: 'SUPPORT' })).status).toBe(200)
    const change = dialog.getByRole('button', { name: 'Change the role' })
    await change.click()
    await dialog.getByText('The user was changed meanwhile').waitFor()
    expect((await admin.api(`GET /admin/users/${learner.id}`)).body.data.role).toBe('SUPPORT')
    // The reason is still there, and the effect names the new state.
    await dialog.getByText('Support → Author').waitFor()
    await change.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await admin.api(`GET /admin/users/${learner.id}`)).body.data.role).toBe('CREATOR')
  })

  browserTest('an administrator suspends, signs out and writes a note, each with its entry', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    const page = await bed.openAs(admin.user, `/console/users/${learner.id}`)
    const log = section(page, 'Audit log')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Sign out…' }).click()
    await dialog.getByText('1 session ends.').waitFor()
    await dialog.getByLabel('Reason').fill('A lost phone.')
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
    await section(page, 'Sessions').getByText('Ended').waitFor()
    await log.getByText('A lost phone.').waitFor()

    await page.getByRole('button', { name: 'Suspend…' }).click()
    const suspend = dialog.getByRole('button', { name: 'Suspend', exact: true })
    expect(await suspend.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Reason').fill('Two accounts.')
    await suspend.click()
    await log.getByText('user.suspended').waitFor()
    await page.getByRole('button', { name: 'End the suspension…' }).waitFor()

    await page.getByLabel('New note').fill('Called on Monday.')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await section(page, 'Notes of staff').getByText('Called on Monday.', { exact: true }).waitFor()
    await log.getByText('user.note_added').waitFor()
    await page.getByRole('button', { name: 'Delete the note: Called on Monday.' }).click()
    await dialog.getByText('1 note is deleted').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete the note: Called on Monday.' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No notes yet.').waitFor()

    // A message that was sent is not offered again.
    await page.getByRole('button', { name: 'Message…' }).click()
    await dialog.getByText('Language of the user: English').waitFor()
    await dialog.getByLabel('Title').fill('Your account')
    await dialog.getByLabel('Text').fill('Please call us.')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Message…' }).click()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('')
  })

  browserTest('the sections of a user turn their pages, and show devices and invitations', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const inviter = await bed.service.register()
    const code = await bed.service.call('POST /referral/code', { token: inviter.accessToken, body: {} })
    const invited = await bed.service.register({ referralCode: code.body.referralCode })
    for (let note = 1; note <= 11; note++)
      await admin.api(`POST /admin/users/${inviter.id}/notes`, { text: `Note ${note}` })
    const page = await bed.openAs(admin.user, `/console/users/${inviter.id}`)
    const notes = section(page, 'Notes of staff')
    await notes.getByText('Note 11', { exact: true }).waitFor()
    expect(await notes.getByText('Note 1', { exact: true }).count()).toBe(0)
    await notes.getByRole('button', { name: 'Older' }).click()
    await notes.getByText('Note 1', { exact: true }).waitFor()
    await notes.getByRole('button', { name: 'Newer' }).click()
    await notes.getByText('Note 11', { exact: true }).waitFor()
    await section(page, 'Devices for notifications').getByText('No device gets notifications.').waitFor()
    const invitations = section(page, 'Invitations')
    await invitations.getByText('Invited 1, active 0, rewarded 0.').waitFor()
    await invitations.getByRole('link', { name: invited.username }).click()
    await page.getByRole('heading', { name: invited.username }).waitFor()
    await invitations.getByRole('link', { name: 'Open the user who invited this one' }).click()
    await page.getByRole('heading', { name: inviter.username }).waitFor()
    await section(page, 'Audit log').getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL(new RegExp(`/console/audit.*${inviter.id}`))
  })

  browserTest('the role of an administrator needs the name typed', async () => {
    const { admin, learner, page, dialog } = await openRoleDialog()
    await dialog.getByLabel('Role').selectOption('ADMIN')
    const change = dialog.getByRole('button', { name: 'Change the role' })
    expect(await change.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel(`Type ${learner.username} to confirm`).fill(learner.username)
    expect(await change.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Reason').fill('A second administrator.')
    await change.click()
    const log = section(page, 'Audit log')
    await log.getByText('user.role_changed').waitFor()
    expect((await admin.api(`GET /admin/users/${learner.id}`)).body.data.role).toBe('ADMIN')

    await log.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await dialog.getByLabel('Reason').inputValue()).toMatch(/^Undo of “Changed a role” of /)
    await dialog.getByText('Administrator → Learner').waitFor()
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await log.getByText(/Undo of “Changed a role”/).waitFor()
    expect((await admin.api(`GET /admin/users/${learner.id}`)).body.data.role).toBe('USER')
  })

  browserTest('a suspension is undone from the audit log, and not after another change', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    const suspend = () => admin.api(`POST /admin/users/${learner.id}/suspend`, { reason: 'Two accounts.' })
    const stateOf = async () => (await admin.api(`GET /admin/users/${learner.id}`)).body.data.suspendedAt
    await suspend()
    const page = await bed.openAs(admin.user, `/console/audit?user=${learner.id}&act=user.suspended`)
    await page.getByRole('link', { name: 'user.suspended' }).click()
    const panel = page.getByRole('dialog', { name: 'Suspended a user' })
    await panel.getByRole('button', { name: 'Undo', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo: Suspended a user' })
    await dialog.getByText(`${learner.username} can sign in again.`).waitFor()
    // Another administrator ends the suspension, and a third suspends again: the open dialog is about the first one.
    await admin.api(`POST /admin/users/${learner.id}/unsuspend`, { reason: 'A mistake.' })
    await suspend()
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('it cannot be undone').first().waitFor()
    expect(await stateOf()).not.toBeNull()

    await page.goto(`${bed.service.url}/console/audit?user=${learner.id}&act=user.suspended`)
    await page.getByRole('link', { name: 'user.suspended' }).first().click()
    await panel.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('It was changed again since').waitFor()
    expect(await stateOf()).toBeNull()
  })
})

describe('the size of the console', () => {
  browserTest('every screen needs at most 180 KB of compressed script', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await learnerWithFee(admin)
    const contestId = await newContest(admin, 'A contest to open', 0)
    for (const path of CONSOLE_PATHS.map((path) =>
      path.replace(':userId', learner.id).replace(':contestId', contestId),
    )) {
      const context = await bed.newContext()
      await signInBrowser(context, bed.service.url, admin.user)
      const sizes: Promise<number>[] = []
      context.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname.endsWith('.js'))
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      const page = await bed.open(context, path)
      await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle')
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      reportMeasurement(`console, ${path}: ${(bytes / 1000).toFixed(1)} KB of compressed script`)
      expect(bytes).toBeGreaterThan(0)
      expect(bytes).toBeLessThanOrEqual(CONSOLE_BYTES)
      await context.close()
    }
  })
})
