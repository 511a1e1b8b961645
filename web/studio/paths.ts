/** Every address of the studio; `:name` is one segment. The service answers any other address with status 404. */
export const STUDIO_PATHS = [
  '/studio',
  '/studio/contests',
  '/studio/contests/:planId',
  '/studio/contests/runs/:contestId',
  '/studio/courses/:courseId',
  '/studio/courses/:courseId/figures',
  '/studio/courses/:courseId/lessons/:lessonId',
  '/studio/courses/:courseId/test',
  '/studio/media',
  '/studio/paths',
  '/studio/paths/:pathId',
  '/studio/projects',
  '/studio/projects/:projectId',
  '/studio/questions',
  '/studio/questions/duplicates',
  '/studio/questions/import',
  '/studio/questions/new',
  '/studio/questions/:questionId',
  '/studio/reviews',
  '/studio/submissions',
] as const

export const HOME_PATH = '/studio'
export const MEDIA_PATH = '/studio/media'
export const QUESTIONS_PATH = '/studio/questions'
export const IMPORT_PATH = '/studio/questions/import'
export const PATHS_PATH = '/studio/paths'
export const PROJECTS_PATH = '/studio/projects'
export const REVIEWS_PATH = '/studio/reviews'
export const SUBMISSIONS_PATH = '/studio/submissions'
export const NEW_QUESTION_PATH = '/studio/questions/new'
export const DUPLICATES_PATH = '/studio/questions/duplicates'

export const CONTESTS_PATH = '/studio/contests'

export const contestPlanPath = (planId: string): string => `${CONTESTS_PATH}/${planId}`

export const contestPath = (contestId: string): string => `${CONTESTS_PATH}/runs/${contestId}`

export const questionPath = (questionId: string): string => `${QUESTIONS_PATH}/${questionId}`

export const coursePath = (courseId: string): string => `/studio/courses/${courseId}`

export const lessonPath = (courseId: string, lessonId: string): string =>
  `${coursePath(courseId)}/lessons/${lessonId}`

export const pathPath = (pathId: string): string => `${PATHS_PATH}/${pathId}`

export const figuresPath = (courseId: string): string => `${coursePath(courseId)}/figures`

export const testPath = (courseId: string): string => `${coursePath(courseId)}/test`

export const projectPath = (projectId: string): string => `${PROJECTS_PATH}/${projectId}`
