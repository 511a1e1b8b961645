import type { Page } from 'playwright-core'
import { createOwnLesson, MIXED_SLIDES } from './own-lesson.ts'

const DAY_MS = 86_400_000

function slidesOf(plays: number) {
  const slides = [
    ['TEXT_WITH_IMAGE', 'What is in the bag', 1, 18.5],
    ['CALLOUT', 'Flour is not dust: keep it dry and use it within a year.', 0.97, 6],
    ['CODE', 'The recipe as a list', 0.94, 41.5],
    ['QUIZ', 'What makes bread rise, and what stops it?', 0.71, 22],
    ['FLASHCARD', 'Gluten', 0.69, 9.5],
    ['VIDEO', '', 0.66, 95],
  ] as const
  return slides.map(([type, title, share, medianSeconds], index) => {
    const seen = Math.round(plays * share)
    return { order: index + 1, type, title, seen, seenShare: seen / plays, medianSeconds }
  })
}

/** Numbers of a popular course. Real ones need hundreds of learners. */
function courseFigures() {
  const days = Array.from({ length: 90 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 7, 1) + index * DAY_MS).toISOString().slice(0, 10),
    enrolled: Math.round(6 + 5 * Math.sin(index / 6) + (index % 7 === 5 ? 6 : 0)),
    completed: Math.round(2 + 2 * Math.sin(index / 9 + 4)),
  }))
  const lessons = [
    ['What bread is made of', 498, 471, 240],
    ['The starter and how to feed it', 402, 365, 410],
    ['Kneading, folding and waiting', 301, 244, 655.5],
    ['The first loaf', 214, 187, 520],
  ] as const
  const enrolled = 540
  return {
    from: null,
    to: '2026-10-29',
    learners: { enrolled, started: 501, completed: 187, completedShare: 0.346, medianDaysToComplete: 6.5 },
    lessons: lessons.map(([title, started, completed, medianSeconds], index) => ({
      lessonId: `019a8b5e-7c1d-7000-8000-00000000000${index}`,
      title,
      status: 'PUBLISHED',
      started,
      startedShare: started / enrolled,
      completed,
      completedShare: completed / enrolled,
      medianSeconds,
      plays: started + 24,
      slides: slidesOf(started + 24),
    })),
    test: { attempts: 240, submitted: 214, passed: 170, passedShare: 0.794, medianScore: 83.3 },
    submissions: { SUBMITTED: 3, UNDER_REVIEW: 4, PASSED: 61, NEEDS_REVISION: 9 },
    criteria: [
      ['The loaf has risen and is baked through', 40, 36.2, 0.52],
      ['The diary names every step with its time and temperature', 35, 17.5, 0.08],
      ['The crust', 25, 21.4, 0.61],
    ].map(([criterion, maxPoints, averagePoints, fullPointsShare]) => ({
      ...{ criterion, maxPoints, assessed: 74, averagePoints, fullPointsShare },
    })),
    certificates: { issued: 58, revoked: 1 },
    days,
  }
}

function questionFigures() {
  const common = {
    lessonId: '019a8b5e-7c1d-7000-8000-000000000001',
    lessonTitle: 'The starter and how to feed it',
    type: 'SINGLE_CHOICE',
  }
  return [
    {
      ...common,
      questionId: '019a8b5e-7c1d-7000-8000-0000000000f1',
      prompt: 'What makes bread rise?',
      answers: 471,
      correctShare: 0.96,
      difficultyRating: 820,
      discrimination: 0.06,
      medianSeconds: 8.5,
      options: [
        { text: 'Carbon dioxide of the yeast', isCorrect: true, share: 0.96 },
        { text: 'Salt', isCorrect: false, share: 0.04 },
        { text: 'Cold water', isCorrect: false, share: 0 },
      ],
    },
    {
      ...common,
      questionId: '019a8b5e-7c1d-7000-8000-0000000000f2',
      type: 'NUMBER',
      prompt: 'How warm is a good oven, in °C?',
      answers: 4,
      correctShare: null,
      difficultyRating: null,
      discrimination: null,
      medianSeconds: null,
      options: null,
    },
    {
      ...common,
      questionId: '019a8b5e-7c1d-7000-8000-0000000000f3',
      prompt: 'Which flour needs the least water?',
      answers: 320,
      correctShare: 0.24,
      difficultyRating: 1610,
      discrimination: -0.18,
      medianSeconds: 71,
      options: [
        { text: 'Rye', isCorrect: true, share: 0.24 },
        { text: 'White wheat', isCorrect: false, share: 0.76 },
      ],
    },
  ]
}

/** The figures of a course of the author. */
export async function openFigures(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId } = await createOwnLesson(origin, MIXED_SLIDES)
  await page.route('**/admin/courses/*/figures*', (route) =>
    route.fulfill({ json: { success: true, data: courseFigures() } }),
  )
  await page.route('**/admin/courses/*/question-figures*', (route) =>
    route.fulfill({
      json: { success: true, data: questionFigures(), meta: { total: 3, page: 1, limit: 20 } },
    }),
  )
  await page.goto(`${origin}/studio/courses/${courseId}/figures`)
  await page.locator('section[aria-labelledby=questions] li').first().waitFor()
}

/** How far learners came in the first lesson. */
export async function openSlideFigures(page: Page): Promise<void> {
  await openFigures(page)
  await page.locator('section[aria-labelledby=funnel] summary').first().click()
  await page.locator('#funnel').scrollIntoViewIfNeeded()
}

/** The tables behind the charts are open. */
export async function openFigureTables(page: Page): Promise<void> {
  await openFigures(page)
  for (const summary of await page.locator('summary').all()) await summary.click()
  await page.locator('#funnel').scrollIntoViewIfNeeded()
}

/** How projects score in each criterion. */
export async function openRubricFigures(page: Page): Promise<void> {
  await openFigures(page)
  await page.locator('#rubric').evaluate((heading) => heading.scrollIntoView())
}

export async function openQuestionFigures(page: Page): Promise<void> {
  await openFigures(page)
  await page.locator('section[aria-labelledby=questions] li li').first().scrollIntoViewIfNeeded()
}

/** A course without learners. */
export async function openEmptyFigures(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { courseId } = await createOwnLesson(origin, MIXED_SLIDES)
  await page.goto(`${origin}/studio/courses/${courseId}/figures`)
  await page
    .locator('section[aria-labelledby=questions] li, section[aria-labelledby=questions] p')
    .nth(1)
    .waitFor()
}
