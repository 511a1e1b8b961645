import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readCourseSearch } from './courses/course-search.ts'
import { ScreenError, ScreenLoading, ScreenNotFound } from './frame/screen-states.tsx'
import { StudioFrame } from './frame/studio-frame.tsx'
import { readMediaSearch } from './media/media-search.ts'

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

const media = createRoute({
  getParentRoute: () => root,
  path: '/studio/media',
  validateSearch: readMediaSearch,
  component: lazyRouteComponent(() => import('./screens/media.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([courses, course, lesson, media]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})
