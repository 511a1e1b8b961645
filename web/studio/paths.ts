/** Every address of the studio; `:name` is one segment. The service answers any other address with status 404. */
export const STUDIO_PATHS = [
  '/studio',
  '/studio/courses/:courseId',
  '/studio/courses/:courseId/lessons/:lessonId',
  '/studio/media',
] as const

export const HOME_PATH = '/studio'
export const MEDIA_PATH = '/studio/media'

export const coursePath = (courseId: string): string => `/studio/courses/${courseId}`

export const lessonPath = (courseId: string, lessonId: string): string =>
  `${coursePath(courseId)}/lessons/${lessonId}`
