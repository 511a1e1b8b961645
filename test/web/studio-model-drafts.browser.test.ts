import { afterAll, describe, expect } from 'bun:test'
import { completion, failure, startTestLlm } from '../harness/external-services/llm.ts'
import { EMPTY_SLIDE } from '../harness/model-slide.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newAuthor } from './new-author.ts'

// Drafts by a model in a real browser. Skipped without a browser.

const llm = startTestLlm()
const bed = browserTestbed(async () => llm.settings)
afterAll(() => llm.stop())

const TEXT = 'Tea needs hot water and a few minutes. '.repeat(10)

describe('drafts by a model', () => {
  browserTest('an author drafts slides from a text, checks them and removes the mark', async () => {
    const author = await newAuthor(bed.service)
    const course = { title: 'Tea', description: 'Leaves.', category: 'GENERAL', level: 'BEGINNER' }
    const courseId: string = (await author.api('POST /admin/courses', course)).body.data.id
    const slides = [{ type: 'FLASHCARD', front: 'Leaf', back: 'Green.' }]
    const lesson = { title: 'A cup', xpReward: 1, gemReward: 0, slides }
    const lessonId: string = (await author.api(`POST /admin/courses/${courseId}/lessons`, lesson)).body.data
      .id
    const page = await bed.openAs(author.user, `/studio/courses/${courseId}/lessons/${lessonId}`)
    await page.getByRole('button', { name: 'Draft from a text' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Draft', exact: true }).click()
    await dialog.getByText('Paste a text of 200 to 20,000 characters.').waitFor()
    await dialog.getByText('Say where the text is from.').waitFor()
    await dialog.getByLabel('Text', { exact: true }).fill(TEXT)
    await dialog.getByLabel('Title of the source').fill('The tea book')
    // A failure keeps what the author typed.
    llm.script = [() => failure(401)]
    await dialog.getByRole('button', { name: 'Draft', exact: true }).click()
    await dialog.getByText(/gave no usable answer/).waitFor()
    expect(await dialog.getByLabel('Title of the source').inputValue()).toBe('The tea book')
    llm.script = [
      () =>
        completion({
          slides: [
            { ...EMPTY_SLIDE, type: 'TEXT', title: 'Hot water', content: 'Tea needs **hot** water.' },
            { ...EMPTY_SLIDE, type: 'NOTE', content: 'See https://evil.example' },
            {
              ...EMPTY_SLIDE,
              type: 'QUESTION',
              content: 'What does tea need?',
              options: ['Water', 'Ice'],
              explanation: 'It is hot.',
            },
          ],
        }),
    ]
    await dialog.getByRole('button', { name: 'Draft', exact: true }).click()
    await page.getByText('2 slides were added at the end.').waitFor()
    await page.getByText('2: has a link or a picture, which only an author adds').waitFor()
    const mark = page.getByRole('region', { name: 'Drafted by a model' })
    await mark.getByText('The tea book').waitFor()
    const stored = async () => (await author.api(`GET /admin/lessons/${lessonId}`)).body.data
    await waitUntil(async () => (await stored()).slides.length === 3)
    expect(await stored()).toMatchObject({
      status: 'DRAFT',
      slides: [{ front: 'Leaf' }, { type: 'TEXT_WITH_IMAGE', title: 'Hot water' }, { type: 'QUIZ' }],
    })
    // The mark stays until an author removes it.
    await page.reload()
    await mark.getByRole('button', { name: 'I have checked it: remove the mark' }).click()
    await mark.waitFor({ state: 'detached' })
    expect((await author.api(`GET /admin/model-drafts?lessonId=${lessonId}`)).body.data.marks).toEqual([])
  })

  browserTest('an author drafts questions into the bank by keyboard', async () => {
    const author = await newAuthor(bed.service)
    const question = {
      prompt: 'What does tea need?',
      options: ['Water', 'Ice'],
      correctIndex: 0,
      explanation: 'Hot.',
    }
    llm.script = [() => completion({ questions: [question] })]
    const page = await bed.openAs(author.user, '/studio/questions')
    await page.getByRole('button', { name: 'Draft from a text' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Text', { exact: true }).fill(TEXT)
    await page.keyboard.press('Tab')
    await page.keyboard.type('The tea book')
    await page.keyboard.press('Enter')
    await page.getByText('1 question was drafted.').waitFor()
    await page.getByRole('link', { name: 'What does tea need?' }).click()
    await page.getByRole('region', { name: 'Drafted by a model' }).getByText('The tea book').waitFor()
  })
})
