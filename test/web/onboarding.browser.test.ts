import { afterAll, describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { findViolations } from '../harness/axe.ts'
import { CLIENT_ID, startTestIssuer, type TestIssuer } from '../harness/external-services/oidc-issuer.ts'
import { giveGems } from '../harness/give-gems.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, focusedName, pressOn, tabTo } from './browser-testbed.ts'
import { newLearner, signInBrowser } from './learner-account.ts'

// The way from the sign-up to the first own day, and the map of the paths. Skipped without a browser.

/** What the provider got from the browser, and the page with which it answers. */
let asked: URLSearchParams | undefined
let answerWith: (asked: URLSearchParams) => Promise<Record<string, string>>
let issuer: TestIssuer
const provider = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    asked = new URL(request.url).searchParams
    const fields = Object.entries(await answerWith(asked))
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('')
    const page = `<form method="post" action="${asked.get('redirect_uri')}">${fields}<button>Allow</button></form>`
    return new Response(`<!doctype html><link rel="icon" href="data:,">${page}`, {
      headers: { 'content-type': 'text/html' },
    })
  },
})
const bed = browserTestbed(async () => {
  issuer = await startTestIssuer()
  return {
    ...issuer.settingsFor('google'),
    GOOGLE_WEB_CLIENT_ID: CLIENT_ID,
    GOOGLE_AUTHORIZE_URL: `http://127.0.0.1:${provider.port}/authorize`,
    ...issuer.settingsFor('apple'),
    APPLE_WEB_CLIENT_ID: CLIENT_ID,
    APPLE_AUTHORIZE_URL: `http://127.0.0.1:${provider.port}/auth/authorize`,
  }
})
bed.allowedOrigins.add(`http://127.0.0.1:${provider.port}`)
afterAll(async () => {
  await provider.stop(true)
  await issuer?.stop()
})

const PASSWORD = 'correct-horse-battery'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signUp(page: Page): Promise<string> {
  const name = `neema_${Bun.randomUUIDv7().slice(-6)}`
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail address').fill(`${name}@example.com`)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await heading(page, 'What do you want to reach?').waitFor()
  return name
}

async function profileOf(name: string) {
  const body = { email: `${name}@example.com`, password: PASSWORD }
  return (await bed.service.call('POST /auth/login', { body })).body.data.user
}

