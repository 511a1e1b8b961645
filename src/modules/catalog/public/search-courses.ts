import type { Db } from '../../../platform/db/database.ts'
import { pagingQuery } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { type LessonMatch, listLessonMatches } from '../queries.ts'
import { type Catalog, type Course, type CourseId, LEVELS, type Lesson } from './catalog.ts'
import { CategoryKeySchema } from './category.ts'
import { normalizeText } from './normalize-text.ts'

export const CourseQuerySchema = pagingQuery(20).extend({
  search: z.string().trim().max(100).optional().openapi({ example: 'blockchain' }),
  category: CategoryKeySchema.optional(),
  level: z.enum(LEVELS).optional(),
})
type CourseSearch = Omit<z.output<typeof CourseQuerySchema>, 'page' | 'limit'>

export interface FoundCourse {
  course: Course
  /** The lesson that contains the words best, in its title or text. */
  matchedLesson: Lesson | undefined
}

/** The best matches come first: all words in the title, then in title, description and skills, then in one lesson. */
const RANKS = { title: 3, description: 2, lesson: 1 } as const

/**
 * Returns the courses that contain every word of the search: in their title, description and skills together, or in one
 * lesson. Without words, they have the order of the catalog.
 */
export async function searchCourses(
  db: Db,
  catalog: Catalog,
  { search, category, level }: CourseSearch,
): Promise<FoundCourse[]> {
  const text = normalizeText(search ?? '')
  const words = text.split(/\s+/).filter(Boolean)
  const courses = [...catalog.courses.values()].filter(
    (course) =>
      (category === undefined || course.category === category) &&
      (level === undefined || course.level === level),
  )
  if (words.length === 0) return courses.map((course) => ({ course, matchedLesson: undefined }))
  const matches = await findLessonMatches(db, text)
  return courses
    .map((course) => ({ course, match: matches.get(course.id) }))
    .map(({ course, match }) => ({ course, match, rank: rankCourse(course, words, match) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ course, match }) => ({ course, matchedLesson: match && catalog.lessons.get(match.lessonId) }))
}

/** The best lesson of each course. A lesson contains a word if one of its words begins with it or has its stem. */
async function findLessonMatches(db: Db, text: string): Promise<Map<CourseId, LessonMatch>> {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/^[a-z]$/.test(word))
  if (words.length === 0) return new Map()
  const rows = await listLessonMatches(db, words.map((word) => `'${word}':*`).join(' & '))
  return new Map(rows.map((row) => [row.courseId, row]))
}

function rankCourse(
  { title, description, skills }: Course,
  words: string[],
  match: LessonMatch | undefined,
): number {
  const [heading, text] = [normalizeText(title), normalizeText([title, description, ...skills].join('\n'))]
  if (words.every((word) => heading.includes(word))) return RANKS.title
  if (words.every((word) => text.includes(word))) return RANKS.description
  // The rank of PostgreSQL is between 0 and 1.
  return match ? Math.max(match.rank * RANKS.lesson, Number.MIN_VALUE) : 0
}
