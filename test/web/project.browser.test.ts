import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { MIXED_COURSE, newLearner } from './learner-account.ts'

// The capstone project in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))
const DRAFT = '**/project/draft'
const NOTES = 'Notes about your work'
const HOSTILE = '<img src=x onerror=window.hacked=1> From the desk'

async function openProject() {
  const learner = await newLearner(bed.service.url, MIXED_COURSE, 1)
  const { user, api, courseId } = learner
  const token = user.accessToken
  const page = await bed.openAs(user, `/learn/${courseId}/project`)
  const submission = async () =>
    (await api.call(`GET /course/${courseId}/project/submission`, { token })).body.data
  const saveElsewhere = (body: object) => api.call(`POST /course/${courseId}/project/draft`, { token, body })
  return { page, courseId, submission, saveElsewhere }
}

const notesOf = (page: Page) => page.getByLabel(NOTES).inputValue()

describe('the draft of a project', () => {
  browserTest('words typed right before a reload are there after it and reach the service', async () => {
    const { page, submission } = await openProject()
    await page.getByLabel(NOTES).fill('Half a thou')
    await page.reload()
    await page.getByLabel(NOTES).waitFor()
    expect(await notesOf(page)).toBe('Half a thou')
    await page.getByText('Draft saved').waitFor()
    expect((await submission()).notes).toBe('Half a thou')
  })

  browserTest('without a connection the words stay on the device, and are sent when it is back', async () => {
    const { page, courseId, submission } = await openProject()
    await page.route(DRAFT, (route) => route.abort())
    await page.getByLabel(NOTES).fill('Written on a bus')
    await page.getByText('Saved on this device').waitFor()
    await page.goto(`${bed.service.url}/learn/${courseId}`)
    await page.getByRole('link', { name: 'To the project' }).click()
    await page.getByLabel(NOTES).waitFor()
    expect(await notesOf(page)).toBe('Written on a bus')
    await page.unroute(DRAFT)
    await page.reload()
    await waitUntil(async () => (await submission())?.notes === 'Written on a bus')
    expect(await notesOf(page)).toBe('Written on a bus')
  })

  browserTest('the saved words are on the screen after another screen was open', async () => {
    const { page } = await openProject()
    await page.getByLabel(NOTES).fill('First')
    await page.getByText('Draft saved').waitFor()
    await page.getByLabel(NOTES).fill('First and second')
    await page.getByRole('main').getByRole('link').first().click()
    await page.getByRole('link', { name: 'To the project' }).click()
    await page.getByLabel(NOTES).waitFor()
    expect(await notesOf(page)).toBe('First and second')
  })

  browserTest(
    'two versions: the learner chooses, nothing is overwritten before, and hostile notes are inert',
    async () => {
      const { page, submission, saveElsewhere } = await openProject()
      await page.route(DRAFT, (route) => route.abort())
      await page.getByLabel(NOTES).fill('From the phone')
      await page.getByText('Saved on this device').waitFor()
      await saveElsewhere({ notes: HOSTILE })
      await page.reload()
      await page.getByText('Another device saved this version').waitFor()
      await page.unroute(DRAFT)
      await page.getByText(HOSTILE).waitFor()
      expect(await notesOf(page)).toBe('From the phone')
      expect((await submission()).notes).toBe(HOSTILE)
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await page.getByText('Draft saved').waitFor()
      expect((await submission()).notes).toBe('From the phone')
      expect(await page.evaluate<boolean>('window.hacked === 1')).toBe(false)
    },
  )

  browserTest('two devices at once: the later one is asked and overwrites nothing', async () => {
    const { page, submission, saveElsewhere } = await openProject()
    await page.getByLabel(NOTES).fill('From the phone')
    await page.getByText('Draft saved').waitFor()
    await saveElsewhere({ notes: 'From the desk' })
    await page.getByLabel(NOTES).fill('From the phone, longer')
    await page.getByText('Another device saved this version').waitFor()
    await page.getByText('From the desk').waitFor()
    expect(await notesOf(page)).toBe('From the phone, longer')
    expect((await submission()).notes).toBe('From the desk')
    await page.getByRole('button', { name: 'Take that version' }).click()
    await waitUntil(async () => (await notesOf(page)) === 'From the desk')
    await page.getByLabel(NOTES).fill('From the desk, then the phone')
    await waitUntil(async () => (await submission()).notes === 'From the desk, then the phone')
  })

  browserTest('an address that the service refuses is explained at the submission and stays', async () => {
    const { page, submission } = await openProject()
    await page.getByLabel('Address of the repository').fill('https://nowhere.example/a/b')
    await page.getByLabel(NOTES).fill('The notes arrive')
    await waitUntil(async () => (await submission())?.notes === 'The notes arrive')
    await page.getByRole('button', { name: 'Submit the project' }).click()
    await page.locator('input[type=url][aria-invalid=true]').waitFor()
    expect(await page.getByLabel('Address of the repository').inputValue()).toBe(
      'https://nowhere.example/a/b',
    )
  })

  browserTest('a file is part of the draft', async () => {
    const { page, submission } = await openProject()
    await page.getByText('Files', { exact: true }).first().click()
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# My work\n'),
    })
    await page.getByRole('link', { name: 'notes.md' }).waitFor()
    expect((await submission()).files).toMatchObject([{ name: 'notes.md' }])
  })
})