describe('the welcome after the sign-up', () => {
  browserTest('goal, roadmap, target and region lead to Today by keyboard alone', async () => {
    const context = await bed.newContext({ timezoneId: 'Africa/Nairobi' })
    const page = await bed.open(context, '/sign-up')
    const name = `neema_${Bun.randomUUIDv7().slice(-6)}`
    await tabTo(page, 'Username')
    await page.keyboard.type(name)
    await tabTo(page, 'E-mail address')
    await page.keyboard.type(`${name}@example.com`)
    await tabTo(page, 'Password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await heading(page, 'What do you want to reach?').waitFor()
    await tabTo(page, 'My goal')
    await page.keyboard.type('Smart contract developer')
    await page.keyboard.press('Enter')
    await heading(page, 'Your roadmap is ready').waitFor()
    expect(await page.locator('h1:focus').count()).toBe(1)
    expect(await page.locator('main ol > li').first().textContent()).toMatch(/it|your goal/i)
    await page.getByText('Your goal: Smart contract developer').waitFor()
    await tabTo(page, 'Continue')
    await page.keyboard.press('Enter')
    await heading(page, 'How much each day?').waitFor()
    await page.getByRole('radio', { name: /Steady/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'Your language and time zone').waitFor()
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Africa/Nairobi')
    await tabTo(page, 'Start learning')
    await page.keyboard.press('Enter')
    await heading(page, `Hello, ${name}`).waitFor()
    await page.getByText('0 of 80 XP today').filter({ visible: true }).waitFor()
    expect(await profileOf(name)).toMatchObject({ dailyTargetXP: 80, timeZone: 'Africa/Nairobi' })
  })

  browserTest('every step can be skipped, and the requested screen follows', async () => {
    const page = await bed.open(await bed.newContext(), '/sign-up?next=%2Fplay')
    const name = await signUp(page)
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await heading(page, 'How much each day?').waitFor()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await heading(page, 'Your language and time zone').waitFor()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await page.waitForURL(/\/play$/)
    expect((await profileOf(name)).dailyTargetXP).toBeNull()
  })

  browserTest('a reload keeps the step and the typed goal, and Today leads back to the step', async () => {
    const page = await bed.open(await bed.newContext(), '/sign-up')
    await signUp(page)
    await page.getByLabel('My goal').fill('Data analyst in a bank')
    await page.reload()
    await heading(page, 'What do you want to reach?').waitFor()
    expect(await page.getByLabel('My goal').inputValue()).toBe('Data analyst in a bank')
    await page.getByRole('button', { name: 'Show me the way' }).click()
    await heading(page, 'Your roadmap is ready').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await heading(page, 'How much each day?').waitFor()
    await page.getByRole('button', { name: 'Do this later' }).click()
    await heading(page, /^Hello/).waitFor()
    await page.getByRole('link', { name: 'Make it yours' }).filter({ visible: true }).click()
    await heading(page, 'How much each day?').waitFor()
    await page.goBack()
    await heading(page, /^Hello/).waitFor()
  })

  browserTest('a failed request keeps the goal and says so', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const page = await bed.openAs(user, '/welcome')
    await page.route('**/learning-path/roadmap', (route) => route.abort())
    await page.getByLabel('My goal').fill('Web developer')
    await page.getByRole('button', { name: 'Show me the way' }).click()
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    expect(await page.getByLabel('My goal').inputValue()).toBe('Web developer')
    await page.unroute('**/learning-path/roadmap')
    await page.getByRole('button', { name: 'Show me the way' }).click()
    await heading(page, 'Your roadmap is ready').waitFor()
  })

  browserTest('a finished lesson counts for the target of today', async () => {
    const { user, api, lessonIds } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const token = user.accessToken
    await api.call('PATCH /user/profile', { token, body: { dailyTargetXP: 10 } })
    const done = await api.call(`POST /user-lessons/${lessonIds[0]}/complete`, { token, body: {} })
    const page = await bed.openAs(user, '/')
    const { xpEarned } = done.body.data
    await page.getByText(`${xpEarned} of 10 XP today`).filter({ visible: true }).waitFor()
    await page.getByText('Daily target reached!').filter({ visible: true }).waitFor()
    // Something was learned and the target is reached; the reviews of the lesson are due tomorrow.
    const quests = page.getByRole('region', { name: 'Today’s quests' })
    await quests.getByText('2 of 2').filter({ visible: true }).waitFor()
    expect(await quests.getByRole('progressbar', { name: 'Learn something' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Change' }).filter({ visible: true }).click()
    await page.getByRole('radio', { name: /Intense/ }).check({ force: true })
    await page.getByRole('button', { name: 'This is my target' }).click()
    await page.getByText(`${xpEarned} of 160 XP today`).filter({ visible: true }).waitFor()
  })
})

describe('the streak on Today', () => {
  /** A learner whose streak of six days ended yesterday. */
  async function withLostStreak(gems: number) {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 1)
    const { query } = bed.service.test.database
    await query`
      update streak set current_days = 6, longest_days = 6, started_on = last_day - 7,
        last_day = last_day - 2, last_at = last_at - interval '2 days'
      where user_id = ${user.id}`
    await query`update streak_day set day = day - 2 where user_id = ${user.id}`
    if (gems > 0) await giveGems(query, user.id, gems)
    return user
  }
  const title = (page: Page, name: string) => page.getByRole('heading', { name })
  const repaired = (page: Page) => page.getByText('Your streak of 6 days is back')

  browserTest('a lost streak is repaired by keyboard for its price', async () => {
    const user = await withLostStreak(500)
    const page = await bed.openAs(user, '/')
    await title(page, 'Your streak of 6 days is not lost yet').waitFor()
    expect(await findViolations(page)).toEqual([])
    await tabTo(page, 'Repair for')
    await page.keyboard.press('Enter')
    await repaired(page).waitFor()
    await title(page, 'Your streak of 6 days is not lost yet').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '6-day streak' }).filter({ visible: true }).waitFor()
  })

  browserTest('a learner without enough gems sees what is missing', async () => {
    const page = await bed.openAs(await withLostStreak(0), '/')
    await page.getByText(/It costs \d+ gems; you need \d+ more\./).waitFor()
    expect(await page.getByRole('button', { name: /^Repair for/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Earn some by learning' }).click()
    await page.waitForURL('**/learn')
  })

  browserTest('a tap on the offer of a freeze before the application runs is not lost', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 1)
    await giveGems(bed.service.test.database.query, user.id, 200)
    const context = await bed.newContext()
    await signInBrowser(context, bed.service.url, user)
    const app = Promise.withResolvers<void>()
    await context.route(/\/assets\/.*\.js$/, async (route) => {
      await app.promise
      await route.continue()
    })
    const page = await context.newPage()
    // The page of a signed-in user is complete when the application runs.
    await page.goto(bed.service.url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: '50 gems' }).click()
    expect(await page.getByRole('dialog').count()).toBe(0)
    app.resolve()
    await title(page, 'Buy a streak freeze for 50 gems?').waitFor()
  })

  browserTest('a freeze is bought after a question, and the second closes the offer', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 1)
    await giveGems(bed.service.test.database.query, user.id, 200)
    const page = await bed.openAs(user, '/')
    const offer = page.getByRole('button', { name: '50 gems' })
    await pressOn(page, offer)
    await title(page, 'Buy a streak freeze for 50 gems?').waitFor()
    await page.keyboard.press('Escape')
    await waitUntil(async () => (await focusedName(page)) === '50 gems')
    for (const left of ['1 freeze left', '2 freezes left']) {
      await offer.click()
      await title(page, 'Buy a streak freeze for 50 gems?').waitFor()
      await page.getByRole('button', { name: 'Buy the freeze' }).click()
      await page.getByText(left).filter({ visible: true }).waitFor()
    }
    await offer.waitFor({ state: 'detached' })
    const { query } = bed.service.test.database
    expect(await query`select freezes from streak where user_id = ${user.id}`).toEqual([{ freezes: 2 }])
  })
})

