import { describe, expect } from 'bun:test'
import { reportMeasurement } from '../harness/report-measurement.ts'
import { insertUsers } from '../harness/users.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { signInBrowser } from './learner-account.ts'
import { type Author, newAuthor } from './new-author.ts'

// The figures of a course in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))
const STUDIO_BYTES = 300_000

/** A published course that seven learners have begun: six of them answered, five completed its lesson. */
async function taughtCourse({ api }: Author) {
  const query = bed.service.test.database.query
  const course = { title: 'Bread', description: 'How it rises.', category: 'GENERAL', level: 'BEGINNER' }
  const courseId: string = (await api('POST /admin/courses', course)).body.data.id
  const question = { prompt: 'What rises?', options: ['Dough', 'Salt', 'Stone'], correctIndex: 0 }
  const lesson = await api(`POST /admin/courses/${courseId}/lessons`, {
    title: 'Rising',
    xpReward: 10,
    gemReward: 0,
    slides: [{ type: 'QUIZ', question }],
  })
  const lessonId: string = lesson.body.data.id
  const questionId: string = lesson.body.data.slides[0].questionId
  await api(`POST /admin/lessons/${lessonId}/publish`)
  await api(`POST /admin/courses/${courseId}/publish`)
  const users = await insertUsers(query, 7)
  await query`
    insert into enrollment (id, user_id, course_id, enrolled_at)
    select uuidv7(), user_id, ${courseId}, now() from unnest(${users}::uuid[]) as user_id`
  await query`
    insert into lesson_answer (user_id, question_id, lesson_id, selected_option, is_correct, answered_at)
    select user_id, ${questionId}, ${lessonId}, 0, true, now() from unnest(${users.slice(0, 6)}::uuid[]) as user_id`
  await query`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at, time_spent_seconds)
    select uuidv7(), user_id, ${lessonId}, ${courseId}, now(), 120
    from unnest(${users.slice(0, 5)}::uuid[]) as user_id`
  await query`
    insert into question_rating (question_id, rating, answers, correct_answers, learner_sum, learner_square_sum,
      learner_correct_sum)
    values (${questionId}, 800, 40, 39, 0, 0, 0)`
  return { courseId, lessonId, questionId }
}

