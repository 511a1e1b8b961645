import { describe, expect } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { gemBalanceOf, giveGems } from '../harness/give-gems.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { actOnBrokenNetwork, allowShortTimeouts, BREAKS, breakable, REQUEST_ID } from './break-network.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newLearner, newReviewer, signInBrowser } from './learner-account.ts'
import { waitForApp } from './open-screens.ts'
import { playLesson } from './play-lesson.ts'
import { playUntil } from './screens.ts'

// Requests that fail, get no answer, or are answered with 429 or 503, on the screens of learners. Skipped without a browser.

const testbed = browserTestbed(async () => ({}))
testbed.allowedErrors.push(/WebSocket connection/)
const learner = (done = 0) => newLearner(testbed.service.url, 'blockchain basics', done)

async function openAs(user: { email: string; password: string } | undefined, path: string): Promise<Page> {
  const context = await testbed.newContext({ serviceWorkers: 'block' })
  if (user) await signInBrowser(context, testbed.service.url, user)
  const page = await context.newPage()
  await allowShortTimeouts(page)
  await page.goto(testbed.service.url + path)
  await waitForApp(page)
  await page.locator('#root h1').first().waitFor()
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** By then the screen shows the last response. */
const nextFrame = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')

/** Does something that the service carries out, and whose answers do not arrive. */
async function loseAnswers(page: Page, addresses: RegExp, act: () => Promise<void>): Promise<void> {
  const network = await breakable(page, addresses)
  await network.set(async (route) => {
    await route.fetch()
    await route.abort()
  })
  await act()
  await page.getByRole('alert').filter({ hasText: 'Check your connection.' }).waitFor()
  await network.set(undefined)
}

describe('an account on a broken network', () => {
  browserTest('a sign-in keeps what was typed', async () => {
    const { user } = await learner()
    const page = await openAs(undefined, '/sign-in')
    const email = page.getByLabel('E-mail address')
    await email.fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await actOnBrokenNetwork(page, {
      addresses: /\/web\/session\/login/,
      act: () => button(page, 'Sign in').click(),
      isKept: async () => (await email.inputValue()) === user.email,
    })
    await button(page, 'Sign in').click()
    await page.getByRole('heading', { name: `Hello, ${user.username}` }).waitFor()
  })

  browserTest('a sign-up keeps what was typed, and creates one account if its answer is lost', async () => {
    const page = await openAs(undefined, '/sign-up')
    const username = `nala_${Bun.randomUUIDv7().slice(-6)}`
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('E-mail address').fill(`${username}@example.com`)
    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill('correct-horse-battery')
    const submit = () => button(page, 'Create my account').click()
    const isKept = async () => (await password.inputValue()) === 'correct-horse-battery'
    await actOnBrokenNetwork(page, { addresses: /\/web\/session\/register/, act: submit, isKept })
    await loseAnswers(page, /\/web\/session\/register/, submit)
    await submit()
    await button(page, 'Do this later').click()
    await page.getByRole('heading', { name: `Hello, ${username}` }).waitFor()
  })

  browserTest('a profile keeps what was typed until it is saved', async () => {
    const { user, api } = await learner()
    const page = await openAs(user, '/settings/profile')
    const bio = page.getByLabel('About you')
    await bio.fill('One slide a day.')
    const save = () => button(page, 'Save').first().click()
    await actOnBrokenNetwork(page, {
      addresses: /\/user\/profile/,
      act: save,
      isKept: async () => (await bio.inputValue()) === 'One slide a day.',
    })
    await save()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await api.call('GET /user/profile', { token: user.accessToken })
    expect(body.data.bio).toBe('One slide a day.')
  })
})

describe('learning on a broken network', () => {
  browserTest('an answer that the service grades is kept', async () => {
    const { user, lessonIds } = await newReviewer(testbed.service.url)
    const page = await openAs(user, `/lesson/${lessonIds[0]}`)
    await playUntil(page, 'main form')
    await page.keyboard.press('2')
    const check = () => button(page, 'Check').click()
    await actOnBrokenNetwork(page, {
      addresses: /\/answers$/,
      act: check,
      isKept: () => button(page, 'Check').isEnabled(),
    })
    await check()
    await page.getByRole('region', { name: 'Feedback' }).waitFor()
  })

  browserTest('answers and the completion of a lesson wait on the device and count once', async () => {
    const { user, api, courseId, lessonIds } = await learner(1)
    const page = await openAs(user, `/lesson/${lessonIds[1]}`)
    const network = await breakable(page, /\/user-lessons\/[^/]+\/(?:answers|complete)$/)
    const answers = Object.values(BREAKS)
    let requests = 0
    await network.set((route) => answers[requests++ % answers.length]!.answer(route))
    await playLesson(page, { ending: page.getByText('Saved on this device', { exact: true }) })
    expect(requests).toBeGreaterThan(0)
    await network.set(undefined)
    await page.goto(testbed.service.url)
    await page.getByText('Everything you did offline is saved.').waitFor()
    const { body } = await api.call(`GET /course/${courseId}`, { token: user.accessToken })
    const lessons: { isCompleted: boolean; xpReward: number }[] = body.data.lessons
    expect(lessons.filter(({ isCompleted }) => isCompleted)).toHaveLength(2)
    const profile = await api.call('GET /user/profile', { token: user.accessToken })
    expect(profile.body.data.totalXP).toBe(lessons[0]!.xpReward + lessons[1]!.xpReward)
  })

  browserTest('the end of a lesson stays on the screen if the lesson cannot be read again', async () => {
    const { user, lessonIds } = await learner(1)
    const page = await openAs(user, `/lesson/${lessonIds[1]}`)
    await page.getByRole('progressbar', { name: 'Progress in this lesson' }).waitFor()
    const network = await breakable(page, /\/api\/v2\/lesson\/[^/]+$/)
    await network.set(BREAKS['too many requests']!.answer)
    const refused = page.waitForResponse((response) => response.status() === 429)
    const ending = page.getByText('Lesson complete!', { exact: true })
    await playLesson(page, { ending })
    await refused
    await nextFrame(page)
    expect(await ending.isVisible()).toBe(true)
  })

  browserTest('Today stays on the screen if it cannot be read again', async () => {
    const { user } = await learner(1)
    const page = await openAs(user, '/')
    await page.getByRole('link', { name: 'Continue' }).click()
    await playLesson(page, { ending: page.getByText('Lesson complete!', { exact: true }) })
    const network = await breakable(page, /\/api\/v2\/user-courses/)
    await network.set(BREAKS['too many requests']!.answer)
    const refused = page.waitForResponse((response) => response.status() === 429)
    await page.getByRole('link', { name: 'To Today' }).click()
    await refused
    await nextFrame(page)
    expect(await page.getByRole('heading', { name: `Hello, ${user.username}` }).isVisible()).toBe(true)
    expect(await button(page, 'Try again').count()).toBe(0)
  })

  browserTest('answers to reviews wait on the device, are graded later, and count once', async () => {
    const { user, api } = await newReviewer(testbed.service.url)
    const page = await openAs(user, '/review/session')
    const due = async () => (await api.call('GET /review/due', { token: user.accessToken })).body.data
    const { availableToday } = await due()
    const network = await breakable(page, /\/review\/cards\/[^/]+\/answers$/)
    const isAnswerLost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    const answers = [isAnswerLost, ...Object.values(BREAKS).map(({ answer }) => answer)]
    let requests = 0
    await network.set((route) => answers[requests++ % answers.length]!(route))
    for (let card = 0; card < 4; card++) {
      await page.getByText(`${card} of ${availableToday}`, { exact: true }).waitFor()
      const isQuestion = (await page.locator('main form').count()) > 0
      if (!isQuestion) await page.keyboard.press('Enter')
      await page.keyboard.press('3')
      if (!isQuestion) continue
      if (await page.getByText('Choose all that are right.').isVisible()) await page.keyboard.press('Enter')
      await page.getByText('It is graded when you are online.').waitFor()
      await page.keyboard.press('Enter')
    }
    await page.getByText(`4 of ${availableToday}`, { exact: true }).waitFor()
    expect(requests).toBeGreaterThanOrEqual(4)
    await network.set(undefined)
    await page.goto(testbed.service.url)
    await page.getByText('Everything you did offline is saved.').waitFor()
    expect(await due()).toMatchObject({ answeredToday: 4, availableToday: availableToday - 4 })
  })
})

describe('battles on a broken network', () => {
  browserTest('a battle that cannot start keeps its choices', async () => {
    const { user } = await learner()
    const page = await openAs(user, '/play')
    await page.getByRole('button', { name: 'Play a bot' }).click()
    const hard = page.getByRole('radio', { name: 'Hard' })
    await hard.check({ force: true })
    const start = () => button(page, 'Start the battle').click()
    await actOnBrokenNetwork(page, {
      addresses: /\/quiz-battles\/bot\/start$/,
      act: start,
      isKept: () => hard.isChecked(),
    })
    await start()
    await page.getByText(/^Round 1 of/).waitFor()
  })

  browserTest('a search says that the connection is lost, and goes on when it is back', async () => {
    const { user } = await learner()
    const page = await openAs(user, '/me')
    let isBroken = true
    await page.routeWebSocket(/\/ws/, (socket) => {
      if (isBroken) void socket.close({ code: 1013 })
      else socket.connectToServer()
    })
    await page.getByRole('link', { name: 'Play' }).first().click()
    await page.getByRole('button', { name: 'Find an opponent' }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByText('Connection lost. Reconnecting …').waitFor()
    isBroken = false
    await page.getByText('Connection lost. Reconnecting …').waitFor({ state: 'detached' })
    const { query } = testbed.service.test.database
    await waitUntil(
      async () => (await query`select from battle_entry where user_id = ${user.id} and is_live`).length === 1,
    )
    await button(page, 'Cancel').click()
    await page.getByRole('button', { name: 'Find an opponent' }).waitFor()
  })
})

describe('money on a broken network', () => {
  browserTest('a PIN that could not be set stays typed', async () => {
    const { user } = await learner()
    const page = await openAs(user, '/wallet')
    await button(page, 'Set or change the PIN').click()
    const pin = page.getByLabel('New PIN', { exact: true })
    await pin.fill('739164')
    const set = () => button(page, 'Set the PIN').click()
    await actOnBrokenNetwork(page, {
      addresses: /\/auth\/set-wallet-pin$/,
      act: set,
      isKept: async () => (await pin.inputValue()) === '739164',
    })
    await set()
    await page.getByText('Your PIN is set').waitFor()
  })

  browserTest('a streak freeze whose answer is lost is paid once', async () => {
    const { user } = await learner(1)
    const { query } = testbed.service.test.database
    await giveGems(query, user.id, 200)
    const before = await gemBalanceOf(query, user.id)
    const page = await openAs(user, '/')
    await page.getByRole('button', { name: '50 gems' }).click()
    const buy = () => button(page, 'Buy the freeze').click()
    await loseAnswers(page, /\/user\/streak\/freezes$/, buy)
    await buy()
    await page.getByText('1 freeze left').filter({ visible: true }).waitFor()
    expect(await query`select freezes from streak where user_id = ${user.id}`).toEqual([{ freezes: 1 }])
    expect(await gemBalanceOf(query, user.id)).toBe(before - 50)
  })

  browserTest('an order keeps its price and is placed once if its answer is lost', async () => {
    const { user } = await learner()
    const page = await openAs(user, '/wallet/buy')
    await page.getByLabel('Country and currency').selectOption('KES')
    const amount = page.getByLabel('How much do you want to pay?')
    await amount.fill('1300')
    await page.getByText('Card', { exact: true }).click()
    await actOnBrokenNetwork(page, {
      addresses: /\/on-ramp\/quote$/,
      act: () => button(page, 'See the price').click(),
      isKept: async () => (await amount.inputValue()) === '1300',
    })
    await button(page, 'See the price').click()
    const price = page.getByRole('heading', { name: 'Is this right?' })
    await price.waitFor()
    const confirm = () => button(page, 'Confirm and go to payment').click()
    await actOnBrokenNetwork(page, {
      addresses: /\/on-ramp\/initiate$/,
      act: confirm,
      isKept: () => price.isVisible(),
    })
    await loseAnswers(page, /\/on-ramp\/initiate$/, confirm)
    await confirm()
    await page.getByRole('heading', { name: 'Buy 975 gems' }).waitFor()
    const { query } = testbed.service.test.database
    expect(await query`select from payment_order where user_id = ${user.id}`).toHaveLength(1)

    await button(page, 'Cancel this order').click()
    const question = page.getByRole('alertdialog')
    const cancel = () => question.getByRole('button', { name: 'Cancel the order' }).click()
    await actOnBrokenNetwork(page, {
      addresses: /\/payment\/orders\/[^/]+\/cancel$/,
      act: cancel,
      isKept: () => question.isVisible(),
    })
    await cancel()
    await page.getByText('You cancelled this order. Nothing was taken.').waitFor()
  })
})

describe('screens that cannot be read', () => {
  browserTest('each says so, with the request id of an error, and is read by "Try again"', async () => {
    const { user, courseId, lessonIds } = await learner(1)
    const page = await openAs(user, '/me')
    const network = await breakable(page, /\/api\/v2\//)
    const breaks = Object.values(BREAKS)
    const paths = [
      `/learn/${courseId}`,
      `/lesson/${lessonIds[1]}`,
      '/learn',
      '/review',
      '/review/session',
      '/play',
      '/play/contests',
      '/leaderboard',
      '/badges',
      '/certificates',
      '/wallet',
      '/wallet/buy',
      '/wallet/orders',
      '/notifications',
      '/refer',
      '/premium',
      '/settings/notifications',
      '/settings/devices',
    ]
    for (const [index, path] of paths.entries()) {
      const broken = breaks[index % breaks.length]!
      await network.set(broken.answer)
      await page.goto(testbed.service.url + path)
      const retry = button(page, 'Try again')
      await retry.first().waitFor()
      const hasId = broken === BREAKS['too many requests']
      const ids = page.getByRole('alert').getByText(`Request id: ${REQUEST_ID}`)
      expect([path, (await ids.count()) > 0]).toEqual([path, hasId])
      await network.set(undefined)
      await waitUntil(async () => {
        if ((await retry.count()) === 0) return true
        // The button may disappear before the click, because the screen reads again by itself.
        await retry
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined)
        return false
      })
      await page.locator('#root h1').first().waitFor()
      expect([path, await page.getByText('It is not your fault').count()]).toEqual([path, 0])
    }
  })
})
