import type { ReactNode } from 'react'
import type { Answer, Given } from '../../../packages/client/src/lyceum.ts'
import type { ReadOperation } from '../../ui/api/use-api.ts'
import type { Translator } from '../../ui/i18n/translator.ts'
import { type CatalogueSearch, readCatalogueSearch } from '../catalogue-search.ts'
import { landingHead } from '../landing/landing-head.ts'
import Courses from '../screens/courses.tsx'
import Landing from '../screens/landing.tsx'
import Leaderboards from '../screens/leaderboards.tsx'
import Paths from '../screens/paths.tsx'
import PublicCourse from '../screens/public-course.tsx'
import PublicPath from '../screens/public-path.tsx'
import PublicProfile from '../screens/public-profile.tsx'
import {
  courseHead,
  coursesHead,
  leaderboardsHead,
  type PageHead,
  pathHead,
  pathsHead,
  profileHead,
} from './page-head.ts'
import { type BoardSearch, boardRequest, coursesRequest, pagesOf, readBoardSearch } from './requests.ts'

type Params = Record<string, string>

/** A page that the service renders, with the one request that it shows. */
export interface ServerPage {
  path: string
  Screen: () => ReactNode
  validateSearch?: (search: Record<string, unknown>) => object
  request?: (params: Params, search: object) => { operation: ReadOperation; given?: object }
  head: (texts: Translator, answer: unknown, publicUrl: string, search: object) => PageHead
}

/** Connects the request of a page with its head, so that both have the type of the response. */
function reading<O extends ReadOperation>(
  operation: O,
  given: (params: Params, search: object) => Given<O> | undefined,
  head: (texts: Translator, answer: Answer<O>, publicUrl: string, search: object) => PageHead,
): Pick<ServerPage, 'request' | 'head'> {
  return {
    request: (params, search) => {
      const parameters = given(params, search)
      return { operation, ...(parameters ? { given: parameters } : {}) }
    },
    head: head as ServerPage['head'],
  }
}

/** The same screens as in router.tsx, but not loaded on demand. */
export const SERVER_PAGES: ServerPage[] = [
  { path: '/', Screen: Landing, head: (texts, _, publicUrl) => landingHead(texts, publicUrl) },
  {
    path: '/courses',
    Screen: Courses,
    validateSearch: readCatalogueSearch,
    ...reading(
      'GET /public/courses',
      (_, search) => coursesRequest(search as CatalogueSearch),
      (texts, { meta }, _, search) => coursesHead(texts, pagesOf(meta), readCatalogueSearch({ ...search })),
    ),
  },
  {
    path: '/courses/$courseId',
    Screen: PublicCourse,
    ...reading(
      'GET /public/courses/{id}',
      ({ courseId }) => ({ path: { id: courseId! } }),
      (_, { data }, publicUrl) => courseHead(data, publicUrl),
    ),
  },
  {
    path: '/paths',
    Screen: Paths,
    ...reading(
      'GET /public/paths',
      () => undefined,
      (texts) => pathsHead(texts),
    ),
  },
  {
    path: '/paths/$pathId',
    Screen: PublicPath,
    ...reading(
      'GET /public/paths/{id}',
      ({ pathId }) => ({ path: { id: pathId! } }),
      (_, { data }, publicUrl) => pathHead(data, publicUrl),
    ),
  },
  {
    path: '/leaderboards',
    Screen: Leaderboards,
    validateSearch: readBoardSearch,
    ...reading(
      'GET /public/leaderboards',
      (_, search) => boardRequest(search as BoardSearch),
      (texts) => leaderboardsHead(texts),
    ),
  },
  {
    path: '/u/$username',
    Screen: PublicProfile,
    ...reading(
      'GET /public/profiles/{username}',
      ({ username }) => ({ path: { username: username! } }),
      (texts, { data }) => profileHead(texts, data),
    ),
  },
]
