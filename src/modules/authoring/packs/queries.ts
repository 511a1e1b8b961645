import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import type { Course, CourseId, LearningPath, LessonId } from '../../catalog/public/catalog.ts'
import { BUILT_IN_CATEGORIES, type Category } from '../../catalog/public/category.ts'
import type { RequiredScore } from '../../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import type { TopicId } from '../../questions/public/question.ts'

/** A row that an upsert inserted or changed. */
export interface UpsertedRow {
  key: string
  isNew: boolean
}

/** Categories that the pack does not name stay, because authored content may use them. Returns the number of changes. */
export async function upsertCategories(tx: Tx, categories: Category[]): Promise<number> {
  const rows = await tx`
    insert into category as stored (key, titles, position)
    select key, titles, ${BUILT_IN_CATEGORIES.size}::integer + row_number() over ()
    from jsonb_to_recordset(${categories}::jsonb) as row (key text, titles jsonb)
    on conflict (key) do update set titles = excluded.titles, position = excluded.position
    where (stored.titles, stored.position) is distinct from (excluded.titles, excluded.position)
    returning key`
  return rows.length
}

/** The categories that a pack added. */
export async function listCategoriesForExport(db: Db): Promise<Category[]> {
  return db<Category>`
    select key, titles from category where key <> all(${[...BUILT_IN_CATEGORIES]}::text[]) order by position, key`
}

type CourseRow = Omit<Course, 'lessons' | 'pathIds' | 'hasProject' | 'authorIds' | 'cover'> & {
  topicId: TopicId
  project: CapstoneProject | null
  position: number
}

export async function upsertCourses(tx: Tx, courses: CourseRow[], now: Date): Promise<UpsertedRow[]> {
  return tx<UpsertedRow>`
    insert into course as stored (id, key, title, description, category, level, is_premium, cover_key, skills, topic_id,
      bonus_xp, bonus_gems, project, test, required_score, position, updated_at)
    select id, key, title, description, category, level, "isPremium", "coverKey", skills, "topicId",
      "bonusXp", "bonusGems", project, test, "requiredScore", position, ${now}::timestamptz
    from jsonb_to_recordset(${courses}::jsonb) as row (id uuid, key text, title text, description text, category text,
      level text, "isPremium" boolean, "coverKey" text, skills text[], "topicId" uuid, "bonusXp" integer,
      "bonusGems" integer, project jsonb, test jsonb, "requiredScore" integer, position integer)
    on conflict (key) do update set title = excluded.title, description = excluded.description,
      category = excluded.category, level = excluded.level, is_premium = excluded.is_premium,
      cover_key = excluded.cover_key, skills = excluded.skills, topic_id = excluded.topic_id,
      bonus_xp = excluded.bonus_xp, bonus_gems = excluded.bonus_gems, project = excluded.project,
      test = excluded.test, required_score = excluded.required_score, position = excluded.position,
      updated_at = excluded.updated_at, archived_at = null
    where (stored.title, stored.description, stored.category, stored.level, stored.is_premium, stored.cover_key, stored.skills,
        stored.topic_id, stored.bonus_xp, stored.bonus_gems, stored.project, stored.test, stored.required_score,
        stored.position, stored.archived_at)
      is distinct from (excluded.title, excluded.description, excluded.category, excluded.level,
        excluded.is_premium, excluded.cover_key, excluded.skills, excluded.topic_id, excluded.bonus_xp,
        excluded.bonus_gems, excluded.project, excluded.test, excluded.required_score, excluded.position,
        null::timestamptz)
    returning key, xmax = 0 as "isNew"`
}

export async function listCourseIds(db: Db): Promise<{ id: CourseId; key: string }[]> {
  return db<{ id: CourseId; key: string }>`select id, key from course`
}

export interface LessonRow {
  id: LessonId
  courseId: CourseId
  key: string
  title: string
  position: number
  xp: number
  gems: number
  requiredScore: RequiredScore
  slides: StoredSlide[]
}

export async function upsertLessons(tx: Tx, lessons: LessonRow[]): Promise<UpsertedRow[]> {
  return tx<UpsertedRow>`
    insert into lesson as stored (id, course_id, key, title, position, xp_reward, gem_reward, required_score, slides)
    select id, "courseId", key, title, position, xp, gems, "requiredScore", slides
    from jsonb_to_recordset(${lessons}::jsonb) as row (id uuid, "courseId" uuid, key text, title text,
      position integer, xp integer, gems integer, "requiredScore" integer, slides jsonb)
    on conflict (course_id, key) do update set title = excluded.title, position = excluded.position,
      xp_reward = excluded.xp_reward, gem_reward = excluded.gem_reward,
      required_score = excluded.required_score, slides = excluded.slides, archived_at = null
    where (stored.title, stored.position, stored.xp_reward, stored.gem_reward, stored.required_score, stored.slides,
        stored.archived_at)
      is distinct from (excluded.title, excluded.position, excluded.xp_reward, excluded.gem_reward,
        excluded.required_score, excluded.slides, null::timestamptz)
    returning key, xmax = 0 as "isNew"`
}

type PathRow = Omit<LearningPath, 'courses' | 'cover'> & { synonyms: string[]; position: number }

