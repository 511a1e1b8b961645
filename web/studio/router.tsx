import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readCourseSearch } from './courses/course-search.ts'
import { ScreenError, ScreenLoading, ScreenNotFound } from './frame/screen-states.tsx'
import { StudioFrame } from './frame/studio-frame.tsx'

const root = createRootRoute({ component: StudioFrame, notFoundComponent: ScreenNotFound })

/** One line per screen; its file is loaded on the first visit. Its address is also in `paths.ts`. */
const courses = createRoute({
  getParentRoute: () => root,
  path: '/studio',
  validateSearch: readCourseSearch,
  component: lazyRouteComponent(() => import('./screens/courses.tsx')),
})

const course = createRoute({
  getParentRoute: () => root,
  path: '/studio/courses/$courseId',
  component: lazyRouteComponent(() => import('./screens/course.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([courses, course]),
  defaultPreload: 'intent',
  defaultPendingComponent: ScreenLoading,
  defaultErrorComponent: ScreenError,
  scrollRestoration: true,
})
