import { createSingleflight } from '../../platform/concurrency/singleflight.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { CsvDownload } from '../../platform/http/file-download.ts'
import { PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { type Editor, requireAuthor } from '../authoring/public/editor.ts'
import { getEditedCourse, listLessons } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { listCourseQuestions } from './course-questions.ts'
import { type CourseStats, readCourseStats } from './course-stats.ts'
import { COURSE_STATS_EXAMPLE, CourseStatsSchema } from './course-stats-schema.ts'
import { COURSE_STATS_CSV_EXAMPLE, toCourseStatsTable } from './course-stats-table.ts'
import { dayOf, readPeriod } from './period.ts'
import { playRoute } from './play-route.ts'
import { listQuestionStats } from './question-stats.ts'
import { CourseQuestionStatsSchema, QUESTION_STATS_EXAMPLE } from './question-stats-schema.ts'
import { QUESTION_STATS_CSV_EXAMPLE, toQuestionStatsTable } from './question-stats-table.ts'
import { getLessonContents } from './slide-stats.ts'

const params = idParams<CourseId>()
const Format = z
  .enum(['json', 'csv'])
  .default('json')
  .openapi({ description: '`csv` returns a file instead (RFC 4180)', example: 'json' })
const Day = z.iso.date().refine((day) => day >= '2000-01-01' && day <= '2999-12-31', {
  message: 'must be a day from 2000 to 2999',
})
const PeriodQuery = z
  .object({
    from: Day.optional().openapi({ description: 'The first day (UTC). Without it: all time' }),
    to: Day.optional().openapi({ description: 'The last day (UTC). Without it: today' }),
    format: Format,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must not be before from',
    path: ['to'],
  })

/** What learners do in a course, for its authors and for administrators. */
export function courseFigureRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const catalog = catalogCache(platform)
  const shareRead = createSingleflight<CourseStats>()
  const refusals = [errors.course_not_found, errors.not_an_author]

  const requireCourse = async (id: CourseId, editor: Editor) =>
    requireAuthor(await getEditedCourse(db, id, editor), editor)

  const listAllLessons = async (courseId: CourseId, editor: Editor) =>
    (
      await listLessons(db, {
        courseId,
        editor,
        version: 'PUBLISHED',
        page: 1,
        limit: Number.MAX_SAFE_INTEGER,
      })
    ).items

  return [
    playRoute(platform),

    adminRead('GET /admin/courses/:id/figures', {
      summary: 'Read the stats of a course',
      description:
        'For authors of the course and an ADMIN. `learners` and `lessons` are about the learners who enrolled in the period; everything else is what happened in it. A share or a median of fewer than five learners is null.',
      params,
      query: PeriodQuery,
      response: {
        data: CourseStatsSchema,
        example: COURSE_STATS_EXAMPLE,
        csvExample: COURSE_STATS_CSV_EXAMPLE,
      },
      refusals,
      handle: async ({ params: { id: courseId }, query, caller, now }) => {
        await requireCourse(courseId, caller)
        const lessons = await listAllLessons(courseId, caller)
        const contents = await getLessonContents(
          catalog,
          lessons.map(({ id }) => id),
        )
        const period = readPeriod(query, now)
        const { since, until } = period
        const key = `${courseId} ${since.getTime()} ${until.getTime()}`
        const stats = await shareRead(key, () =>
          readCourseStats(platform.replicaDb, { courseId, lessons, contents, since, until }),
        )
        if (query.format === 'csv')
          return new CsvDownload(`course-figures-${courseId}`, toCourseStatsTable(stats))
        return { from: query.from ?? null, to: query.to ?? dayOf(now), ...stats }
      },
    }),

    adminRead('GET /admin/courses/:id/question-figures', {
      summary: 'List the stats of the questions of a course',
      description:
        'For authors of the course and an ADMIN. In the order of the lessons, then the questions of the course test. A CSV has the same page.',
      params,
      query: pagingQuery(20).extend({ format: Format }),
      response: {
        data: z.array(CourseQuestionStatsSchema),
        meta: PagingMeta,
        example: [QUESTION_STATS_EXAMPLE],
        csvExample: QUESTION_STATS_CSV_EXAMPLE,
      },
      refusals,
      handle: async ({ params: { id: courseId }, query: { page, limit, format }, caller }) => {
        await requireCourse(courseId, caller)
        const lessons = await listAllLessons(courseId, caller)
        const { key } = (await catalog.current()).courses.get(courseId) ?? {}
        const asked = await listCourseQuestions(db, lessons, key)
        const shown = asked.slice((page - 1) * limit, page * limit)
        const stats = await listQuestionStats(platform, shown)
        if (format === 'csv')
          return new CsvDownload(`question-figures-${courseId}`, toQuestionStatsTable(stats))
        return new Reply(stats, { meta: { total: asked.length, page, limit } })
      },
    }),
  ]
}