export async function upsertPaths(tx: Tx, paths: PathRow[]): Promise<UpsertedRow[]> {
  return tx<UpsertedRow>`
    insert into learning_path as stored
      (id, key, title, description, category, kind, is_premium, skills, synonyms, position)
    select id, key, title, description, category, kind, "isPremium", skills, synonyms, position
    from jsonb_to_recordset(${paths}::jsonb) as row (id uuid, key text, title text, description text, category text,
      kind text, "isPremium" boolean, skills text[], synonyms text[], position integer)
    on conflict (key) do update set title = excluded.title, description = excluded.description,
      category = excluded.category, kind = excluded.kind, is_premium = excluded.is_premium,
      skills = excluded.skills, synonyms = excluded.synonyms, position = excluded.position, archived_at = null
    where (stored.title, stored.description, stored.category, stored.kind, stored.is_premium, stored.skills, stored.synonyms,
        stored.position, stored.archived_at)
      is distinct from (excluded.title, excluded.description, excluded.category, excluded.kind,
        excluded.is_premium, excluded.skills, excluded.synonyms, excluded.position, null::timestamptz)
    returning key, xmax = 0 as "isNew"`
}

/** Replaces the courses of the paths. Returns the keys of the changed paths. */
export async function replacePathCourses(
  tx: Tx,
  members: { path: string; course: string; position: number }[],
): Promise<string[]> {
  const rows = await tx<{ key: string }>`
    with wanted as (
      select learning_path.id as path_id, course.id as course_id, row.position
      from jsonb_to_recordset(${members}::jsonb) as row (path text, course text, position integer)
      join learning_path on learning_path.key = row.path
      join course on course.key = row.course
    ),
    deleted as (
      delete from learning_path_course as stored
      where exists (select from wanted where wanted.path_id = stored.path_id)
        and not exists (select from wanted
          where wanted.path_id = stored.path_id and wanted.course_id = stored.course_id)
      returning path_id
    ),
    upserted as (
      insert into learning_path_course as stored (path_id, course_id, position)
      select path_id, course_id, position from wanted
      on conflict (path_id, course_id) do update set position = excluded.position
      where stored.position <> excluded.position
      returning path_id
    )
    select distinct key from learning_path
    where id in (select path_id from deleted) or id in (select path_id from upserted)`
  return rows.map((row) => row.key)
}

/** Imports do not change authored content, whose keys begin with `admin:`. */
export async function archiveCourses(tx: Tx, presentKeys: string[], now: Date): Promise<number> {
  const rows = await tx`
    update course set archived_at = ${now}
    where archived_at is null and not key ^@ 'admin:' and key <> all(${presentKeys}::text[]) returning id`
  return rows.length
}

/** `presentKeys` have the form `<course key>/<lesson key>`. */
export async function archiveLessons(tx: Tx, presentKeys: string[], now: Date): Promise<number> {
  const rows = await tx`
    update lesson set archived_at = ${now} from course
    where course.id = course_id and lesson.archived_at is null and not course.key ^@ 'admin:'
      and course.key || '/' || lesson.key <> all(${presentKeys}::text[])
    returning lesson.id`
  return rows.length
}

export async function archivePaths(tx: Tx, presentKeys: string[], now: Date): Promise<number> {
  const rows = await tx`
    update learning_path set archived_at = ${now}
    where archived_at is null and not key ^@ 'admin:' and key <> all(${presentKeys}::text[]) returning id`
  return rows.length
}

export interface ExportedCourse extends Omit<CourseRow, 'id' | 'isPremium' | 'topicId' | 'position'> {
  premium: boolean
  topic: string
  lessons: (Pick<LessonRow, 'key' | 'title' | 'xp' | 'gems' | 'requiredScore'> & { slides: StoredSlide[] })[]
}

export async function listCoursesForExport(
  db: Db,
): Promise<(Omit<ExportedCourse, 'topic'> & { topicId: TopicId })[]> {
  return db<Omit<ExportedCourse, 'topic'> & { topicId: TopicId }>`
    select key, title, description, category, level, is_premium as premium, cover_key as "coverKey", skills,
      topic_id as "topicId", bonus_xp as "bonusXp", bonus_gems as "bonusGems", project, test, required_score as "requiredScore",
      (select coalesce(jsonb_agg(jsonb_build_object('key', lesson.key, 'title', lesson.title, 'xp', xp_reward,
          'gems', gem_reward, 'requiredScore', lesson.required_score, 'slides', slides) order by lesson.position, lesson.key), '[]')
        from lesson where course_id = course.id and lesson.archived_at is null) as lessons
    from course where archived_at is null and not key ^@ 'admin:' order by position, key`
}

type ExportedPath = Omit<PathRow, 'id' | 'isPremium' | 'position'> & { premium: boolean; courses: string[] }

export async function listPathsForExport(db: Db): Promise<ExportedPath[]> {
  return db<ExportedPath>`
    select key, title, description, category, kind, is_premium as premium, skills, synonyms,
      array(select course.key from learning_path_course join course on course.id = course_id
        where path_id = learning_path.id and course.archived_at is null
        order by learning_path_course.position) as courses
    from learning_path where archived_at is null and not key ^@ 'admin:' order by position, key`
}