describe('promotions on Today', () => {
  browserTest('a promotion is a card that stays away once it is hidden, and a banner leads on', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const page = await bed.openAs(user, '/')
    const popup = page.getByRole('region', { name: 'Welcome to Lyceum' })
    const banner = page.getByRole('region', { name: 'Learn together' })
    await popup.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    const [report] = await Promise.all([
      page.waitForResponse((response) => response.request().postData()?.includes('DISMISS') ?? false),
      popup.getByRole('button', { name: 'Hide this' }).click(),
    ])
    expect(await report.json()).toMatchObject({ tracked: true })
    await banner.waitFor()
    expect(await banner.getByRole('button').count()).toBe(0)
    await page.reload()
    await banner.waitFor()
    expect(await popup.count()).toBe(0)
    await banner.getByRole('link', { name: 'Invite a friend' }).click()
    await page.waitForURL('**/refer')
  })
})

describe('other ways to an account', () => {
  browserTest('a code by mail creates an account on the sign-up page', async () => {
    const page = await bed.open(await bed.newContext(), '/sign-up')
    const name = `baraka_${Bun.randomUUIDv7().slice(-6)}`
    await page.getByRole('tab', { name: 'Code by mail' }).click()
    await page.getByLabel('E-mail address').fill(`${name}@example.com`)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code from the mail').fill(await codeFor(`${name}@example.com`))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Username').fill(name)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'What do you want to reach?').waitFor()
  })

  browserTest('the owner of an address that was never confirmed learns what was removed', async () => {
    const { email } = await bed.service.register()
    // The code that verifies the address of the first user is in an earlier mail.
    const earlier = await codeFor(email)
    const page = await bed.open(await bed.newContext(), '/sign-up')
    await page.getByRole('tab', { name: 'Code by mail' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await waitUntil(async () => (await codeFor(email)) !== earlier)
    await page.getByLabel('Code from the mail').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This address already had an account that was never confirmed.').waitFor()
    await page.getByText('The old password no longer works').waitFor()
    await heading(page, 'What do you want to reach?').waitFor()
  })

  browserTest('Google signs a visitor in, and the token leaves the address', async () => {
    const email = `g${Bun.randomUUIDv7().slice(-8)}@example.com`
    answerWith = async (given) => ({
      id_token: await issuer.sign({ sub: email, email, email_verified: true, nonce: given.get('nonce') }),
      state: given.get('state')!,
    })
    const page = await bed.open(await bed.newContext(), '/sign-up?next=%2Fplay')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await heading(page, 'What do you want to reach?').waitFor()
    expect(asked!.get('client_id')).toBe(CLIENT_ID)
    expect(page.url()).not.toContain('id_token')
    await page.getByRole('button', { name: 'Do this later' }).click()
    await page.waitForURL(/\/play$/)
  })

  browserTest(
    'Apple signs a visitor in with a hidden address, and knows the visitor the next time',
    async () => {
      const sub = `apple-${Bun.randomUUIDv7()}`
      const email = `${sub.slice(-8)}@privaterelay.example.com`
      let visits = 0
      // As Apple does it: a code beside the token, booleans as text, and the user only on the first visit.
      answerWith = async (given) => ({
        code: 'c0de.0.unused',
        id_token: await issuer.sign({
          sub,
          email,
          email_verified: 'true',
          is_private_email: 'true',
          nonce: given.get('nonce'),
          nonce_supported: true,
        }),
        state: given.get('state')!,
        ...(visits++ === 0 ? { user: Bun.escapeHTML(JSON.stringify({ email })) } : {}),
      })
      const signInWithApple = async () => {
        const page = await bed.open(await bed.newContext(), '/sign-in?next=%2Fplay')
        await page.getByRole('button', { name: 'Continue with Apple' }).click()
        await page.getByRole('button', { name: 'Allow' }).click()
        return page
      }
      const first = await signInWithApple()
      await heading(first, 'What do you want to reach?').waitFor()
      expect(Object.fromEntries(asked!)).toEqual({
        client_id: CLIENT_ID,
        redirect_uri: `${bed.service.url}/web/sign-in/return`,
        response_type: 'code id_token',
        response_mode: 'form_post',
        scope: 'email',
        state: expect.any(String),
        nonce: expect.any(String),
      })
      expect(first.url()).not.toMatch(/id_token|c0de/)
      await first.getByRole('button', { name: 'Do this later' }).click()
      await first.waitForURL(/\/play$/)
      const accounts = () =>
        bed.service.test.database.query`select id from user_account where email = ${email}`
      expect(await accounts()).toHaveLength(1)
      const second = await signInWithApple()
      await second.waitForURL(/\/(?:play|welcome.*)$/)
      expect(await accounts()).toHaveLength(1)
    },
  )

  browserTest('a visitor who cancels at Apple is told so and can try again', async () => {
    answerWith = async (given) => ({ error: 'user_cancelled_authorize', state: given.get('state')! })
    const page = await bed.open(await bed.newContext(), '/sign-in')
    await page.getByRole('button', { name: 'Continue with Apple' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await heading(page, 'That sign-in did not work').waitFor()
    expect(page.url()).not.toContain('user_cancelled')
  })

  browserTest('a return that this tab did not start signs nobody in', async () => {
    const email = `m${Bun.randomUUIDv7().slice(-8)}@example.com`
    answerWith = async (given) => ({
      id_token: await issuer.sign({ sub: email, email, email_verified: true, nonce: given.get('nonce') }),
      state: 'another-tab',
    })
    const page = await bed.open(await bed.newContext(), '/sign-in')
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/session/social')) requests++
    })
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await heading(page, 'That sign-in did not work').waitFor()
    expect([requests, page.url().includes('id_token')]).toEqual([0, false])
  })
})

