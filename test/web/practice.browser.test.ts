import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { giveAnswer } from './give-answer.ts'
import { type BrowserLearner, MIXED_COURSE, newLearner, newReviewer } from './learner-account.ts'

// Skills and rounds of practice in a real browser. Skipped without a browser.

const testbed = browserTestbed(async () => ({}))
const heading = (page: Page) => page.locator('main h1')
const feedback = (page: Page) => page.getByRole('region', { name: 'Feedback' })
const skills = (page: Page) => page.getByRole('region', { name: 'Your skills' })

const readRound = async ({ api, user }: BrowserLearner, page: Page) => {
  const roundId = new URL(page.url()).pathname.split('/').at(-1)
  return (await api.call(`GET /practice/rounds/${roundId}`, { token: user.accessToken })).body.data
}

/** The job that counts answers runs once a minute, so the ratings are written here. */
async function addMastery({ user }: BrowserLearner): Promise<void> {
  await testbed.service.test.database.autocommit`
    insert into skill_mastery (user_id, skill, rating, answers, last_answered_at)
    values (${user.id}, 'html', 1100, 8, now()),
      (${user.id}, 'javascript', 1100, 8, now()),
      (${user.id}, 'dom', 1200, 14, now()),
      (${user.id}, 'solidity', 1300, 30, now() - interval '300 days')
    on conflict do nothing`
}

/** Answers the current question by keyboard, up to the next one or the summary. */
async function passQuestion(page: Page): Promise<void> {
  await heading(page).waitFor()
  await giveAnswer(page)
  await feedback(page).waitFor()
  await page.keyboard.press('Enter')
  await feedback(page).waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
}

