import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { giveAnswer } from './give-answer.ts'
import type { BrowserLearner } from './learner-account.ts'
import { openBattle, openBattles } from './own-battles.ts'
import { openBroadcastDraft, openBroadcasts, openRunningBroadcast } from './own-broadcasts.ts'
import {
  openContestChecklist,
  openContestDraft,
  openContestEditing,
  openContestList,
  openContestReview,
  openPublishedContest,
  openQuestionPicker,
  openTypedQuestion,
} from './own-contests.ts'
import {
  openEmptyFigures,
  openFigures,
  openFigureTables,
  openQuestionFigures,
  openRubricFigures,
  openSlideFigures,
} from './own-figures.ts'
import { openLeague } from './own-league.ts'
import {
  createOwnLesson,
  openChangedLesson,
  openFormulaDialog,
  openFormulas,
  openLessonConflict,
  openLessonHistory,
  openLessonSettings,
  openOwnLesson,
  openOwnSlide,
  openPastedQuestions,
  openPreviewLink,
  textSlide,
} from './own-lesson.ts'
import { openMarkedLesson, openModelDialog } from './own-model-drafts.ts'
import { openOwnPath, openPathHistory } from './own-paths.ts'
import {
  openEmptyTest,
  openExampleTest,
  openOwnProject,
  openOwnTest,
  openProjectChecklist,
  openProjectHistory,
  openProjectPreview,
  openTestBank,
  openTestHistory,
} from './own-projects.ts'
import {
  openBadge,
  openBadgeMints,
  openFirstRow,
  openPromotion,
  openPromotions,
  openRoles,
  openSecondFactor,
} from './own-promotions.ts'
import {
  checkImport,
  chooseQuestions,
  openBulkSheet,
  openConflict,
  openDuplicates,
  openOwnQuestion,
  openPreview,
  QUESTIONS,
  tryToCreate,
} from './own-questions.ts'
import { openReport } from './own-reports.ts'
import { openReview } from './own-reviews.ts'
import { openQueue } from './own-submissions.ts'
import { openGrantRequest, openOrderRefund, openSwitch } from './own-value.ts'

/** The viewer of a screen. */
export type Viewer =
  | 'visitor'
  | 'newcomer'
  | 'learner'
  | 'reviewer'
  | 'finisher'
  | 'graduate'
  | 'author'
  | 'admin'

export interface Screen {
  name: string
  viewer: Viewer
  path: (learner: BrowserLearner) => string
  /** The steps until the screen is visible. */
  prepare?: (page: Page) => Promise<unknown>
}

const lesson =
  (index: number) =>
  ({ lessonIds }: BrowserLearner) =>
    `/lesson/${lessonIds[index]}`

const course = ({ courseId }: BrowserLearner) => `/learn/${courseId}`
const project = ({ courseId }: BrowserLearner) => `/learn/${courseId}/project`

/** Advances, with right or wrong answers, until an element of the slide is visible. */
export async function playUntil(page: Page, selector: string): Promise<void> {
  for (let slide = 0; slide < 40; slide++) {
    await page.locator('main h1').waitFor()
    if ((await page.locator(selector).count()) > 0) return
    if ((await page.locator('kbd').count()) > 0 && (await page.locator('footer section').count()) === 0)
      await page.keyboard.press('1')
    const before = await page.locator('main h1').textContent()
    await page.keyboard.press('Enter')
    // The content security policy forbids `eval`, which the wait function of the browser driver needs.
    for (let tries = 0; tries < 20; tries++) {
      if ((await page.locator('main h1').textContent()) !== before) break
      await Bun.sleep(25)
    }
  }
  throw new Error(`No slide has ${selector}.`)
}

async function answerQuestion(page: Page, option: string): Promise<void> {
  await playUntil(page, 'kbd')
  await page.keyboard.press(option)
  await page.locator('footer section').waitFor()
}

/**
 * Every screen of the applications, for screenshots and the accessibility check. A new screen needs a new
 * line.
 */
