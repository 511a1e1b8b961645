import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { findFreePort } from '../../src/platform/ports.ts'
import { totpOf } from '../harness/external-services/authenticator.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, focusedName, pressOn, tabTo, typeInto } from './browser-testbed.ts'
import { newLearner, signInBrowser } from './learner-account.ts'
import { openLeague } from './own-league.ts'

// The screens that Me leads to, in a real browser: settings, certificates, notifications, leaderboard.

const testbed = browserTestbed(async () => ({
  CHAIN: 'on',
  EMBEDDED_CHAIN_PORT: String(await findFreePort()),
}))
const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`
const ALL_LESSONS = 99

const learner = (lessons = 0) => newLearner(testbed.service.url, 'blockchain basics', lessons)
const newName = () => `zuri_${Bun.randomUUIDv7().slice(-6)}`
const isHacked = (page: Page) => page.evaluate<boolean>('window.hacked === 1')

/** Sends a notification to the learner, as an operator does in the console. */
async function notify(userId: string, message: { title: string; body: string }): Promise<void> {
  const { service } = testbed
  const body = { email: 'admin@lyceum.local', password: 'admin-demo-1' }
  const { accessToken: token } = (await service.call('POST /auth/login', { body })).body.data
  await service.call(`POST /admin/users/${userId}/notifications`, { token, body: message })
}

describe('the profile', () => {
  browserTest('a taken username is refused at its field, and a new one is shown in the frame', async () => {
    const [{ user }, other] = [await learner(), await testbed.service.register()]
    const page = await testbed.openAs(user, '/settings/profile')
    await page.getByLabel('Username').fill(other.username)
    await page.getByLabel('About you').fill('One slide a day.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe(other.username)
    expect(await page.getByLabel('About you').inputValue()).toBe('One slide a day.')
    const name = newName()
    await page.getByLabel('Username').fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor()
    await page.goto(`${testbed.service.url}/me`)
    await page.getByText('One slide a day.').waitFor()
  })

  browserTest(
    'a profile that was half typed when another tab signed out is there for the same user only',
    async () => {
      const [{ user }, other] = [await learner(), await testbed.service.register()]
      const { url } = testbed.service
      const page = await testbed.openAs(user, '/settings/profile')
      const context = page.context()
      const about = page.getByLabel('About you')
      const signOutElsewhere = async () => {
        const elsewhere = await testbed.open(context, '/me')
        await elsewhere.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Good to see you again' }).waitFor()
        await elsewhere.close()
      }
      const openProfileAs = async (account: { email: string; password: string }) => {
        await signInBrowser(context, url, account)
        await page.goto(`${url}/settings/profile`)
        await about.waitFor()
      }
      await about.fill('Half a sent')
      await page.getByText('Show me on leaderboards').click()
      await signOutElsewhere()
      await openProfileAs(user)
      expect(await about.inputValue()).toBe('Half a sent')
      expect(await page.getByLabel('Username').inputValue()).toBe(user.username)
      expect(await page.getByRole('switch').first().isChecked()).toBe(false)

      await signOutElsewhere()
      await openProfileAs(other)
      expect(await about.inputValue()).toBe('')
      expect(await page.evaluate("sessionStorage.getItem('lyceum.profileDraft')")).toBeNull()

      await about.fill('All of it.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved').waitFor()
      await signOutElsewhere()
      await openProfileAs(other)
      expect(await about.inputValue()).toBe('All of it.')
      expect(await page.evaluate("sessionStorage.getItem('lyceum.profileDraft')")).toBeNull()
    },
  )

  browserTest('a picture is shown before it is saved, and is the avatar afterwards', async () => {
    const { user, api } = await learner()
    const page = await testbed.openAs(user, '/settings/profile')
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const choose = (name: string, mimeType: string, content: Buffer) =>
      page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer: content })
    await choose('me.png', 'image/png', Buffer.from('not a picture'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('input[type=file][aria-invalid=true]').waitFor({ state: 'attached' })
    await choose('me.png', 'image/png', buffer)
    await page.getByAltText('Your new picture, not saved yet').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const { body } = await api.call('GET /user/profile', { token: user.accessToken })
    expect(body.data.profileImageUrl).toContain('/files/avatars/')
  })

  browserTest('hostile texts in username, bio and notifications are refused or shown as text', async () => {
    const { user, api } = await learner()
    const page = await testbed.openAs(user, '/settings/profile')
    await page.getByLabel('Username').fill(HOSTILE.slice(0, 30))
    await page.getByLabel('About you').fill(HOSTILE)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByLabel('Username').fill(newName())
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.goto(`${testbed.service.url}/me`)
    await page.getByText(HOSTILE).waitFor()
    await notify(user.id, { title: HOSTILE, body: HOSTILE })
    const inbox = async () => (await api.call('GET /notifications', { token: user.accessToken })).body
    await waitUntil(async () => JSON.stringify(await inbox()).includes(JSON.stringify(HOSTILE)))
    await page.goto(`${testbed.service.url}/notifications`)
    await page.getByRole('heading', { name: HOSTILE }).waitFor()
    expect(await isHacked(page)).toBe(false)
  })

  browserTest('the username is changed by keyboard alone, starting from Me', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/me')
    await tabTo(page, 'Settings')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    await tabTo(page, 'Profile')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/settings\/profile/)
    await tabTo(page, 'Username')
    await page.keyboard.press('ControlOrMeta+a')
    const name = newName()
    await page.keyboard.type(name)
    await tabTo(page, 'Save')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Main' }).getByText(name).waitFor()
  })
})

describe('the security of the account', () => {
  browserTest(
    'two-factor sign-in is turned on and off by keyboard alone, and a sign-in in between asks for a code',
    async () => {
      const { user } = await learner()
      const page = await testbed.openAs(user, '/settings/two-factor')
      await pressOn(page, 'Set it up')
      await page.getByAltText('QR code for the authenticator app').waitFor()
      const secret = (await page.locator('.font-mono').first().textContent())!.trim()
      // The button is gone; the focus stays at the card.
      await page.locator('h2:focus').waitFor()
      await typeInto(page, 'Code from the app', '000000')
      await typeInto(page, 'Password', user.password)
      await pressOn(page, 'Turn it on')
      await page.locator('input[aria-invalid=true]').waitFor()
      await typeInto(page, 'Code from the app', totpOf(secret))
      await page.keyboard.press('Enter')
      await page.locator('h2:focus').filter({ hasText: 'Keep your recovery codes' }).waitFor()
      const codes = await page.locator('main ul[dir=ltr] li').allTextContents()
      expect(codes).toHaveLength(10)
      await pressOn(page, 'I have stored them')
      await page.locator('h2:focus').filter({ hasText: 'It is on' }).waitFor()

      await page.goto(`${testbed.service.url}/me`)
      await pressOn(page, 'Sign out')
      await typeInto(page, 'E-mail address', user.email)
      await typeInto(page, 'Password', user.password)
      await page.keyboard.press('Enter')
      await typeInto(page, 'Code of your authenticator app', totpOf(secret, 1))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: user.username }).waitFor()

      await page.goto(`${testbed.service.url}/settings/two-factor`)
      await pressOn(page, 'Turn it off')
      await page.locator('input:focus').waitFor()
      expect(await focusedName(page)).toBe('Code of your authenticator app')
      await page.keyboard.type(codes[0]!)
      await typeInto(page, 'Password', user.password)
      await pressOn(page, 'Turn it off')
      await page.locator('h2:focus').filter({ hasText: 'It is off' }).waitFor()
    },
  )

  /** A learner with a second factor, after the mailed code was accepted. */
  async function openSecondFactor() {
    const { user, api } = await learner()
    const token = user.accessToken
    // The owner of an unconfirmed address takes the account over with a code, without its second factor.
    await api.call('POST /auth/verify-email/request', { token })
    const otpCode = await api.codeFor(user.email)
    await api.call('POST /auth/verify-email', { token, body: { otpCode } })
    const { secret } = (await api.call('POST /auth/2fa/setup', { token })).body.data
    await api.call('POST /auth/2fa/enable', {
      token,
      body: { code: totpOf(secret), password: user.password },
    })
    const page = await testbed.open(await testbed.newContext(), '/sign-in')
    await page.getByRole('tab', { name: 'Code by mail' }).click()
    await page.getByLabel('E-mail address').fill(user.email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code from the mail').waitFor()
    await page.getByLabel('Code from the mail').fill(await testbed.service.codeFor(user.email))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code of your authenticator app').waitFor()
    return { page, user, secret }
  }

  browserTest('a sign-in with a mailed code asks for the second factor', async () => {
    const { page, user, secret } = await openSecondFactor()
    await page.getByLabel('Code of your authenticator app').fill(totpOf(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: `Hello, ${user.username}` }).waitFor()
  })

  browserTest('a wrong second factor is refused at its field and uses the mailed code up', async () => {
    const { page } = await openSecondFactor()
    await page.getByLabel('Code of your authenticator app').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('A code works once').waitFor()
    expect(await page.locator('input[aria-invalid=true]').count()).toBe(2)
  })

  browserTest('a device that is signed out elsewhere has to sign in again', async () => {
    const { user } = await learner()
    const userAgent = 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'
    const phone = await testbed.openAs(user, '/me', { userAgent })
    const page = await testbed.openAs(user, '/settings/devices')
    await page.getByText('This device').waitFor()
    await page.getByRole('button', { name: 'Sign out: Firefox · Android' }).click()
    await page.getByText('Firefox · Android').waitFor({ state: 'detached' })
    // A request in the background may have noticed it before.
    await phone.goto(`${testbed.service.url}/settings/devices`)
    await phone.getByRole('heading', { name: 'Good to see you again' }).waitFor()

    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page.getByRole('button', { name: 'Sign out all other devices' }).waitFor({ state: 'detached' })
    const { status } = await testbed.service.call('GET /user/profile', { token: user.accessToken })
    expect(status).toBe(401)
  })

  browserTest(
    'a forgotten password is replaced with a mailed code, and the learner is signed in',
    async () => {
      const { user } = await learner()
      const page = await testbed.open(await testbed.newContext(), '/sign-in')
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      await page.getByLabel('E-mail address').fill(user.email)
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await page.getByLabel('Code from the mail').fill('000000')
      await page.getByLabel('New password').fill('a-much-better-phrase')
      await page.getByRole('button', { name: 'Set the new password' }).click()
      await page.locator('input[aria-invalid=true]').waitFor()
      expect(await page.getByLabel('New password').inputValue()).toBe('a-much-better-phrase')
      await page.getByLabel('Code from the mail').fill(await testbed.service.codeFor(user.email))
      await page.getByRole('button', { name: 'Set the new password' }).click()
      await page.getByRole('heading', { name: `Hello, ${user.username}` }).waitFor()
    },
  )

  browserTest('the links of mails with a code open forms that have the address and the code', async () => {
    const { user } = await learner()
    const { service } = testbed
    const linkIn = async (subject: string) => {
      const mail = (await service.mailTo(user.email))!
      expect(mail.subject).toBe(subject)
      const { pathname, hash } = new URL(mail.text.match(/https?:\S+/)![0])
      return pathname + hash
    }
    const settings = await testbed.openAs(user, await linkIn('Confirm your e-mail address'))
    await settings.getByRole('button', { name: 'Confirm the address' }).click()
    await settings.locator('#main').getByText('Address confirmed').waitFor()

    await service.call('POST /auth/otp/request', { body: { email: user.email } })
    const page = await testbed.open(await testbed.newContext(), await linkIn('Your sign-in code'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: `Hello, ${user.username}` }).waitFor()

    await service.call('POST /auth/forgot-password', { body: { email: user.email } })
    const reset = await testbed.open(await testbed.newContext(), await linkIn('Reset your password'))
    await reset.getByLabel('New password').fill('a-much-better-phrase')
    await reset.getByRole('button', { name: 'Set the new password' }).click()
    await reset.getByRole('heading', { name: `Hello, ${user.username}` }).waitFor()
  })

  browserTest('a link of a mail with an old code leads to a new code', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/settings/account#code=000000')
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByRole('button', { name: 'Send a new code' }).click()
    // The sign-up has sent one less than a minute ago.
    await page
      .getByRole('alert')
      .getByText(/Try again in \d+ seconds?\./)
      .waitFor()
  })

  browserTest('a new password in the settings keeps this device signed in', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/settings/account')
    const section = page.getByRole('region', { name: 'New password' })
    await section.getByRole('button', { name: 'Send me a code' }).click()
    await section.getByLabel('Code from the mail').waitFor()
    await section.getByLabel('Code from the mail').fill(await testbed.service.codeFor(user.email))
    await section.getByLabel('New password', { exact: true }).fill('a-much-better-phrase')
    await section.getByRole('button', { name: 'Set the new password' }).click()
    await page.getByText('Your new password is set').waitFor()
    await page.getByRole('link', { name: 'Devices' }).click()
    await page.getByText('This device').waitFor()
  })

  browserTest(
    'an account is deleted by keyboard alone with its password, and cannot sign in again',
    async () => {
      const { user } = await learner()
      const page = await testbed.openAs(user, '/settings/data')
      const download = page.waitForEvent('download')
      await pressOn(page, 'Download my data')
      expect((await download).suggestedFilename()).toMatch(/^lyceum-.+\.json$/)
      await pressOn(page, 'Delete my account…')
      await page.getByRole('alertdialog').waitFor()
      // Tab stays in the dialog, and Escape returns to the button.
      await tabTo(page, 'Delete for ever')
      await page.keyboard.press('Tab')
      await page.locator('[role=alertdialog] :focus').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await waitUntil(async () => (await focusedName(page)) === 'Delete my account…')
      await page.keyboard.press('Space')
      await page.getByRole('alertdialog').waitFor()
      await typeInto(page, 'Password', 'not-the-password')
      await page.keyboard.press('Enter')
      await page.locator('input[aria-invalid=true]').waitFor()
      await typeInto(page, 'Password', user.password)
      await pressOn(page, 'Delete for ever')
      await page.getByText('Your account is deleted').waitFor()
      await page.getByRole('heading', { name: 'Six minutes a day' }).waitFor()
      const body = { email: user.email, password: user.password }
      expect((await testbed.service.call('POST /auth/login', { body })).status).toBe(401)
    },
  )
})

describe('achievements', () => {
  browserTest('a certificate is claimed by keyboard, minted, and shown as valid with its links', async () => {
    const { user } = await learner(ALL_LESSONS)
    const page = await testbed.openAs(user, '/certificates')
    await tabTo(page, 'Claim the certificate')
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.keyboard.type('A')
    await page.keyboard.press('Enter')
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('<b>Amina</b> Otieno')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/certificates\/mine\//)
    await page.getByText('Valid, checked on the chain').waitFor()
    await page.getByText('<b>Amina</b> Otieno').waitFor()
    const number = page.url().split('/').at(-1)!
    const publicPage = await page.getByRole('link', { name: 'Open the public page' }).getAttribute('href')
    const html = await (await fetch(testbed.service.url + publicPage)).text()
    expect(html).toContain('Valid, on chain')
    const linkedIn = await page.getByRole('link', { name: 'Add to LinkedIn profile' }).getAttribute('href')
    expect(new URL(linkedIn!).searchParams.get('certUrl')).toEndWith(`/certificates/${number}`)
    for (const [name, type] of [
      ['Download as PDF', 'application/pdf'],
      ['File for a credential wallet', 'application/json'],
    ] as const) {
      const href = await page.getByRole('link', { name }).getAttribute('href')
      expect((await fetch(testbed.service.url + href)).headers.get('content-type')).toContain(type)
    }
  })

  browserTest('a bound name is shown before the claim, and is changed in the settings', async () => {
    const { user, api } = await learner(ALL_LESSONS)
    await api.call('PUT /user/certificate-name', {
      token: user.accessToken,
      body: { studentName: 'Amina Otieno' },
    })
    const page = await testbed.openAs(user, '/certificates')
    await page.getByRole('button', { name: 'Claim the certificate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Amina Otieno').waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('link', { name: 'Change the name' }).click()
    const section = page.getByRole('region', { name: 'Name on certificates' })
    await section.getByLabel('Your name on the certificate').fill('Amina Wanjiru')
    await section.getByRole('button', { name: 'Use this name' }).click()
    await section.getByText('You can change it again on').waitFor()
    await page.goto(`${testbed.service.url}/certificates`)
    await page.getByRole('button', { name: 'Claim the certificate' }).click()
    await dialog.getByRole('button', { name: 'Claim the certificate' }).click()
    await page.waitForURL(/\/certificates\/mine\//)
    await page.getByText('Amina Wanjiru').first().waitFor()
  })

  browserTest('the leaderboard shows the own place, and its period is in the address', async () => {
    const { user } = await learner(1)
    const page = await testbed.openAs(user, '/leaderboard?period=week')
    await page
      .getByRole('status')
      .filter({ hasText: /Place \d/ })
      .waitFor()
    await page.getByRole('tab', { name: 'Month' }).click()
    await page.waitForURL(/period=month/)
    await page.reload()
    await page.getByRole('tab', { name: 'Month', selected: true }).waitFor()
  })

  browserTest('the league is joined with the first XP, and is read and left by keyboard', async () => {
    const { user, api, courseId, lessonIds } = await learner()
    const page = await testbed.openAs(user, '/leaderboard')
    await page.getByRole('heading', { name: 'Earn your first XP this week to join a league' }).waitFor()
    const token = user.accessToken
    await api.call(`POST /user-courses/enroll/${courseId}`, { token })
    const body = { timeSpentSeconds: 200 }
    await api.call(`POST /user-lessons/${lessonIds[0]}/complete`, { token, body })
    await openLeague(page)
    await page.getByRole('heading', { name: 'Bronze', exact: true }).waitFor()
    await page.getByText('Division 1 of 7').waitFor()
    await page.getByRole('region', { name: 'Rise to Silver' }).getByRole('listitem').first().waitFor()
    await page.getByRole('region', { name: 'Stay in Bronze' }).getByRole('listitem').first().waitFor()
    expect(await page.locator('li[aria-current=true]').textContent()).toContain('You')
    await page
      .getByRole('status')
      .filter({ hasText: /Place \d+/ })
      .waitFor()
    await tabTo(page, 'League')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/period=week/)
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('region', { name: 'Rise to Silver' }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).first().click()
    const card = page.getByRole('link', { name: /Bronze/ })
    expect(await card.textContent()).toMatch(/Place \d+/)
    await card.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'League', selected: true }).waitFor()
  })

  browserTest('badges show what is earned and the progress of the others', async () => {
    const { user } = await learner(1)
    const page = await testbed.openAs(user, '/badges')
    await page.getByRole('region', { name: 'Yours' }).getByText('First Steps').waitFor()
    expect(
      await page.getByRole('region', { name: 'Still to earn' }).getByRole('progressbar').count(),
    ).toBeGreaterThan(3)
  })
})

describe('notifications', () => {
  browserTest('a notification arrives live, and is read and deleted by keyboard alone', async () => {
    const { user, api } = await learner()
    const context = await testbed.newContext()
    await signInBrowser(context, testbed.service.url, user)
    const page = await context.newPage()
    const isLive = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('auth.ok')),
      )
    await page.goto(`${testbed.service.url}/me`)
    await isLive
    await notify(user.id, { title: 'Your question', body: 'The lesson is fixed.' })
    await page.getByText('Your question').waitFor()
    const mark = page.getByRole('navigation', { name: 'Main' }).getByText('1 unread')
    await mark.waitFor()
    await pressOn(page, 'Notifications')
    await pressOn(page, 'Mark as read: Your question')
    await mark.waitFor({ state: 'detached' })
    // The button is gone, and the focus is on the other one of the row.
    expect(await focusedName(page)).toBe('Delete: Your question')
    const inbox = async () => (await api.call('GET /notifications', { token: user.accessToken })).body
    await waitUntil(async () => (await inbox()).meta.unread === 0)
    await page.keyboard.press('Space')
    await page.getByRole('heading', { name: 'Nothing has happened yet' }).waitFor()
    await page.locator('main:focus').waitFor()
    await waitUntil(async () => (await inbox()).data.length === 0)
  })

  browserTest('two tabs share one live connection, and both mark a new notification', async () => {
    const { user } = await learner()
    const context = await testbed.newContext()
    await signInBrowser(context, testbed.service.url, user)
    let sockets = 0
    context.on('page', (page) => page.on('websocket', () => sockets++))
    const tabs = [await testbed.open(context, '/me'), await testbed.open(context, '/badges')]
    await waitUntil(() => sockets > 0)
    // Longer than a tab waits before it watches the inbox.
    await Bun.sleep(3_000)
    await notify(user.id, { title: 'Your question', body: 'The lesson is fixed.' })
    for (const tab of tabs)
      await tab.getByRole('navigation', { name: 'Main' }).getByText('1 unread').waitFor()
    expect(sockets).toBe(1)
  })

  browserTest('the watch over the inbox that could not be loaded starts again', async () => {
    const { user } = await learner()
    const context = await testbed.newContext()
    await signInBrowser(context, testbed.service.url, user)
    let attempts = 0
    await context.route('**/learner-watch-inbox-*', (route) =>
      attempts++ === 0 ? route.abort() : route.continue(),
    )
    const page = await testbed.open(context, '/me')
    await waitUntil(() => attempts === 1)
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
    await main.getByRole('link', { name: /^Me/ }).click()
    await waitUntil(() => attempts === 2)
    await notify(user.id, { title: 'Your question', body: 'The lesson is fixed.' })
    await page.getByRole('navigation', { name: 'Main' }).getByText('1 unread').waitFor()
  })

  browserTest('a notification preference that is changed by keyboard alone is saved on its own', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/settings/notifications')
    await pressOn(page, 'A new badge: Mail', 'Space')
    await pressOn(page, 'Quiet hours', 'Space')
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    await page.reload()
    expect(await page.getByLabel('A new badge: Mail').isChecked()).toBe(true)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('22:00')
  })

  browserTest('preferences that are changed while others are being saved are saved after them', async () => {
    const { user, api } = await learner()
    const page = await testbed.openAs(user, '/settings/notifications')
    const first = Promise.withResolvers<void>()
    let saves = 0
    await page.route('**/notifications/preferences', async (route) => {
      if (route.request().method() === 'PUT' && ++saves === 1) await first.promise
      await route.continue()
    })
    await pressOn(page, 'A new badge: Mail', 'Space')
    await waitUntil(() => saves === 1)
    await pressOn(page, 'Quiet hours', 'Space')
    await page.getByLabel('From', { exact: true }).waitFor()
    await Bun.sleep(1_500)
    expect(saves).toBe(1)
    first.resolve()
    await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
    expect(saves).toBe(2)
    const { body } = await api.call('GET /notifications/preferences', { token: user.accessToken })
    expect(body.data).toMatchObject({ quietHours: { start: '22:00' } })
  })
})