describe('the submission of a project', () => {
  browserTest(
    'a project is submitted by keyboard, assessed, appealed and looked at by a person',
    async () => {
      const { page } = await openProject()
      await tabTo(page, 'Address of the repository')
      await page.keyboard.type('https://github.com/ada/expenses')
      await tabTo(page, NOTES)
      await page.keyboard.type('Here is my work. I like it.')
      await tabTo(page, 'Submit the project')
      await page.keyboard.press('Enter')
      await page.getByText('Not there yet: improve it and submit again').waitFor()
      await page.getByRole('heading', { name: 'Assessment', exact: true }).waitFor()
      // The next attempt begins with the words of this one.
      expect(await notesOf(page)).toBe('Here is my work. I like it.')
      await page.getByLabel('What did the assessment miss?').fill('The tests are in the folder test.')
      await page.reload()
      await page.getByLabel('What did the assessment miss?').waitFor()
      expect(await page.getByLabel('What did the assessment miss?').inputValue()).toBe(
        'The tests are in the folder test.',
      )
      await page.getByRole('button', { name: 'Ask for a person' }).click()
      await page.getByText('A person is looking at your project').waitFor()
      expect(await page.getByRole('button', { name: 'Submit the project' }).count()).toBe(0)
    },
  )

  browserTest('a screen that sees the assessment in progress shows its result later', async () => {
    const { page } = await openProject()
    let isInProgress = true
    await page.route('**/project/submission', async (route) => {
      const response = await route.fetch()
      if (response.status() !== 200 || !isInProgress) return route.fulfill({ response })
      const body = await response.json()
      Object.assign(body.data, {
        status: 'UNDER_REVIEW',
        aiAssessmentStatus: 'IN_PROGRESS',
        assessment: null,
      })
      return route.fulfill({ response, json: body })
    })
    await page.getByLabel('Address of the repository').fill('https://github.com/ada/expenses')
    await page.getByLabel(NOTES).fill('Here is my work. I like it.')
    await page.getByRole('button', { name: 'Submit the project' }).click()
    await page.getByText('Your project is being assessed').waitFor()
    isInProgress = false
    await page.getByText('Not there yet: improve it and submit again').waitFor()
  })

  browserTest('a course that is not begun asks for the start first', async () => {
    const { user, courseId } = await newLearner(bed.service.url, MIXED_COURSE, 0)
    const page = await bed.openAs(user, `/learn/${courseId}/project`)
    await page.getByText('Start the course first.').waitFor()
    expect(await page.getByLabel(NOTES).count()).toBe(0)
  })
})