export const SCREENS: Screen[] = [
  { name: 'landing', viewer: 'visitor', path: () => '/' },
  {
    name: 'landing-answered',
    viewer: 'visitor',
    path: () => '/',
    prepare: (page) =>
      page
        .getByRole('button', { name: /stored hash|2/ })
        .first()
        .click(),
  },
  { name: 'courses', viewer: 'visitor', path: () => '/courses' },
  { name: 'courses-empty', viewer: 'visitor', path: () => '/courses?q=zzzz' },
  { name: 'public-course', viewer: 'visitor', path: ({ courseId }) => `/courses/${courseId}` },
  { name: 'paths', viewer: 'visitor', path: () => '/paths' },
  {
    name: 'public-path',
    viewer: 'visitor',
    path: () => '/paths',
    prepare: (page) => openFirst(page, '/paths/'),
  },
  { name: 'leaderboards', viewer: 'visitor', path: () => '/leaderboards' },
  { name: 'public-profile', viewer: 'visitor', path: ({ user }) => `/u/${user.username}` },
  { name: 'try-lesson', viewer: 'visitor', path: ({ lessonIds }) => `/try/${lessonIds[0]}` },
  {
    name: 'try-offer',
    viewer: 'visitor',
    path: ({ lessonIds }) => `/try/${lessonIds[0]}`,
    prepare: (page) => playUntil(page, 'a[href^="/sign-up"]'),
  },
  { name: 'preview-formula', viewer: 'visitor', path: () => '/sign-in', prepare: openFormulas },
  { name: 'preview', viewer: 'visitor', path: () => '/sign-in', prepare: openPreviewLink },
  { name: 'sign-in', viewer: 'visitor', path: () => '/sign-in' },
  {
    name: 'sign-in-code',
    viewer: 'visitor',
    path: () => '/sign-in',
    prepare: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'sign-up', viewer: 'visitor', path: () => '/sign-up' },
  {
    name: 'sign-up-code',
    viewer: 'visitor',
    path: () => '/sign-up',
    prepare: (page) => page.getByRole('tab').nth(1).click(),
  },
  { name: 'sign-in-return', viewer: 'visitor', path: () => '/sign-in#state=another-tab' },
  { name: 'forgot-password', viewer: 'visitor', path: () => '/forgot-password' },
  { name: 'not-found', viewer: 'visitor', path: () => '/no/such/page' },
  { name: 'welcome-goal', viewer: 'newcomer', path: () => '/welcome?step=goal' },
  { name: 'welcome-target', viewer: 'newcomer', path: () => '/welcome?step=target' },
  { name: 'welcome-region', viewer: 'newcomer', path: () => '/welcome?step=region' },
  { name: 'roadmap-empty', viewer: 'newcomer', path: () => '/roadmap' },
  { name: 'today-newcomer', viewer: 'newcomer', path: () => '/' },
  { name: 'today', viewer: 'learner', path: () => '/' },
  {
    name: 'freeze-offer',
    viewer: 'learner',
    path: () => '/',
    prepare: async (page) => {
      await page.getByRole('button', { name: /50/ }).filter({ visible: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'catalogue', viewer: 'learner', path: () => '/learn' },
  { name: 'catalogue-empty', viewer: 'learner', path: () => '/learn?q=zzzz' },
  { name: 'course', viewer: 'learner', path: course },
  { name: 'course-changes', viewer: 'learner', path: () => '/learn', prepare: openChangedCourse },
  {
    name: 'path-map',
    viewer: 'learner',
    path: () => '/paths',
    prepare: (page) => openFirst(page, '/paths/'),
  },
  {
    name: 'path-map-accent',
    viewer: 'learner',
    path: () => '/paths',
    prepare: (page) => openFirst(page, '/paths/', 4),
  },
  { name: 'welcome-roadmap', viewer: 'learner', path: () => '/welcome?step=goal', prepare: sendGoal },
  { name: 'roadmap', viewer: 'learner', path: () => '/roadmap' },
  {
    name: 'today-target',
    viewer: 'finisher',
    path: () => '/welcome?step=only-target&next=%2F',
    prepare: chooseTarget,
  },
  { name: 'lesson-text', viewer: 'learner', path: lesson(2) },
  { name: 'lesson-question', viewer: 'learner', path: lesson(2), prepare: (page) => playUntil(page, 'kbd') },
  {
    name: 'lesson-feedback-1',
    viewer: 'learner',
    path: lesson(2),
    prepare: (page) => answerQuestion(page, '1'),
  },
  {
    name: 'lesson-feedback-2',
    viewer: 'learner',
    path: lesson(2),
    prepare: (page) => answerQuestion(page, '2'),
  },
  {
    name: 'lesson-flashcard',
    viewer: 'learner',
    path: lesson(1),
    prepare: (page) => playUntil(page, 'button[aria-expanded]'),
  },
  {
    name: 'lesson-report',
    viewer: 'learner',
    path: lesson(2),
    prepare: async (page) => {
      await playUntil(page, 'kbd')
      await page.keyboard.press('1')
      await page.locator('button:has(.lucide-flag)').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'lesson-leave', viewer: 'learner', path: lesson(2), prepare: leaveLesson },
  { name: 'lesson-error', viewer: 'learner', path: () => '/lesson/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' },
  { name: 'lesson-summary', viewer: 'finisher', path: lesson(2), prepare: finishLesson },
  { name: 'play', viewer: 'learner', path: () => '/play' },
  { name: 'play-find', viewer: 'learner', path: () => '/play', prepare: (page) => openSheet(page, 0) },
  { name: 'play-bot', viewer: 'learner', path: () => '/play', prepare: (page) => openSheet(page, 1) },
  { name: 'play-friend', viewer: 'learner', path: () => '/play', prepare: (page) => openSheet(page, 2) },
  { name: 'play-join', viewer: 'learner', path: () => '/play/join/000000' },
  { name: 'battle-question', viewer: 'finisher', path: () => '/play', prepare: startBotBattle },
  { name: 'battle-reveal', viewer: 'finisher', path: () => '/play', prepare: answerRound },
  { name: 'battle-leave', viewer: 'finisher', path: () => '/play', prepare: askToLeaveBattle },
  { name: 'battle-result', viewer: 'finisher', path: () => '/play', prepare: leaveBattle },
  { name: 'play-history', viewer: 'finisher', path: () => '/play' },
  { name: 'battle-waiting', viewer: 'finisher', path: () => '/play', prepare: createFriendRoom },
  {
    name: 'battle-error',
    viewer: 'learner',
    path: () => '/play/battle/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  },
  { name: 'contests', viewer: 'learner', path: () => '/play/contests' },
  { name: 'contest', viewer: 'learner', path: () => '/play/contests', prepare: openContest },
  { name: 'contest-attempt', viewer: 'finisher', path: () => '/play/contests', prepare: startAttempt },
  { name: 'contest-result', viewer: 'finisher', path: () => '/play/contests', prepare: submitAttempt },
  ...(['MULTIPLE_CHOICE', 'NUMBER', 'SHORT_TEXT', 'ORDER', 'MATCH', 'GAP'] as const).map((type) => ({
    name: `contest-attempt-${type.toLowerCase().replace('_', '-')}`,
    viewer: 'learner' as const,
    path: () => '/play/contests',
    prepare: (page: Page) => openTypedQuestion(page, type),
  })),
  { name: 'contest-review', viewer: 'learner', path: () => '/play/contests', prepare: openContestReview },
  {
    name: 'course-test',
    viewer: 'finisher',
    path: course,
    prepare: (page) => page.locator('#course-test').scrollIntoViewIfNeeded(),
  },
  {
    name: 'test-question',
    viewer: 'finisher',
    path: course,
    prepare: startTest,
  },
  {
    name: 'test-unanswered',
    viewer: 'finisher',
    path: course,
    prepare: askToSubmitTest,
  },
  {
    name: 'test-result',
    viewer: 'finisher',
    path: course,
    prepare: submitTest,
  },
  { name: 'review-empty', viewer: 'newcomer', path: () => '/review' },
  { name: 'today-review', viewer: 'reviewer', path: () => '/' },
  { name: 'review', viewer: 'reviewer', path: () => '/review' },
  { name: 'review-card', viewer: 'reviewer', path: () => '/review/session' },
  { name: 'review-multiple', viewer: 'reviewer', path: () => '/review/session', prepare: skipToMultiple },
  { name: 'review-feedback', viewer: 'reviewer', path: () => '/review/session', prepare: answerCard },
  { name: 'review-saved', viewer: 'reviewer', path: () => '/review/session', prepare: answerCardOffline },
  { name: 'review-skills', viewer: 'reviewer', path: () => '/review', prepare: showSkills },
  { name: 'practice-question', viewer: 'reviewer', path: course, prepare: startPractice },
  { name: 'practice-feedback', viewer: 'reviewer', path: course, prepare: answerPractice },
  { name: 'practice-summary', viewer: 'reviewer', path: course, prepare: finishPractice },
  {
    name: 'practice-error',
    viewer: 'reviewer',
    path: () => '/practice/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  },
  {
    name: 'lesson-multiple',
    viewer: 'reviewer',
    path: lesson(0),
    prepare: (page) => playUntil(page, 'main form'),
  },
  {
    name: 'lesson-multiple-feedback',
    viewer: 'reviewer',
    path: lesson(0),
    prepare: answerMultiple,
  },
  { name: 'lesson-run', viewer: 'reviewer', path: lesson(0), prepare: runCode },
  { name: 'project', viewer: 'reviewer', path: project },
  { name: 'project-result', viewer: 'reviewer', path: project, prepare: submitProject },
  { name: 'me', viewer: 'learner', path: () => '/me' },
  { name: 'league', viewer: 'learner', path: () => '/leaderboard', prepare: openLeague },
  { name: 'league-empty', viewer: 'newcomer', path: () => '/leaderboard' },
  { name: 'leaderboard', viewer: 'learner', path: () => '/leaderboard?period=week' },
  { name: 'badges', viewer: 'learner', path: () => '/badges' },
  { name: 'certificates', viewer: 'learner', path: () => '/certificates' },
  { name: 'certificates-claim', viewer: 'graduate', path: () => '/certificates', prepare: openSheet },
  { name: 'certificate', viewer: 'graduate', path: () => '/certificates', prepare: claimCertificate },
  { name: 'wallet', viewer: 'learner', path: () => '/wallet' },
  { name: 'wallet-pin', viewer: 'learner', path: () => '/wallet', prepare: openPinSheet },
  { name: 'wallet-buy', viewer: 'learner', path: () => '/wallet/buy' },
  { name: 'wallet-buy-review', viewer: 'learner', path: () => '/wallet/buy', prepare: requestQuote },
  { name: 'wallet-sell', viewer: 'learner', path: () => '/wallet/sell' },
  { name: 'orders-empty', viewer: 'newcomer', path: () => '/wallet/orders' },
  { name: 'order', viewer: 'finisher', path: () => '/wallet/buy', prepare: placeOrder },
  { name: 'orders', viewer: 'finisher', path: () => '/wallet/orders' },
  { name: 'premium', viewer: 'learner', path: () => '/premium' },
  { name: 'refer', viewer: 'learner', path: () => '/refer' },
  { name: 'notifications', viewer: 'graduate', path: () => '/notifications' },
  { name: 'notifications-empty', viewer: 'newcomer', path: () => '/notifications' },
  { name: 'settings', viewer: 'learner', path: () => '/settings' },
  { name: 'settings-profile', viewer: 'learner', path: () => '/settings/profile' },
  { name: 'settings-account', viewer: 'learner', path: () => '/settings/account' },
  {
    name: 'settings-two-factor',
    viewer: 'learner',
    path: () => '/settings/two-factor',
    prepare: setUpTwoFactor,
  },
  { name: 'settings-devices', viewer: 'learner', path: () => '/settings/devices' },
  { name: 'settings-notifications', viewer: 'learner', path: () => '/settings/notifications' },
  { name: 'settings-language', viewer: 'learner', path: () => '/settings/language' },
  { name: 'settings-appearance', viewer: 'learner', path: () => '/settings/appearance' },
  { name: 'settings-data', viewer: 'learner', path: () => '/settings/data' },
  { name: 'settings-delete', viewer: 'learner', path: () => '/settings/data', prepare: openDeletion },
  { name: 'studio', viewer: 'author', path: () => '/studio' },
  { name: 'studio-lesson', viewer: 'author', path: () => '/studio', prepare: openOwnLesson },
  { name: 'studio-lesson-formula', viewer: 'author', path: () => '/studio', prepare: openFormulaDialog },
  { name: 'studio-lesson-paste', viewer: 'author', path: () => '/studio', prepare: openPastedQuestions },
  { name: 'studio-lesson-changes', viewer: 'author', path: () => '/studio', prepare: openChangedLesson },
  { name: 'studio-lesson-history', viewer: 'author', path: () => '/studio', prepare: openLessonHistory },
  {
    name: 'studio-lesson-question',
    viewer: 'author',
    path: () => '/studio',
    prepare: (page) => openOwnSlide(page, 1),
  },
  {
    name: 'studio-lesson-settings',
    viewer: 'author',
    path: () => '/studio',
    prepare: openLessonSettings,
  },
  {
    name: 'studio-lesson-conflict',
    viewer: 'author',
    path: () => '/studio',
    prepare: openLessonConflict,
  },
  { name: 'studio-all', viewer: 'author', path: () => '/studio?of=all' },
  { name: 'studio-nothing', viewer: 'author', path: () => '/studio?q=zzzz' },
  {
    name: 'studio-new-course',
    viewer: 'author',
    path: () => '/studio',
    prepare: (page) => openSheet(page),
  },
  { name: 'studio-course', viewer: 'author', path: () => '/studio', prepare: createCourse },
  { name: 'studio-course-empty', viewer: 'author', path: () => '/studio', prepare: createEmptyCourse },
  { name: 'studio-course-conflict', viewer: 'author', path: () => '/studio', prepare: showConflict },
  { name: 'studio-checklist', viewer: 'author', path: () => '/studio', prepare: showChecklist },
  { name: 'studio-publish-later', viewer: 'author', path: () => '/studio', prepare: showPublishLater },
  { name: 'studio-scheduled', viewer: 'author', path: () => '/studio', prepare: showScheduled },
  { name: 'studio-authors', viewer: 'author', path: () => '/studio', prepare: showAuthors },
  {
    name: 'studio-shipped',
    viewer: 'author',
    path: () => '/studio?of=all&status=PUBLISHED',
    prepare: async (page) => {
      await page.locator('main ul a').first().click()
      await page.locator('section[aria-labelledby=outline] li').first().waitFor()
    },
  },
  { name: 'studio-paths', viewer: 'author', path: () => '/studio/paths?of=all' },
  { name: 'studio-paths-nothing', viewer: 'author', path: () => '/studio/paths?q=zzzz' },
  {
    name: 'studio-path-shipped',
    viewer: 'author',
    path: () => '/studio/paths?of=all',
    prepare: async (page) => {
      await page.locator('main ul a').first().click()
      await page.locator('section[aria-labelledby=path-courses] li').first().waitFor()
    },
  },
  { name: 'studio-path', viewer: 'author', path: () => '/studio/paths', prepare: openOwnPath },
  { name: 'studio-path-history', viewer: 'author', path: () => '/studio/paths', prepare: openPathHistory },
  { name: 'studio-projects', viewer: 'author', path: () => '/studio/projects?of=all' },
  { name: 'studio-projects-nothing', viewer: 'author', path: () => '/studio/projects?q=zzzz' },
  {
    name: 'studio-projects-new',
    viewer: 'author',
    path: () => '/studio/projects',
    prepare: (page) => openSheet(page),
  },
  {
    name: 'studio-project-shipped',
    viewer: 'author',
    path: () => '/studio/projects?of=all',
    prepare: async (page) => {
      await page.locator('main ul a').first().click()
      await page.locator('section[aria-labelledby=brief]').waitFor()
    },
  },
  { name: 'studio-project', viewer: 'author', path: () => '/studio/projects', prepare: openOwnProject },
  {
    name: 'studio-project-preview',
    viewer: 'author',
    path: () => '/studio/projects',
    prepare: openProjectPreview,
  },
  {
    name: 'studio-project-checklist',
    viewer: 'author',
    path: () => '/studio/projects',
    prepare: openProjectChecklist,
  },
  {
    name: 'studio-project-history',
    viewer: 'author',
    path: () => '/studio/projects',
    prepare: openProjectHistory,
  },
  { name: 'studio-test', viewer: 'author', path: () => '/studio', prepare: openOwnTest },
  { name: 'studio-test-empty', viewer: 'author', path: () => '/studio', prepare: openEmptyTest },
  { name: 'studio-test-bank', viewer: 'author', path: () => '/studio', prepare: openTestBank },
  { name: 'studio-test-history', viewer: 'author', path: () => '/studio', prepare: openTestHistory },
  { name: 'studio-test-example', viewer: 'author', path: () => '/studio', prepare: openExampleTest },
  { name: 'studio-contests', viewer: 'author', path: () => '/studio/contests', prepare: openContestList },
  { name: 'studio-contests-nothing', viewer: 'author', path: () => '/studio/contests?state=CANCELLED' },
  {
    name: 'studio-contest-draft',
    viewer: 'author',
    path: () => '/studio/contests',
    prepare: openContestDraft,
  },
  {
    name: 'studio-contest-questions',
    viewer: 'author',
    path: () => '/studio/contests',
    prepare: openQuestionPicker,
  },
  {
    name: 'studio-contest-checklist',
    viewer: 'author',
    path: () => '/studio/contests',
    prepare: openContestChecklist,
  },
  { name: 'studio-contest', viewer: 'author', path: () => '/studio/contests', prepare: openPublishedContest },
  {
    name: 'studio-contest-edit',
    viewer: 'author',
    path: () => '/studio/contests',
    prepare: openContestEditing,
  },
  { name: 'studio-media', viewer: 'author', path: () => '/studio/media', prepare: uploadPictures },
  {
    name: 'studio-media-picture',
    viewer: 'author',
    path: () => '/studio/media',
    prepare: (page) => choosePicture(page),
  },
  { name: 'studio-medium', viewer: 'author', path: () => '/studio/media', prepare: openMedium },
  { name: 'studio-questions', viewer: 'author', path: () => QUESTIONS, prepare: chooseQuestions },
  { name: 'studio-questions-change', viewer: 'author', path: () => QUESTIONS, prepare: openBulkSheet },
  { name: 'studio-questions-nothing', viewer: 'author', path: () => `${QUESTIONS}?q=zzzz` },
  { name: 'studio-question', viewer: 'author', path: () => QUESTIONS, prepare: openOwnQuestion },
  { name: 'studio-question-preview', viewer: 'author', path: () => QUESTIONS, prepare: openPreview },
  { name: 'studio-question-conflict', viewer: 'author', path: () => QUESTIONS, prepare: openConflict },
  { name: 'studio-question-new', viewer: 'author', path: () => `${QUESTIONS}/new`, prepare: tryToCreate },
  { name: 'studio-duplicates', viewer: 'author', path: () => QUESTIONS, prepare: openDuplicates },
  { name: 'studio-import', viewer: 'author', path: () => `${QUESTIONS}/import` },
  {
    name: 'studio-import-checked',
    viewer: 'author',
    path: () => `${QUESTIONS}/import`,
    prepare: checkImport,
  },
  { name: 'studio-figures', viewer: 'author', path: () => '/studio', prepare: openFigures },
  { name: 'studio-figures-slides', viewer: 'author', path: () => '/studio', prepare: openSlideFigures },
  { name: 'studio-model-dialog', viewer: 'author', path: () => QUESTIONS, prepare: openModelDialog },
  { name: 'studio-model-mark', viewer: 'author', path: () => '/studio', prepare: openMarkedLesson },
  { name: 'studio-figures-tables', viewer: 'author', path: () => '/studio', prepare: openFigureTables },
  { name: 'studio-figures-rubric', viewer: 'author', path: () => '/studio', prepare: openRubricFigures },
  { name: 'studio-figures-questions', viewer: 'author', path: () => '/studio', prepare: openQuestionFigures },
  { name: 'studio-figures-nobody', viewer: 'author', path: () => '/studio', prepare: openEmptyFigures },
  { name: 'studio-submissions', viewer: 'author', path: () => '/studio', prepare: openQueue },
  { name: 'studio-submissions-none', viewer: 'author', path: () => '/studio/submissions' },
  {
    name: 'studio-take-over',
    viewer: 'admin',
    path: () => '/studio?of=all&status=PUBLISHED',
    prepare: openTakeOver,
  },
  { name: 'studio-reviews-empty', viewer: 'admin', path: () => '/studio/reviews?status=WITHDRAWN' },
  { name: 'studio-reviews', viewer: 'admin', path: () => '/studio/reviews', prepare: openReview },
  { name: 'console', viewer: 'admin', path: () => '/console' },
  { name: 'console-menu', viewer: 'admin', path: () => '/console', prepare: openConsoleMenu },
  { name: 'console-not-found', viewer: 'admin', path: () => '/console/no/such/page' },
  {
    name: 'console-search',
    viewer: 'admin',
    path: ({ user }) => `/console/search?q=${user.username.slice(0, 5)}`,
  },
  { name: 'console-search-nothing', viewer: 'admin', path: () => '/console/search?q=zzzz' },
  { name: 'console-users', viewer: 'admin', path: () => '/console/users' },
  { name: 'console-users-nothing', viewer: 'admin', path: () => '/console/users?q=zzzz&state=suspended' },
  { name: 'console-user', viewer: 'admin', path: ({ user }) => `/console/users/${user.id}` },
  {
    name: 'console-user-ledger',
    viewer: 'admin',
    path: ({ user }) => `/console/users/${user.id}`,
    prepare: (page) => page.locator('summary').first().click(),
  },
  {
    name: 'console-grant',
    viewer: 'admin',
    path: ({ user }) => `/console/users/${user.id}`,
    prepare: typeGrant,
  },
  { name: 'console-orders', viewer: 'admin', path: () => '/console/orders' },
  { name: 'console-order-refund', viewer: 'admin', path: () => '/console', prepare: openOrderRefund },
  { name: 'console-grants', viewer: 'admin', path: () => '/console/grants' },
  { name: 'console-grant-request', viewer: 'admin', path: () => '/console', prepare: openGrantRequest },
  { name: 'console-certificates', viewer: 'admin', path: () => '/console/certificates' },
  { name: 'console-submissions', viewer: 'admin', path: () => '/console/submissions' },
  { name: 'console-reports', viewer: 'admin', path: () => '/console/reports' },
  { name: 'console-report', viewer: 'admin', path: () => '/console', prepare: openReport },
  { name: 'console-broadcasts', viewer: 'admin', path: () => '/console', prepare: openBroadcasts },
  { name: 'console-broadcasts-none', viewer: 'admin', path: () => '/console/broadcasts?status=STOPPED' },
  { name: 'console-broadcast-new', viewer: 'admin', path: () => '/console/broadcasts/new' },
  { name: 'console-broadcast', viewer: 'admin', path: () => '/console', prepare: openBroadcastDraft },
  {
    name: 'console-broadcast-sending',
    viewer: 'admin',
    path: () => '/console',
    prepare: openRunningBroadcast,
  },
  { name: 'console-chain', viewer: 'admin', path: () => '/console/chain' },
  { name: 'console-events', viewer: 'admin', path: () => '/console/events' },
  { name: 'console-jobs', viewer: 'admin', path: () => '/console/jobs' },
  { name: 'console-ledger', viewer: 'admin', path: () => '/console/ledger' },
  { name: 'console-audit', viewer: 'admin', path: () => '/console/audit', prepare: openAudit },
  {
    name: 'console-audit-entry',
    viewer: 'admin',
    path: () => '/console/audit',
    prepare: async (page) => {
      await openAudit(page)
      await openConsoleRow(page)
    },
  },
  { name: 'console-figures', viewer: 'admin', path: () => '/console/figures' },
  { name: 'console-system', viewer: 'admin', path: () => '/console/system' },
  { name: 'console-staff', viewer: 'admin', path: () => '/console/staff' },
  { name: 'console-runtime', viewer: 'admin', path: () => '/console/runtime' },
  { name: 'console-runtime-change', viewer: 'admin', path: () => '/console/runtime', prepare: openSwitch },
  { name: 'console-settings', viewer: 'admin', path: () => '/console/settings' },
  { name: 'console-emails', viewer: 'admin', path: () => '/console/emails' },
  { name: 'console-battles', viewer: 'admin', path: () => '/console', prepare: openBattles },
  { name: 'console-battles-none', viewer: 'admin', path: () => '/console/battles' },
  { name: 'console-battle', viewer: 'admin', path: () => '/console', prepare: openBattle },
  { name: 'console-contests', viewer: 'admin', path: () => '/console/contests' },
  { name: 'console-contest', viewer: 'admin', path: () => '/console/contests', prepare: openFirstRow },
  { name: 'console-badges', viewer: 'admin', path: () => '/console/badges' },
  { name: 'console-badge', viewer: 'admin', path: () => '/console', prepare: openBadge },
  { name: 'console-badge-new', viewer: 'admin', path: () => '/console/badges/new' },
  { name: 'console-badge-mints', viewer: 'admin', path: () => '/console', prepare: openBadgeMints },
  { name: 'console-promotions', viewer: 'admin', path: () => '/console', prepare: openPromotions },
  { name: 'console-promotion', viewer: 'admin', path: () => '/console', prepare: openPromotion },
  { name: 'console-promotion-new', viewer: 'admin', path: () => '/console/promotions/new' },
  { name: 'console-second-factor', viewer: 'admin', path: () => '/console/users', prepare: openSecondFactor },
  { name: 'studio-second-factor', viewer: 'author', path: () => '/studio', prepare: openSecondFactor },
  { name: 'console-roles', viewer: 'admin', path: () => '/console/runtime', prepare: openRoles },
  { name: 'console-refused', viewer: 'learner', path: () => '/console' },
]

/** The menu of a phone; a wide screen has the rail instead. */
async function openConsoleMenu(page: Page): Promise<void> {
  const menu = page.locator('nav button[aria-haspopup=dialog]')
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog').waitFor()
  }
}

/** Grants gems to a user, so that the log has an entry, and opens the dialog again. */
async function typeGrant(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const open = page.locator('main header button').first()
  for (const isLast of [false, true]) {
    await open.click()
    await dialog.locator('input:not([type=radio])').fill('40')
    await dialog.locator('textarea').fill('The contest did not open.')
    if (isLast) return
    await dialog.locator('button[type=submit]').click()
    await dialog.waitFor({ state: 'detached' })
  }
}

/** The first row of a list in its panel. */
async function openConsoleRow(page: Page): Promise<void> {
  await page.locator('tbody [data-list-item]').first().click()
  await page.getByRole('dialog').locator('dl').first().waitFor()
}

/** The log of actions. On a new installation it is empty, so an author edits something first. */
async function openAudit(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  if ((await page.locator('tbody [data-list-item]').count()) > 0) return
  await createOwnLesson(origin, [textSlide('One plant')])
  await page.reload()
  await page.locator('tbody [data-list-item]').first().waitFor()
}

/** Creates a course in the studio and opens its page. */
async function createEmptyCourse(page: Page): Promise<void> {
  await openSheet(page)
  await page.getByRole('dialog').locator('input').fill('Sourdough bread for beginners')
  await page.keyboard.press('Enter')
  await page.locator('#outline').waitFor()
  await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
}

async function createCourse(page: Page): Promise<void> {
  await createEmptyCourse(page)
  for (const title of ['Flour, water, salt', 'The starter and how to feed it', 'First loaf']) {
    const row = page.locator('[role=row]', { hasText: title })
    await page.locator('section[aria-labelledby=outline] form input').fill(title)
    await page.keyboard.press('Enter')
    await row.waitFor()
  }
}

/** Another tab changes the title that this page is about to save. */
async function showConflict(page: Page): Promise<void> {
  await createCourse(page)
  await page.locator('form[data-saves] input').first().fill('Bread that rises')
  await page.route('**/admin/courses/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    const { 'if-match': _, ...headers } = route.request().headers()
    headers['idempotency-key'] = Bun.randomUUIDv7()
    await route.fetch({ headers, postData: { title: 'Sourdough, step by step', level: 'ADVANCED' } })
    await route.continue()
  })
  await page.keyboard.press('Control+s')
  await page.locator('#conflict').waitFor()
}

async function showChecklist(page: Page): Promise<void> {
  await createCourse(page)
  await page.locator('header button').last().click()
  await page.getByRole('dialog').locator('a').first().waitFor()
}

/** A course without faults that has changes, a time and comments of a reviewer. */
async function changeCourse(page: Page): Promise<void> {
  await createCourse(page)
  const schedule = {
    publishAt: '2027-01-04T08:00:00.000Z',
    userId: Bun.randomUUIDv7(),
    includeLessons: true,
    changeNote: null,
    reviewId: null,
  }
  const slides = [{ type: 'CALLOUT', tone: 'TIP', content: 'Weigh the water, too.' }]
  await page.route(/\/admin\/courses\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const changes = {
      status: 'PUBLISHED',
      hasUnpublishedChanges: true,
      description: 'For everybody.',
      schedule,
    }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...changes } } })
  })
  await page.route(/\/admin\/courses\/[^/]+\/lessons/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const data = body.data.map((lesson: object) => ({ ...lesson, slides, schedule }))
    await route.fulfill({ response, json: { ...body, data } })
  })
  await page.route(/\/admin\/courses\/[^/]+\/review-requests/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const comments = [
      { lessonId: null, text: 'Say for whom the course is.' },
      { lessonId: null, text: 'The second lesson needs a picture of the starter.' },
    ]
    const returned = { status: 'RETURNED', comments, lessons: [] }
    await route.fulfill({ response, json: { ...body, data: [returned] } })
  })
  await page.reload()
  await page.locator('main header section').waitFor()
}

