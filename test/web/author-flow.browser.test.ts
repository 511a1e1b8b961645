import { describe, expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { createClient } from '../harness/api-client.ts'
import { pngOf } from '../harness/png.ts'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { playLesson } from './play-lesson.ts'

// From an empty studio to a lesson that a learner plays, with every click, key and typed text counted.

const MAX_ACTIONS = 30

const testbed = browserTestbed(async () => ({}))

async function newAuthor() {
  const { service } = testbed
  const user = await service.register()
  await service.test.database.query`update user_account set role = 'CREATOR' where id = ${user.id}`
  return user
}

function countActions(page: Page) {
  let count = 0
  return {
    get count() {
      return count
    },
    click: async (target: Locator) => {
      count++
      await target.click()
    },
    type: async (text: string) => {
      count++
      await page.keyboard.type(text)
    },
    press: async (key: string) => {
      count++
      await page.keyboard.press(key)
    },
  }
}

describe('the way of an author', () => {
  browserTest(
    'a course with three slides, a picture and two questions is published in at most 30 actions, and a learner plays it',
    async () => {
      const page = await testbed.openAs(await newAuthor(), '/studio', {
        viewport: { width: 1280, height: 800 },
      })
      const author = countActions(page)
      await author.click(page.getByRole('button', { name: 'New course' }).first())
      await page.locator('[role=dialog] input:focus').waitFor()
      await author.type('Tea for everybody')
      await author.press('Enter')
      await page.getByRole('heading', { name: 'Tea for everybody' }).waitFor()
      const courseId = /courses\/([\w-]+)/.exec(page.url())![1]!
      const newLesson = page.getByRole('textbox', { name: 'Title of a new lesson' })
      await newLesson.waitFor()
      if (!(await newLesson.evaluate((it) => it === document.activeElement))) await author.click(newLesson)
      await author.type('Green and black')
      await author.press('Enter')
      await author.click(page.getByRole('row').getByRole('link', { name: 'Green and black' }))

      const text = page.getByRole('textbox', { name: 'Text', exact: true })
      await author.click(text)
      await author.press('Control+A')
      await author.type('Both come from one plant. ')
      const chooser = page.waitForEvent('filechooser')
      await author.click(page.getByRole('button', { name: 'Picture', exact: true }))
      await author.click(page.getByRole('button', { name: 'Choose a picture' }))
      await (await chooser).setFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: pngOf(32, 20) })
      await author.click(page.getByRole('textbox', { name: 'Alternative text' }))
      await author.type('A green leaf')
      await author.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      for (const [prompt, right, wrong] of [
        ['Is it one plant?', 'Yes', 'No'],
        ['Is tea a leaf?', 'It is', 'It is not'],
      ] as const) {
        const add = page.getByRole('group', { name: 'Add a slide' })
        await author.click(add.getByRole('button', { name: 'Question', exact: true }))
        await page.locator('textarea[name=prompt]:focus').waitFor()
        await author.type(prompt)
        await author.click(page.locator('[name="options.0"]'))
        await author.type(right)
        await author.click(page.locator('[name="options.1"]'))
        await author.type(wrong)
      }
      await page.locator('header [role=status][data-state=saved]').filter({ visible: true }).waitFor()
      await author.click(page.getByRole('link', { name: 'Back to the course' }))
      await author.click(page.getByRole('button', { name: 'Publish…' }))
      const dialog = page.getByRole('dialog')
      await author.click(dialog.getByRole('button', { name: 'Publish the course' }))
      await page.getByText('The course is published.').waitFor()
      reportMeasurement(
        `a new course with three slides, a picture and two questions: ${author.count} actions`,
      )
      expect(author.count).toBeLessThanOrEqual(MAX_ACTIONS)

      const learner = createClient(testbed.service.url)
      const user = await learner.register({ username: `tea_${Bun.randomUUIDv7().slice(-8)}` })
      const token = user.accessToken
      await learner.call(`POST /user-courses/enroll/${courseId}`, { token })
      const { body } = await learner.call(`GET /course/${courseId}`, { token })
      const played = await testbed.openAs(user, `/lesson/${body.data.lessons[0].id}`)
      await played.getByRole('img', { name: 'A green leaf' }).waitFor()
      await playLesson(played, { ending: played.getByRole('heading', { name: 'Lesson complete!' }) })
    },
    600_000,
  )
})
