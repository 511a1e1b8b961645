import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readContestSearch } from './contest/contest-search.ts'
import { readCourseSearch } from './courses/course-search.ts'
import { readFigureSearch } from './figures/figure-search.ts'
import { ScreenError, ScreenLoading, ScreenNotFound } from './frame/screen-states.tsx'
import { StudioFrame } from './frame/studio-frame.tsx'
import { readMediaSearch } from './media/media-search.ts'
import { readPageSearch, readQuestionSearch, readTestSearch } from './questions/question-search.ts'
import { readReviewSearch } from './reviews/review-search.ts'
import { readSubmissionSearch } from './submissions/submission-search.ts'

const root = createRootRoute({ component: StudioFrame, notFoundComponent: ScreenNotFound })

/** One line per screen; its file is loaded on the first visit. Its address is also in `paths.ts`. */
const courses = createRoute({
  getParentRoute: () => root,
  path: '/studio',
  validateSearch: readCourseSearch,
  component: lazyRouteComponent(() => import('./screens/courses.tsx')),
})

const lesson = createRoute({
  getParentRoute: () => root,
  path: '/studio/courses/$courseId/lessons/$lessonId',
  component: lazyRouteComponent(() => import('./screens/lesson.tsx')),
})

const course = createRoute({
  getParentRoute: () => root,
  path: '/studio/courses/$courseId',
  component: lazyRouteComponent(() => import('./screens/course.tsx')),
})

const figures = createRoute({
  getParentRoute: () => root,
  path: '/studio/courses/$courseId/figures',
  validateSearch: readFigureSearch,
  component: lazyRouteComponent(() => import('./screens/figures.tsx')),
})

const media = createRoute({
  getParentRoute: () => root,
  path: '/studio/media',
  validateSearch: readMediaSearch,
  component: lazyRouteComponent(() => import('./screens/media.tsx')),
})

const questions = createRoute({
  getParentRoute: () => root,
  path: '/studio/questions',
  validateSearch: readQuestionSearch,
  component: lazyRouteComponent(() => import('./screens/questions.tsx')),
})

const newQuestion = createRoute({
  getParentRoute: () => root,
  path: '/studio/questions/new',
  validateSearch: readTestSearch,
  component: lazyRouteComponent(() => import('./screens/new-question.tsx')),
})

const duplicates = createRoute({
  getParentRoute: () => root,
  path: '/studio/questions/duplicates',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./screens/duplicates.tsx')),
})

const importQuestions = createRoute({
  getParentRoute: () => root,
  path: '/studio/questions/import',
  component: lazyRouteComponent(() => import('./screens/import-questions.tsx')),
})

const paths = createRoute({
  getParentRoute: () => root,
  path: '/studio/paths',
  validateSearch: readCourseSearch,
  component: lazyRouteComponent(() => import('./screens/paths.tsx')),
})

const path = createRoute({
  getParentRoute: () => root,
  path: '/studio/paths/$pathId',
  component: lazyRouteComponent(() => import('./screens/path.tsx')),
})

const projects = createRoute({
  getParentRoute: () => root,
  path: '/studio/projects',
  validateSearch: readCourseSearch,
  component: lazyRouteComponent(() => import('./screens/projects.tsx')),
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/studio/projects/$projectId',
  component: lazyRouteComponent(() => import('./screens/project.tsx')),
})

const courseTest = createRoute({
  getParentRoute: () => root,
  path: '/studio/courses/$courseId/test',
  component: lazyRouteComponent(() => import('./screens/course-test.tsx')),
})

const reviews = createRoute({
  getParentRoute: () => root,
  path: '/studio/reviews',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./screens/reviews.tsx')),
})

const submissions = createRoute({
  getParentRoute: () => root,
  path: '/studio/submissions',
  validateSearch: readSubmissionSearch,
  component: lazyRouteComponent(() => import('./screens/submissions.tsx')),
})

const question = createRoute({
  getParentRoute: () => root,
  path: '/studio/questions/$questionId',
  component: lazyRouteComponent(() => import('./screens/question.tsx')),
})

const contests = createRoute({
  getParentRoute: () => root,
  path: '/studio/contests',
  validateSearch: readContestSearch,
  component: lazyRouteComponent(() => import('./screens/contests.tsx')),
})

const contestPlan = createRoute({
  getParentRoute: () => root,
  path: '/studio/contests/$planId',
  component: lazyRouteComponent(() => import('./screens/contest-plan.tsx')),
})

const contest = createRoute({
  getParentRoute: () => root,
  path: '/studio/contests/runs/$contestId',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./screens/contest.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    courses,
    course,
    lesson,
    figures,
    courseTest,
    media,
    questions,
    newQuestion,
    duplicates,
    importQuestions,
    question,
    submissions,
    reviews,
    paths,
    path,
    projects,
    project,
    contests,
    contestPlan,
    contest,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})