/** A course with notes of its authors about changes. */
async function openChangedCourse(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const { api, token, courseId, lessonId } = await createOwnLesson(origin, [textSlide('One plant')])
  await api.call(`POST /admin/lessons/${lessonId}/publish`, { token })
  await api.call(`POST /admin/courses/${courseId}/publish`, { token, body: {} })
  await api.call(`PATCH /admin/lessons/${lessonId}`, { token, body: { title: 'Green, black and white' } })
  const note = 'White tea is new. The temperatures are those of the growers.'
  await api.call(`POST /admin/lessons/${lessonId}/publish`, { token, body: { changeNote: note } })
  await page.goto(`${origin}/learn/${courseId}`)
  await page.locator('#course-changes').waitFor()
}

/** The sheet of a shipped course. */
async function openTakeOver(page: Page): Promise<void> {
  await page.locator('main ul a').first().click()
  await page.locator('section[aria-labelledby=outline] li').first().waitFor()
  await page.locator('main header div[class*=bg-primary-soft] button').first().click()
  await page.getByRole('dialog').locator('textarea').waitFor()
}

async function showScheduled(page: Page): Promise<void> {
  await changeCourse(page)
  await page.locator('[role=row]').first().waitFor()
}

async function showPublishLater(page: Page): Promise<void> {
  await changeCourse(page)
  await page.locator('main header button[class*=bg-good]').click()
  await page.getByRole('dialog').getByRole('switch').last().focus()
  await page.keyboard.press('Space')
  await page.getByRole('dialog').locator('input[type=datetime-local]').fill('2027-01-04T09:00')
}