describe('practice', () => {
  browserTest('a learner practises a skill by keyboard alone, and a reload continues the round', async () => {
    const learner = await newReviewer(testbed.service.url)
    await addMastery(learner)
    // The lesson has extended the streak of today already.
    const { autocommit } = testbed.service.test.database
    await autocommit`delete from streak_day where user_id = ${learner.user.id}`
    await autocommit`delete from streak where user_id = ${learner.user.id}`
    const page = await testbed.openAs(learner.user, '/review')
    await skills(page).getByText('Proficient').waitFor()
    await skills(page).getByRole('img', { name: 'Level 4 of 5' }).waitFor()
    // What has faded comes first.
    await skills(page).locator('li').first().filter({ hasText: 'solidity' }).getByText('Faded').waitFor()
    expect(await skills(page).getByText('Faded').count()).toBe(1)

    await tabTo(page, 'Practise javascript')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/practice/*')
    const total = (await readRound(learner, page)).questions.length
    await page.getByText(`0 of ${total}`, { exact: true }).waitFor()
    const first = await heading(page).textContent()
    await passQuestion(page)
    await page.getByText(`1 of ${total}`, { exact: true }).waitFor()

    await page.route('**/practice/rounds/*', (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: 'We cannot reach the service' }).waitFor()
    await page.unroute('**/practice/rounds/*')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText(`1 of ${total}`, { exact: true }).waitFor()
    expect(await heading(page).textContent()).not.toBe(first)

    for (let question = 1; question < total; question++) await passQuestion(page)
    await page.getByRole('heading', { name: 'Round complete' }).waitFor()
    const round = await readRound(learner, page)
    const right = round.questions.filter(({ isCorrect }: { isCorrect: boolean }) => isCorrect).length
    expect(round.completedAt).not.toBeNull()
    await page.getByText(`${right} of ${total} right`, { exact: true }).waitFor()
    if (right > 0) await page.getByText(`${right} XP earned`, { exact: true }).waitFor()
    await page.getByText('Your streak grows by a day').waitFor()
    await page.reload()
    await page.getByText(`${right} of ${total} right`, { exact: true }).waitFor()
    if (right > 0) await page.getByText(`${right} XP earned`, { exact: true }).waitFor()

    await tabTo(page, 'Once more')
    await page.keyboard.press('Enter')
    await page.getByText(`0 of ${total}`, { exact: true }).waitFor()
    expect((await readRound(learner, page)).roundId).not.toBe(round.roundId)
    await page.keyboard.press('Escape')
    await skills(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/review')
  })

  browserTest('a question of a round offers its hint, and the answer says that it was used', async () => {
    const learner = await newReviewer(testbed.service.url)
    const body = { lessonId: learner.lessonIds[0] }
    const { data } = (
      await learner.api.call('POST /practice/rounds', { token: learner.user.accessToken, body })
    ).body
    const ids = data.questions.map(({ id }: { id: string }) => id)
    await testbed.service.test.database.autocommit`
      update question set hint = null where id = any(${ids.slice(1)}::uuid[])`
    const html = { hint: '<p>Think of a <code>kettle</code>.</p>' }
    await testbed.service.test.database.autocommit`
      update question set hint = 'Think of a \`kettle\`.', html = html || ${html}::jsonb where id = ${ids[0]}`
    const page = await testbed.openAs(learner.user, `/practice/${data.roundId}`)
    const hint = page.getByRole('button', { name: 'Show a hint' })
    await hint.waitFor()
    expect(await page.getByText('kettle').count()).toBe(0)

    // A failed request shows why, and keeps the button.
    await page.route('**/hint', (route) => route.abort())
    await hint.click()
    await page.getByRole('alert').filter({ hasText: 'Check your connection.' }).waitFor()
    await page.unroute('**/hint')

    await hint.press('Enter')
    await page.locator('code', { hasText: 'kettle' }).waitFor()
    const sent = () => page.waitForRequest((request) => request.url().endsWith('/answers'))
    const [first] = await Promise.all([sent(), passQuestion(page)])
    expect(first.postDataJSON()).toMatchObject({ questionId: ids[0], usedHint: true })
    await page.getByText(`1 of ${ids.length}`, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Show a hint' }).count()).toBe(0)
    const [second] = await Promise.all([sent(), passQuestion(page)])
    expect(second.postDataJSON()).toMatchObject({ usedHint: false })
  })

  browserTest(
    'the summary of a round praises right answers, and encourages where none was right',
    async () => {
      const learner = await newReviewer(testbed.service.url)
      const body = { lessonId: learner.lessonIds[0] }
      const { data } = (
        await learner.api.call('POST /practice/rounds', { token: learner.user.accessToken, body })
      ).body
      const finished = (isCorrect: boolean) => ({
        ...data,
        completedAt: data.startedAt,
        xpEarned: isCorrect ? 3 : 0,
        questions: data.questions.map((question: object) => ({ ...question, isCorrect })),
      })
      const page = await testbed.openAs(learner.user, '/review')
      for (const isCorrect of [true, false]) {
        const json = { success: true, data: finished(isCorrect) }
        await page.unrouteAll()
        await page.route('**/practice/rounds/*', (route) => route.fulfill({ json }))
        await page.goto(`${testbed.service.url}/practice/${data.roundId}`)
        await page.getByRole('heading', { name: 'Round complete' }).waitFor()
        expect(await page.getByText('3 XP earned').count()).toBe(isCorrect ? 1 : 0)
        expect(await page.getByText('XP up to a daily limit').count()).toBe(isCorrect ? 1 : 0)
        expect(await page.getByText('Wrong answers show what').count()).toBe(isCorrect ? 0 : 1)
        expect(await page.locator('main .animate-pop').count()).toBe(isCorrect ? 1 : 0)
      }
    },
  )

  browserTest('a skill with too few questions says why, and a completed lesson is practised', async () => {
    const learner = await newLearner(testbed.service.url, 'html and css', 1)
    await addMastery(learner)
    const page = await testbed.openAs(learner.user, '/review')
    await page.getByRole('button', { name: 'Practise solidity' }).click()
    await skills(page).getByRole('alert').getByText('too few questions').waitFor()

    await page.getByRole('button', { name: 'Practise html', exact: true }).click()
    await page.waitForURL('**/practice/*')
    await page.getByRole('button', { name: 'Leave the practice' }).click()
    await skills(page).waitFor()

    const coursePath = `/learn/${learner.courseId}`
    await page.goto(testbed.service.url + coursePath)
    await page.getByRole('button', { name: /^Practise / }).click()
    await page.waitForURL('**/practice/*')
    expect((await readRound(learner, page)).lessonId).toBe(learner.lessonIds[0])
    await page.getByRole('button', { name: 'Leave the practice' }).click()
    await page.waitForURL(`**${coursePath}`)
    await page.getByRole('button', { name: /^Practise / }).click()
    await page.waitForURL('**/practice/*')

    // A round of another skill, started in another window, replaces this one.
    const body = { skill: 'html' }
    await learner.api.call('POST /practice/rounds', { token: learner.user.accessToken, body })
    await giveAnswer(page)
    await page.getByText('This round of practice does not exist any more.').waitFor()
    await page.getByRole('link', { name: 'To the overview' }).click()
    await skills(page).waitFor()
  })

  browserTest(
    'a newcomer learns how skills appear, and skills that cannot be read can be asked for again',
    async () => {
      const { user } = await newLearner(testbed.service.url, MIXED_COURSE, 0)
      const page = await testbed.openAs(user, '/review')
      await skills(page).getByText('Answer questions in a lesson.').waitFor()
      expect(await page.getByRole('button', { name: /^Practise/ }).count()).toBe(0)
      await page.route('**/mastery', (route) => route.abort())
      await page.reload()
      const retry = skills(page).getByRole('alert').getByRole('button', { name: 'Try again' })
      await retry.waitFor()
      await page.unroute('**/mastery')
      await retry.click()
      await skills(page).getByText('Answer questions in a lesson.').waitFor()
    },
  )
})
