import type { Db } from '../../platform/db/database.ts'
import type { QuestionId } from '../questions/public/question.ts'
import type { Catalog, Course, CourseId, LearningPath, Lesson, LessonId, PathId } from './public/catalog.ts'
import type { Category } from './public/category.ts'
import type { StoredSlide } from './public/slide.ts'

export async function getCatalogVersion(db: Db): Promise<bigint> {
  const [row] = await db<{ version: bigint }>`select version from catalog_version`
  return row!.version
}

type CourseRow = Omit<Course, 'lessons' | 'pathIds' | 'categoryTitles'>
type LessonRow = Omit<Lesson, 'order'>
type PathRow = Omit<LearningPath, 'courses' | 'categoryTitles'> & { courseIds: CourseId[] }

interface CatalogRows {
  categories: Category[]
  courses: CourseRow[]
  lessons: LessonRow[]
  paths: PathRow[]
}

/** Reads all parts in one statement, so that they have one snapshot: an import may commit between two statements. */
export async function readCatalog(db: Db): Promise<Catalog> {
  const [row] = await db<CatalogRows & { version: string }>`
    select
      (select version::text from catalog_version) as version,
      (select jsonb_agg(jsonb_build_object('key', key, 'titles', titles) order by position, key) from category) as categories,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', key, 'title', title,
          'description', description, 'category', category, 'level', level, 'isPremium', is_premium,
          'coverKey', cover_key, 'cover', medium_cover(cover_medium_id), 'skills', skills, 'bonusXp', bonus_xp, 'bonusGems', bonus_gems,
          'hasProject', project is not null, 'authorIds', author_ids, 'test', test,
          'requiredScore', required_score, 'changes',
          (select coalesce(jsonb_agg(jsonb_build_object('note', note, 'lessonId', lesson_id, 'publishedAt', published_at)
              order by published_at desc, id desc), '[]')
            from (select change_note.* from change_note left join lesson on lesson.id = lesson_id
              where change_note.course_id = course.id and lesson.archived_at is null
              order by published_at desc, change_note.id desc limit 5) as latest)) order by position, key), '[]')
        from course where archived_at is null) as courses,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'courseId', course_id, 'title', title,
          'xpReward', xp_reward, 'gemReward', gem_reward, 'requiredScore', required_score,
          'minutes', lesson_minutes(slides),
          'questionIds', jsonb_path_query_array(slides, '$[*].questionId'),
          'earlier', (select coalesce(jsonb_agg(jsonb_build_object('questionIds', question_ids,
              'requiredScore', replaced_publication.required_score, 'replacedAt', replaced_at) order by replaced_at desc), '[]')
            from replaced_publication where lesson_id = lesson.id)) order by position, key), '[]')
        from lesson where archived_at is null) as lessons,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'key', key, 'title', title,
          'description', description, 'category', category, 'kind', kind, 'isPremium', is_premium,
          'skills', skills, 'synonyms', synonyms, 'accent', accent, 'cover', medium_cover(cover_medium_id),
          'courseIds', (select coalesce(jsonb_agg(course_id order by position), '[]')
            from learning_path_course where path_id = learning_path.id)) order by position, key), '[]')
        from learning_path where archived_at is null) as paths`
  return buildCatalog(row!, BigInt(row!.version))
}

function buildCatalog(rows: CatalogRows, version: bigint): Catalog {
  const categories = new Map(rows.categories.map((category) => [category.key, category]))
  const categoryTitlesOf = (row: { category: string }) => categories.get(row.category)!.titles
  const courses = new Map<CourseId, Course>(
    rows.courses.map((row) => [
      row.id,
      { ...row, categoryTitles: categoryTitlesOf(row), lessons: [], pathIds: [] },
    ]),
  )
  const lessons = new Map<LessonId, Lesson>()
  for (const row of rows.lessons) {
    const course = courses.get(row.courseId)
    if (!course) continue
    const requiredScore = row.requiredScore ?? course.requiredScore
    const lesson = { ...row, requiredScore, order: course.lessons.length + 1 }
    course.lessons.push(lesson)
    lessons.set(lesson.id, lesson)
  }
  const paths = new Map<PathId, LearningPath>()
  for (const { courseIds, ...row } of rows.paths) {
    const members = courseIds.flatMap((id) => courses.get(id) ?? [])
    const taught = new Set(members.flatMap(({ skills }) => skills))
    const skills = row.skills.filter((skill) => taught.has(skill))
    paths.set(row.id, { ...row, categoryTitles: categoryTitlesOf(row), skills, courses: members })
    for (const course of members) course.pathIds.push(row.id)
  }
  return { version, categories, courses, lessons, paths }
}

/** The lesson of a course that contains the words of a search best. */
export interface LessonMatch {
  courseId: CourseId
  lessonId: LessonId
  /** Between 0 and 1. */
  rank: number
}

/** `words` is the text of a tsquery. */
export function listLessonMatches(db: Db, words: string): Promise<LessonMatch[]> {
  return db<LessonMatch>`
    select distinct on (course_id) course_id as "courseId", id as "lessonId",
      ts_rank(search_vector, query, 32)::float8 as rank
    from (select to_tsquery('content_english', ${words}) || to_tsquery('content_plain', ${words})) as search (query)
    join lesson on search_vector @@ query
    where archived_at is null
    order by course_id, rank desc, position`
}

/** A lesson as learners will see it after the next publication, with what its preview link needs. */
export interface LessonDraft extends Omit<Lesson, 'minutes' | 'questionIds' | 'earlier'> {
  slides: StoredSlide[]
  /** Part of the signature of the preview link; null if there is none. */
  previewNonce: string | null
}

/** The order counts the published lessons before it, as learners see it. */
export async function findLessonDraft(db: Db, lessonId: LessonId): Promise<LessonDraft | undefined> {
  const [row] = await db<LessonDraft>`
    select lesson.id, course_id as "courseId", shown.title, shown."xpReward", shown."gemReward", shown.slides,
      coalesce(shown."requiredScore", case when course.edited is null then course.required_score
        else (course.edited ->> 'requiredScore')::integer end) as "requiredScore", preview_nonce as "previewNonce",
      (select count(*)::integer + 1 from lesson as earlier
        where earlier.course_id = course.id and earlier.archived_at is null
          and (earlier.position, earlier.key) < (lesson.position, lesson.key)) as "order"
    from lesson join course on course.id = course_id,
      jsonb_to_record(coalesce(lesson.edited, lesson_fields(lesson))) as shown (title text, "xpReward" integer,
        "gemReward" integer, "requiredScore" integer, slides jsonb)
    where lesson.id = ${lessonId}`
  return row
}

export interface PublishedSlides {
  slides: StoredSlide[]
  /** The questions of earlier publications that learners may have open. */
  earlierQuestionIds: QuestionId[]
}

export async function findSlides(db: Db, lessonId: LessonId): Promise<PublishedSlides | undefined> {
  const [row] = await db<PublishedSlides>`
    select slides, (select coalesce(jsonb_agg(distinct id), '[]') from replaced_publication, unnest(question_ids) as id
      where lesson_id = lesson.id and id <> all(questions_of(slides))) as "earlierQuestionIds"
    from lesson where id = ${lessonId}`
  return row
}