async function showAuthors(page: Page): Promise<void> {
  await createCourse(page)
  await page.locator('main header button').first().click()
  await page.getByRole('dialog').locator('li').first().waitFor()
}

/** A picture for the library; the same file is stored once. */
const PICTURES = [
  { name: 'loaf.png', alt: 'A loaf of bread on a board', background: '#caa472' },
  { name: 'starter.png', alt: 'A glass of sourdough starter', background: '#e9dcc3' },
] as const

async function choosePicture(page: Page, picture?: (typeof PICTURES)[number]): Promise<void> {
  const { name, background } = picture ?? PICTURES[0]
  const create = { width: 640, height: 420, channels: 3, background } as const
  const buffer = await sharp({ create }).png().toBuffer()
  await page.locator('main input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await page.getByRole('dialog').locator('img').waitFor()
}

async function uploadPictures(page: Page): Promise<void> {
  for (const picture of PICTURES) {
    await choosePicture(page, picture)
    await page.getByRole('dialog').locator('textarea').fill(picture.alt)
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('main li button', { hasText: picture.alt }).waitFor()
  }
}

async function openMedium(page: Page): Promise<void> {
  await uploadPictures(page)
  await page.locator('main li button').first().click()
  await page.getByRole('dialog').locator('#uses').waitFor()
}

/** Starts the test of a course, or continues it. */
async function startTest(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=course-test] button').click()
  await page.locator('main form').waitFor()
}