describe('the figures of a course', () => {
  browserTest(
    'an author reads who enrolled, where they stopped, and which question needs a look',
    async () => {
      const author = await newAuthor(bed.service)
      const { courseId, questionId } = await taughtCourse(author)
      const page = await bed.openAs(author.user, `/studio/courses/${courseId}`)
      await page.getByRole('link', { name: 'Figures' }).click()
      await page.getByRole('heading', { name: 'Figures' }).waitFor()
      const figure = (name: string) =>
        page.locator('dl > div', { hasText: name }).locator('dd > span').first()
      expect(await figure('Learners who enrolled in the period.').textContent()).toBe('7')
      expect(await figure('answered a question or completed a lesson').textContent()).toBe('6')
      await page.getByRole('img', { name: '7 enrolled and 0 completed' }).waitFor()
      const lessons = page.locator('section[aria-labelledby=funnel]')
      await lessons.getByText('Show as a table').click()
      expect(await lessons.locator('tbody th, tbody td').allTextContents()).toEqual([
        'Rising',
        '6',
        '86%',
        '5',
        '71%',
        '2 min',
      ])
      const questions = page.locator('section[aria-labelledby=questions]')
      await questions.getByText('Almost everybody is right').waitFor()
      await questions.getByText('Nobody takes one of the wrong options').waitFor()
      expect(await questions.locator('dd').allTextContents()).toEqual(['40', '98%', '800', '–', '–'])
      expect(await questions.getByRole('list', { name: 'How many chose' }).locator('li').count()).toBe(3)
      await questions.getByRole('link', { name: 'What rises?' }).click()
      await page.waitForURL(new RegExp(`/studio/questions/${questionId}$`))
    },
  )

  browserTest(
    'a learner who leaves a lesson is counted up to that slide, and the author sees it',
    async () => {
      const author = await newAuthor(bed.service)
      const course = { title: 'Tea', description: 'Leaves.', category: 'GENERAL', level: 'BEGINNER' }
      const courseId: string = (await author.api('POST /admin/courses', course)).body.data.id
      const slides = ['Water', 'Leaves', 'Time'].map((front) => ({ type: 'FLASHCARD', front, back: 'Yes.' }))
      const lesson = { title: 'A cup', xpReward: 1, gemReward: 0, slides }
      const lessonId: string = (await author.api(`POST /admin/courses/${courseId}/lessons`, lesson)).body.data
        .id
      await author.api(`POST /admin/lessons/${lessonId}/publish`)
      await author.api(`POST /admin/courses/${courseId}/publish`)
      const learner = await bed.service.register()
      await bed.service.call(`POST /user-courses/enroll/${courseId}`, { token: learner.accessToken })
      const page = await bed.openAs(learner, `/lesson/${lessonId}`)
      const { query } = bed.service.test.database
      const counted = async () =>
        await query<{ slide: number; seen: number; went: number }>`
        select slide, sum(seen)::int as seen, sum((select sum(n) from unnest(times) as n))::int as went from slide_play
        where lesson_id = ${lessonId} group by slide order by slide`
      await page.getByText('Water').first().waitFor()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Leaves').first().waitFor()
      await page.getByRole('button', { name: 'Leave the lesson' }).click()
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: 'Leave anyway' })
        .click()
      await waitUntil(async () => (await counted()).length > 0)
      expect(await counted()).toEqual([
        { slide: 1, seen: 1, went: 1 },
        { slide: 2, seen: 1, went: 0 },
      ])
      await page.goto(`${bed.service.url}/lesson/${lessonId}`)
      for (const word of ['Water', 'Leaves', 'Time']) {
        await page.getByText(word).first().waitFor()
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      await waitUntil(async () => (await counted())[2]?.went === 1)
      expect(await counted()).toEqual([
        { slide: 1, seen: 2, went: 2 },
        { slide: 2, seen: 2, went: 1 },
        { slide: 3, seen: 1, went: 1 },
      ])

      const studio = await bed.openAs(author.user, `/studio/courses/${courseId}/figures`)
      const funnel = studio.locator('section[aria-labelledby=funnel]')
      await funnel.locator('summary', { hasText: 'Slide by slide' }).click()
      await funnel.getByText('2 plays').waitFor()
      const table = funnel.locator('details details')
      await table.getByText('Show as a table').click()
      expect(await table.locator('tbody tr').allTextContents()).toEqual([
        '1. Water2––',
        '2. Leaves2––',
        '3. Time1––',
      ])
    },
  )

  browserTest('an author reads how projects score in each criterion of the rubric', async () => {
    const author = await newAuthor(bed.service)
    const { courseId } = await taughtCourse(author)
    const { query } = bed.service.test.database
    const submit = async (users: string[], criteria: [string, number, number][]) => {
      const scored = criteria.map(([criterion, points, maxPoints]) => ({ criterion, points, maxPoints }))
      await query`
        insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, project, assessment,
          created_at, updated_at, submitted_at)
        select uuidv7(), user_id, ${courseId}, 1, 'NEEDS_REVISION', 'COMPLETED', '{}', ${{ criteria: scored }}::jsonb,
          now(), now(), now()
        from unnest(${users}::uuid[]) as user_id`
    }
    const users = await insertUsers(query, 6)
    await submit(users.slice(0, 5), [['The loaf has risen', 30, 40]])
    await submit(users.slice(5), [['The crust', 5, 10]])
    const page = await bed.openAs(author.user, `/studio/courses/${courseId}/figures`)
    const rubric = page.locator('section[aria-labelledby=rubric]')
    const shown = await rubric.locator('ol > li').allTextContents()
    expect(shown).toContain('The loaf has risen5 projects assessed30 of 40 points on averageAll points: 0%')
    expect(shown).toContain('The crust1 project assessedAt most 10 points')
    // No test was taken: no sentence with a hidden number.
    await page.getByText('Submitted in the period: 0 passed.', { exact: true }).waitFor()
  })

  browserTest('the period is in the URL, and the same numbers are saved as CSV', async () => {
    const author = await newAuthor(bed.service)
    const { courseId } = await taughtCourse(author)
    await bed.service.test.database.query`
      update enrollment set enrolled_at = now() - interval '200 days' where course_id = ${courseId}`
    const page = await bed.openAs(author.user, `/studio/courses/${courseId}/figures`)
    await page.getByText('Learners who enrolled in the period.').waitFor()
    await page.getByLabel('Period').selectOption('30')
    await page.waitForURL(/days=30/)
    await page.getByRole('heading', { name: 'Nobody has enrolled' }).waitFor()
    await page.getByLabel('Period').selectOption('365')
    await page.getByText('Learners who enrolled in the period.').waitFor()
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      return Bun.file(await download.path()).text()
    }
    expect(await save('Numbers as CSV')).toContain('Rising')
    expect(await save('These questions as CSV')).toContain('What rises?')
  })

  browserTest('another author sees none of them', async () => {
    const [ada, bob] = [await newAuthor(bed.service), await newAuthor(bed.service)]
    const { courseId } = await taughtCourse(ada)
    const page = await bed.openAs(bob.user, `/studio/courses/${courseId}/figures`)
    await page.getByRole('heading', { name: 'That did not work' }).waitFor()
    expect(await page.locator('dl').count()).toBe(0)
    await page.goto(`${bed.service.url}/studio/courses/${courseId}`)
    await page.getByRole('heading', { name: 'Bread' }).waitFor()
    expect(await page.getByRole('link', { name: 'Figures' }).count()).toBe(0)
  })

  browserTest('the figures need at most 300 KB of compressed script', async () => {
    const author = await newAuthor(bed.service)
    const { courseId } = await taughtCourse(author)
    const context = await bed.newContext()
    await signInBrowser(context, bed.service.url, author.user)
    const sizes: Promise<number>[] = []
    context.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const page = await bed.open(context, `/studio/courses/${courseId}/figures`)
    await page.locator('#funnel').waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    reportMeasurement(`studio, figures of a course: ${(bytes / 1000).toFixed(1)} KB of compressed script`)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(STUDIO_BYTES)
  })
})