describe('the map of a path and the roadmap', () => {
  browserTest('the map shows progress and locks, and the next lesson is one tap away', async () => {
    const { user, api, courseId, lessonIds } = await newLearner(bed.service.url, 'blockchain basics', 1)
    const paths = (await api.call('GET /learning-path', { token: user.accessToken })).body.data
    const path = paths.find(({ courses }: { courses: { id: string }[] }) =>
      courses.some(({ id }) => id === courseId),
    )
    const page = await bed.openAs(user, `/paths/${path.id}`)
    await page.waitForURL(`**/learn/paths/${path.id}`)
    await page
      .getByText(/^1 of \d+ lessons$/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.getByText('After lesson 2', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Continue' }).filter({ visible: true }).click()
    await page.waitForURL(`**/lesson/${lessonIds[1]}`)
  })

  browserTest('a course that needs Premium is locked with the reason', async () => {
    const { user, api } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const token = user.accessToken
    const paths = (await api.call('GET /learning-path', { token })).body.data as { id: string }[]
    const maps = await Promise.all(
      paths.map(async ({ id }) => (await api.call(`GET /learning-path/${id}/progress`, { token })).body.data),
    )
    const locked = maps.find(({ courses }) => courses.some(({ lockedBy }: { lockedBy: unknown }) => lockedBy))
    const page = await bed.openAs(user, `/learn/paths/${locked.id}`)
    await page.getByText('Locked: this course needs Premium').first().waitFor()
  })

  browserTest('the roadmap leads to the map of a path, and without a goal to the question', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const page = await bed.openAs(user, '/roadmap')
    await page.getByRole('link', { name: 'Set my goal' }).click()
    await page.getByLabel('My goal').fill('Smart contract developer')
    await page.getByRole('button', { name: 'Show me the way' }).click()
    await heading(page, 'Your roadmap').waitFor()
    await page.locator('main ol a').first().click()
    await page.waitForURL(/\/learn\/paths\//)
    await heading(page, /\S/).waitFor()
  })

  browserTest('an unknown path shows an error and not an empty page', async () => {
    const { user } = await newLearner(bed.service.url, 'blockchain basics', 0)
    const page = await bed.openAs(user, '/learn/paths/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d')
    await page.getByRole('alert').getByRole('heading').waitFor()
  })
})

async function codeFor(address: string): Promise<string> {
  await waitUntil(async () => (await bed.service.mailTo(address)) !== undefined)
  return bed.service.codeFor(address)
}