async function askToSubmitTest(page: Page): Promise<void> {
  await startTest(page)
  const next = page.locator('footer button').last()
  // The button of the last question has another colour.
  while (!(await next.getAttribute('class'))!.includes('bg-good')) {
    await next.click()
    await Bun.sleep(50)
  }
  await next.click()
  await page.getByRole('alertdialog').waitFor()
}

async function submitTest(page: Page): Promise<void> {
  await askToSubmitTest(page)
  await page.getByRole('alertdialog').locator('button').nth(-2).click()
  await page.locator('#test-questions').waitFor()
}

/** What a question with several right options says. */
const SEVERAL = /all that are right|الإجابات الصحيحة/

/** Answers cards until a question with several right options is shown. */
async function skipToMultiple(page: Page): Promise<void> {
  for (let card = 0; card < 30; card++) {
    await page.locator('main h1').waitFor()
    if (await page.getByText(SEVERAL).isVisible()) return
    await passCard(page)
  }
}

/** Answers the current card and goes on to the next one. */
async function passCard(page: Page): Promise<void> {
  const before = await page.locator('main h1').textContent()
  if ((await page.locator('main form').count()) === 0) await page.keyboard.press('Enter')
  await page.keyboard.press('1')
  for (let tries = 0; tries < 100; tries++) {
    if ((await page.locator('footer section').count()) > 0) await page.keyboard.press('Enter')
    if ((await page.locator('main h1').textContent()) !== before) return
    await Bun.sleep(50)
  }
}

