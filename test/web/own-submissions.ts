import type { Page } from 'playwright-core'

/** Projects that wait. Real ones need a learner, a job and hours. */
const SUBMISSIONS = [
  {
    id: '019a8b5e-7c1d-7000-8000-0000000000b5',
    userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
    courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
    attempt: 2,
    reviewCause: 'APPEAL',
    reviewRequestedAt: '2026-11-02T08:00:00.000Z',
    appealReason: 'The tests are in the second file.',
    submittedAt: '2026-11-01T08:00:00.000Z',
    submissionType: 'GITHUB_REPO',
    repositoryUrl: 'https://github.com/amina/savings-jar',
    url: null,
    notes: 'Every deposit raises the balance, and a withdrawal lowers it.\n\nTwelve tests cover both ways.',
    files: [
      {
        id: '019a8b5e-7c1d-7000-8000-0000000000b6',
        name: 'plan.pdf',
        contentType: 'application/pdf',
        sizeBytes: 182_000,
        url: 'http://localhost/files/submissions/019a8b5e?expires=1&signature=a',
      },
    ],
    project: { title: 'A savings jar on chain', passingScore: 70 },
    assessment: {
      percentage: 65,
      criteria: [
        { criterion: 'Deposits raise the balance', points: 40, maxPoints: 40, feedback: 'Well shown.' },
        { criterion: 'Tests cover each way', points: 25, maxPoints: 60, feedback: 'No test was found.' },
      ],
    },
  },
]

/** The queue of an author with a project in it, and a reason that is written. */
export async function openQueue(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  await page.route('**/admin/submissions*', (route) =>
    route.fulfill({
      json: { success: true, data: SUBMISSIONS, meta: { total: 1, page: 1, limit: 10 } },
    }),
  )
  await page.goto(`${origin}/studio/submissions`)
  await page.locator('main li textarea').fill('The tests are there, in the second file.')
  await page.locator('main form button').last().click()
  await page.locator('main form [role=alert] p').waitFor()
}
