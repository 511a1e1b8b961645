import { describe, expect } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed, tabTo } from './browser-testbed.ts'
import { type Author, newAuthor } from './new-author.ts'

// The capstone projects and the course tests of authors in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))

/** A published course with one lesson. */
async function newCourse({ api }: Author, title: string): Promise<string> {
  const fields = { title, description: 'What it is about.', category: 'GENERAL', level: 'BEGINNER' }
  const { id } = (await api('POST /admin/courses', { ...fields, skills: ['care'] })).body.data
  const slides = [{ type: 'FLASHCARD', front: 'A jar?', back: 'It keeps.' }]
  const lesson = { title: 'One', xpReward: 1, gemReward: 0, slides }
  const { id: lessonId } = (await api(`POST /admin/courses/${id}/lessons`, lesson)).body.data
  await api(`POST /admin/lessons/${lessonId}/publish`)
  await api(`POST /admin/courses/${id}/publish`)
  return id
}

const PROJECT = {
  title: 'A jar',
  description: 'Build a jar.',
  allowedSubmissionTypes: ['TEXT'],
  xpReward: 5,
  gemReward: 0,
  rubric: [{ criterion: 'It keeps', points: 10, evidence: ['keeps'] }],
}

describe('capstone projects', () => {
  browserTest('an author writes a project by keyboard, publishes it, and a learner sees it', async () => {
    const author = await newAuthor(bed.service)
    const courseId = await newCourse(author, 'Savings')
    const page = await bed.openAs(author.user, '/studio/projects')
    await page.getByRole('heading', { name: 'You have no projects yet' }).waitFor()
    await tabTo(page, 'New project')
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.keyboard.type('A savings jar')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/studio\/projects\/.+/)
    await page.getByRole('heading', { name: 'A savings jar' }).waitFor()

    // Nothing is written yet: the checklist says so.
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('dialog').getByText('The brief is not written yet').waitFor()
    expect(await page.getByRole('button', { name: 'Publish the project' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.locator('.ProseMirror').click()
    await page.keyboard.type('Build a jar that takes deposits.')
    await page.getByLabel('Criterion 1', { exact: true }).fill('Deposits work')
    await page.keyboard.press('Tab')
    await page.keyboard.type('60')
    await page.keyboard.press('Tab')
    await page.keyboard.type('deposit, balance')
    await tabTo(page, 'Add a criterion')
    await page.keyboard.press('Enter')
    await page.getByLabel('Criterion 2', { exact: true }).fill('They are tested')
    await page.getByRole('button', { name: 'Move criterion 2 up' }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Build a jar that takes deposits.').waitFor()
    expect(await preview.locator('li').allTextContents()).toEqual([
      'They are tested10 points',
      'Deposits work60 points',
    ])
    await page.getByLabel('Repository').check()
    await page.getByLabel('Gems').fill('2')
    await page.keyboard.press('Control+s')
    await page.getByText('All changes are saved.').waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByRole('button', { name: 'Publish the project' }).click()
    await page.getByText('The project is published.').waitFor()
    expect((await author.api(`GET /admin/capstones/${courseId}`)).body.data).toMatchObject({
      status: 'PUBLISHED',
      description: 'Build a jar that takes deposits.',
      allowedSubmissionTypes: ['GITHUB_REPO', 'FILE_UPLOAD', 'TEXT'],
      gemReward: 2,
      rubric: [
        { criterion: 'They are tested', points: 10, evidence: [] },
        { criterion: 'Deposits work', points: 60, evidence: ['deposit', 'balance'] },
      ],
    })

    const learner = await bed.service.register()
    const seen = await bed.openAs(learner, `/learn/${courseId}/project`)
    await seen.getByText('Build a jar that takes deposits.').waitFor()
    await seen.getByText('Deposits work').waitFor()
    expect(await seen.getByText('balance').count()).toBe(0)

    await page.getByRole('link', { name: 'Submissions' }).last().click()
    await page.getByText('Only submissions to A savings jar').waitFor()
    expect(new URL(page.url()).searchParams.get('course')).toBe(courseId)
  })

  browserTest('a conflict of two tabs is shown, and a project is withdrawn', async () => {
    const author = await newAuthor(bed.service)
    const courseId = await newCourse(author, 'Bread')
    await author.api('POST /admin/capstones', { ...PROJECT, courseId })
    await author.api(`POST /admin/capstones/${courseId}/publish`)
    const page = await bed.openAs(author.user, `/studio/projects/${courseId}`)
    await page.getByLabel('Title', { exact: true }).fill('A jar of this tab')
    await author.api(`PATCH /admin/capstones/${courseId}`, { title: 'A jar of the other', passingScore: 50 })
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Someone else saved another version' }).waitFor()
    await page.getByRole('button', { name: 'Save this choice' }).click()
    await page.getByText('All changes are saved.').waitFor()
    const stored = async () => (await author.api(`GET /admin/capstones/${courseId}`)).body.data
    expect(await stored()).toMatchObject({ title: 'A jar of this tab', passingScore: 50 })
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('The project is a draft again.').waitFor()
    expect((await stored()).status).toBe('DRAFT')
  })

  browserTest('an earlier version of a project is compared and restored from the history', async () => {
    const author = await newAuthor(bed.service)
    const courseId = await newCourse(author, 'Cheese')
    await author.api('POST /admin/capstones', { ...PROJECT, courseId })
    await author.api(`POST /admin/capstones/${courseId}/publish`)
    const rubric = [{ criterion: 'It is ripe', points: 30, evidence: ['months'] }]
    await author.api(`PATCH /admin/capstones/${courseId}`, { title: 'A cheese', rubric })
    const page = await bed.openAs(author.user, `/studio/projects/${courseId}`)
    await page.getByRole('heading', { name: 'A cheese' }).waitFor()
    await page.getByRole('button', { name: 'History' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /Edited/ }).click()
    await sheet.getByText('10 · It keeps (keeps)').waitFor()
    await sheet.getByText('30 · It is ripe (months)').waitFor()
    await sheet.getByRole('button', { name: /Published/ }).click()
    await sheet.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('The earlier version is restored.').waitFor()
    await page.getByRole('heading', { name: 'A jar' }).waitFor()
    const { data } = (await author.api(`GET /admin/capstones/${courseId}`)).body
    expect(data).toMatchObject({ title: 'A jar', status: 'PUBLISHED', rubric: PROJECT.rubric })
    expect(await page.getByLabel('Criterion 1', { exact: true }).inputValue()).toBe('It keeps')
  })

  browserTest('a project of another author is read-only, and a draft is unknown', async () => {
    const [ada, bob] = [await newAuthor(bed.service), await newAuthor(bed.service)]
    const courseId = await newCourse(ada, 'Tea')
    await ada.api('POST /admin/capstones', { ...PROJECT, courseId })
    const page = await bed.openAs(bob.user, `/studio/projects/${courseId}`)
    await page.getByRole('heading', { name: 'That did not work' }).waitFor()
    await ada.api(`POST /admin/capstones/${courseId}/publish`)
    await page.reload()
    await page.getByText('belongs to the course of another author').waitFor()
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  })
})

describe('the test of a course', () => {
  browserTest(
    'an author fills a pool by keyboard, publishes it, and a learner can take the test',
    async () => {
      const author = await newAuthor(bed.service)
      const courseId = await newCourse(author, 'Keys')
      for (const prompt of ['One key?', 'Two keys?'])
        await author.api('POST /admin/questions', { prompt, options: ['Yes', 'No'], correctIndex: 0 })
      const page = await bed.openAs(author.user, `/studio/courses/${courseId}`)
      await page.getByRole('link', { name: 'Course test' }).click()
      await page.getByText('Questions in the pool: 0, needed: 24.').waitFor()
      await page.getByLabel('Questions in a test').fill('1')
      await page.keyboard.press('Control+s')
      await page.getByText('Questions in the pool: 0, needed: 3.').waitFor()

      // A certificate cannot need a test that nobody can take.
      await page.getByText('Needed for the certificate').click()
      await page.keyboard.press('Control+s')
      await page.getByText('Certificates cannot need a test').waitFor()
      await page.getByRole('button', { name: 'Discard' }).click()

      await page.getByRole('button', { name: 'Add from the bank' }).focus()
      await page.keyboard.press('Enter')
      for (const prompt of ['One key?', 'Two keys?']) {
        await page.getByRole('dialog').getByLabel(prompt).focus()
        await page.keyboard.press('Space')
      }
      await page.getByRole('button', { name: 'Add 2 questions' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('2 questions are in the pool as drafts.').waitFor()

      await page.getByRole('link', { name: 'New question' }).click()
      await page.waitForURL(/\/questions\/new\?course=/)
      await page.locator('textarea[name=prompt]').fill('Three keys?')
      await page.getByLabel('Option 1', { exact: true }).fill('Yes')
      await page.getByLabel('Option 2', { exact: true }).fill('No')
      await page.keyboard.press('Control+s')
      await page.getByText('The question is created').first().waitFor()
      await page.getByRole('link', { name: 'Course test' }).click()
      await page.getByText('Three keys?').waitFor()
      await page.getByRole('button', { name: 'Show an example' }).click()
      await page.getByRole('dialog').locator('ol li').first().waitFor()
      expect(await page.getByRole('dialog').locator('ol li').count()).toBe(1)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Publish 3 questions' }).click()
      await page.getByText('Questions in the pool: 3, needed: 3. Learners can take the test.').waitFor()
      const learner = await bed.service.register()
      const test = await bed.service.call(`GET /course-tests/${courseId}`, { token: learner.accessToken })
      expect(test.body.data.status).toBe('AVAILABLE')

      await page.getByRole('button', { name: 'Remove from the pool: One key?' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('Questions in the pool: 2, needed: 3.').waitFor()
      await waitUntil(async () => (await page.getByText('One key?').count()) === 0)
    },
  )

  browserTest('earlier rules of a test are compared and restored', async () => {
    const author = await newAuthor(bed.service)
    const courseId = await newCourse(author, 'Rules')
    await author.api(`PATCH /admin/courses/${courseId}/test`, { passPercent: 70, questionCount: 5 })
    const page = await bed.openAs(author.user, `/studio/courses/${courseId}/test`)
    await page.getByRole('button', { name: 'History' }).click()
    const sheet = page.getByRole('dialog', { name: 'History' })
    await sheet.getByRole('button', { name: /Edited/ }).click()
    const changes = sheet.locator('li section')
    await changes.nth(1).waitFor()
    expect(await changes.allTextContents()).toEqual([
      'Questions in a testBefore8After5',
      'To pass, in per centBefore80After70',
    ])
    await sheet.getByRole('button', { name: /Created/ }).click()
    await sheet.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('The earlier version is restored.').waitFor()
    await sheet.waitFor({ state: 'detached' })
    expect(await page.getByLabel('To pass, in per cent').inputValue()).toBe('80')
    const { data } = (await author.api(`GET /admin/courses/${courseId}/test`)).body
    expect(data).toMatchObject({ questionCount: 8, passPercent: 80, version: 3 })
  })

  browserTest('a path gets a cover', async () => {
    const author = await newAuthor(bed.service)
    const courseId = await newCourse(author, 'Covers')
    const body = { title: 'Covered', description: 'A path.', category: 'GENERAL', kind: 'FOUNDATION' }
    const { id } = (await author.api('POST /admin/learning-paths', { ...body, courseIds: [courseId] })).body
      .data
    const page = await bed.openAs(author.user, `/studio/paths/${id}`)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Choose a picture').click(),
    ])
    const { default: sharp } = await import('sharp')
    const picture = sharp({ create: { width: 600, height: 300, channels: 3, background: '#336699' } })
    await chooser.setFiles({ name: 'sea.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What the picture shows').fill('The sea')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('img', { name: 'The sea' }).waitFor()
    const stored = await author.api(`GET /admin/learning-paths/${id}/cover`)
    expect(stored.body.data.cover.alt).toBe('The sea')
  })
})