async function answerCard(page: Page): Promise<void> {
  await page.locator('main form kbd').first().waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.locator('footer section').waitFor()
}

/** The answer does not reach the service, so it waits on the device. */
async function answerCardOffline(page: Page): Promise<void> {
  await page.route('**/review/cards/*/answers', (route) => route.abort())
  await answerCard(page)
}

/** The job that counts answers runs once a minute, so the skills are written here. */
async function showSkills(page: Page): Promise<void> {
  const shared = { answerCount: 12, lastAnsweredAt: '2026-11-02T08:10:00.000Z', isFading: false }
  const data = [
    { ...shared, skill: 'async programming', level: 'NOVICE' },
    { ...shared, skill: 'debugging', level: 'BEGINNER', isFading: true },
    { ...shared, skill: 'dom', level: 'COMPETENT' },
    { ...shared, skill: 'events', level: 'PROFICIENT' },
    { ...shared, skill: 'javascript', level: 'MASTER' },
    { ...shared, skill: 'smart contract auditing', level: 'BEGINNER' },
    { ...shared, skill: 'testing', level: 'COMPETENT' },
  ]
  await page.route('**/mastery', (route) => route.fulfill({ json: { success: true, data } }))
  await page.reload()
  await page.locator('[aria-labelledby=skills] li').last().scrollIntoViewIfNeeded()
}

/** Practises a completed lesson, or continues the round. */
async function startPractice(page: Page): Promise<void> {
  await page.locator('main ol button').first().click()
  await page.locator('main form').waitFor()
}

async function answerPractice(page: Page): Promise<void> {
  await startPractice(page)
  await answerShown(page)
}

async function finishPractice(page: Page): Promise<void> {
  await startPractice(page)
  for (let question = 0; question < 8; question++) {
    await answerShown(page)
    await page.locator('footer section button.w-full').click()
    await page.locator('footer section').waitFor({ state: 'detached' })
    if ((await page.locator('main form').count()) === 0) return
  }
}

async function answerShown(page: Page): Promise<void> {
  await giveAnswer(page)
  await page.locator('footer section').waitFor()
}

async function answerMultiple(page: Page): Promise<void> {
  await playUntil(page, 'main form')
  await answerCard(page)
}

/** Goes to the slide with a task, changes its code so that it prints what is asked for, and runs it. */
async function runCode(page: Page): Promise<void> {
  await playUntil(page, '[data-runnable]')
  const editor = page.locator('main textarea')
  await page.keyboard.press('Enter')
  const task = page.locator('main textarea').filter({ hasText: 'const amount = 800' })
  await task.waitFor()
  await editor.fill((await editor.inputValue()).replace('800', '80'))
  await editor.press('Control+Enter')
  await page.locator('main section pre').first().waitFor()
}

async function submitProject(page: Page): Promise<void> {
  await page.locator('main input[type=url]').fill('https://github.com/ada/expenses')
  await page
    .locator('main textarea')
    .fill('The page keeps expenses in localStorage. Five tests cover the sums.')
  await page.locator('main button[type=submit]').click()
  await page.locator('[aria-labelledby=assessment-title]').waitFor()
}

async function sendGoal(page: Page): Promise<void> {
  await page.locator('main input').fill('Smart contract developer')
  await page.keyboard.press('Enter')
  await page.locator('main ol li').first().waitFor()
}

async function chooseTarget(page: Page): Promise<void> {
  await page.locator('main button[type=submit]').click()
  await page.locator('[aria-labelledby=quests-title]').first().waitFor({ state: 'attached' })
}

async function openFirst(page: Page, address: string, index = 0): Promise<void> {
  await page.locator(`main a[href^="${address}"]`).nth(index).click()
  await page.waitForURL(`**${address}*`)
  await page.locator('main article').waitFor()
}

async function leaveLesson(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
}

async function openSheet(page: Page, row = 0): Promise<void> {
  await page.locator('main button').nth(row).click()
  await page.getByRole('dialog').waitFor()
}

/** The first run claims the certificate; later runs open it. */
async function claimCertificate(page: Page): Promise<void> {
  if ((await page.locator('main button').count()) > 0) {
    await openSheet(page)
    await page.getByRole('textbox').fill('Amina Otieno')
    await page.keyboard.press('Enter')
  } else await page.locator('main ul a').first().click()
  await page.locator('main img[alt]:not([alt=""])').waitFor()
}

async function openPinSheet(page: Page): Promise<void> {
  await page.locator('main section button', { hasText: 'PIN' }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function requestQuote(page: Page): Promise<void> {
  await page.locator('main input[type=number]').fill('15000')
  await page.locator('main button[type=submit]').click()
  await page.locator('main form dl').waitFor()
}

async function placeOrder(page: Page): Promise<void> {
  await requestQuote(page)
  await page.locator('main button[type=submit]').click()
  await page.locator('main ol').waitFor()
}

async function setUpTwoFactor(page: Page): Promise<void> {
  await page.locator('main section button').click()
  await page.locator('main form img').waitFor()
}

async function openDeletion(page: Page): Promise<void> {
  await page.locator('main section button').last().click()
  await page.getByRole('alertdialog').waitFor()
}

/** Each theme has its own learner, so that the lesson is always completed for the first time. */
async function finishLesson(page: Page): Promise<void> {
  await playUntil(page, 'dl')
}

/** Starts a battle against a bot, or returns to the one of the screen before. */
async function startBotBattle(page: Page): Promise<void> {
  await openSheet(page, 1)
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('main article kbd').first().waitFor()
}

async function answerRound(page: Page): Promise<void> {
  await startBotBattle(page)
  await page.keyboard.press('1')
  await page.locator('main article [aria-live] > div').waitFor()
}

async function askToLeaveBattle(page: Page): Promise<void> {
  await startBotBattle(page)
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor()
}

async function leaveBattle(page: Page): Promise<void> {
  await askToLeaveBattle(page)
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await page.locator('dl').first().waitFor()
}

async function createFriendRoom(page: Page): Promise<void> {
  await openSheet(page, 2)
  await page.locator('[role=dialog] button[type=submit]').click()
  await page.locator('h1:focus').waitFor()
}

/** A live contest without a fee. */
async function openContest(page: Page): Promise<void> {
  await page.locator('main ul a', { hasText: 'Daily mix' }).first().click()
  await page.locator('#ranking').waitFor()
  await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
}

/** The only button of a contest joins, starts or continues. */
async function startAttempt(page: Page): Promise<void> {
  await openContest(page)
  const question = page.locator('main kbd').first()
  for (let step = 0; step < 6 && !(await question.isVisible()); step++) {
    await page.locator('main button').first().click()
    await page.waitForLoadState('networkidle')
    await Bun.sleep(500)
  }
  await question.waitFor()
}

async function submitAttempt(page: Page): Promise<void> {
  await startAttempt(page)
  for (let step = 0; step < 30 && (await page.locator('main kbd').count()) > 0; step++) {
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.waitForLoadState('networkidle')
  }
  await page.locator('#ranking').waitFor()
}
