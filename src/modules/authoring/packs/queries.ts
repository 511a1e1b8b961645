import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import type { Course, CourseId, LearningPath, LessonId } from '../../catalog/public/catalog.ts'
import { BUILT_IN_CATEGORIES, type Category } from '../../catalog/public/category.ts'
import type { RequiredScore } from '../../catalog/public/lesson-requirement.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import type { StoredItem } from '../../questions/public/import-plan.ts'
import type { TopicId } from '../../questions/public/question.ts'

interface PackKeys {
  packId: string
  keys: string[]
}

export type CategoryRow = Category & { position: number }

/** All categories, with the pack that each belongs to. */
export async function listStoredCategories(db: Db): Promise<StoredItem<CategoryRow>[]> {
  return db<StoredItem<CategoryRow>>`
    select key, titles, position, pack_id as "packId", false as "isArchived" from category order by position, key`
}

export async function upsertCategories(tx: Tx, categories: CategoryRow[], packId: string): Promise<void> {
  await tx`
    insert into category (key, titles, position, pack_id)
    select key, titles, position, ${packId}::text
    from jsonb_to_recordset(${categories}::jsonb) as row (key text, titles jsonb, position integer)
    on conflict (key) do update
    set titles = excluded.titles, position = excluded.position, pack_id = excluded.pack_id`
}

/** The categories that a pack added, and those of other packs that its courses and paths use. */
export async function listCategoriesForExport(db: Db, packId: string): Promise<Category[]> {
  return db<Category>`
    select key, titles from category
    where key <> all(${[...BUILT_IN_CATEGORIES]}::text[]) and (pack_id = ${packId}
      or key in (select category from course where pack_id = ${packId} and archived_at is null)
      or key in (select category from learning_path where pack_id = ${packId} and archived_at is null))
    order by position, key`
}

export type CourseRow = Omit<
  Course,
  'categoryTitles' | 'lessons' | 'pathIds' | 'hasProject' | 'authorIds' | 'changes' | 'cover'
> & {
  topicId: TopicId
  project: CapstoneProject | null
  position: number
}

/** The courses that administrators took over from packs, by their keys in the packs. */
export async function listTakenOver(
  db: Db,
): Promise<{ key: string; packId: string | null; skills: string[] }[]> {
  return db<{ key: string; packId: string | null; skills: string[] }>`
    select taken_over ->> 'key' as key, taken_over ->> 'packId' as "packId", to_jsonb(skills) as skills
    from course where taken_over is not null order by 1`
}

/** The courses of a pack, also the archived ones, and all courses with the given keys. */
export async function listStoredCourses(
  db: Db,
  { packId, keys }: PackKeys,
): Promise<(StoredItem<CourseRow> & { id: CourseId })[]> {
  return db<StoredItem<CourseRow> & { id: CourseId }>`
    select id, key, title, description, category, level, is_premium as "isPremium", cover_key as "coverKey", skills,
      topic_id as "topicId", bonus_xp as "bonusXp", bonus_gems as "bonusGems", project, test,
      required_score as "requiredScore", position, pack_id as "packId", archived_at is not null as "isArchived"
    from course where pack_id = ${packId} or key = any(${keys}::text[]) order by key`
}

export async function upsertCourses(
  tx: Tx,
  courses: CourseRow[],
  { packId, now }: { packId: string; now: Date },
): Promise<void> {
  await tx`
    insert into course (id, key, title, description, category, level, is_premium, cover_key, skills, topic_id,
      bonus_xp, bonus_gems, project, test, required_score, position, updated_at, pack_id)
    select id, key, title, description, category, level, "isPremium", "coverKey", skills, "topicId",
      "bonusXp", "bonusGems", project, test, "requiredScore", position, ${now}::timestamptz, ${packId}::text
    from jsonb_to_recordset(${courses}::jsonb) as row (id uuid, key text, title text, description text, category text,
      level text, "isPremium" boolean, "coverKey" text, skills text[], "topicId" uuid, "bonusXp" integer,
      "bonusGems" integer, project jsonb, test jsonb, "requiredScore" integer, position integer)
    on conflict (key) do update set title = excluded.title, description = excluded.description,
      category = excluded.category, level = excluded.level, is_premium = excluded.is_premium,
      cover_key = excluded.cover_key, skills = excluded.skills, topic_id = excluded.topic_id,
      bonus_xp = excluded.bonus_xp, bonus_gems = excluded.bonus_gems, project = excluded.project,
      test = excluded.test, required_score = excluded.required_score, position = excluded.position,
      updated_at = excluded.updated_at, pack_id = excluded.pack_id, archived_at = null`
}

export interface LessonRow {
  id: LessonId
  courseId: CourseId
  /** `<course key>/<lesson key>` */
  key: string
  lessonKey: string
  title: string
  position: number
  xp: number
  gems: number
  requiredScore: RequiredScore
  slides: StoredSlide[]
}

/** The lessons of the courses of a pack and of all courses with the given keys. They belong to the pack of the course. */
export async function listStoredLessons(
  db: Db,
  { packId, keys }: PackKeys,
): Promise<(StoredItem<LessonRow> & { id: LessonId })[]> {
  return db<StoredItem<LessonRow> & { id: LessonId }>`
    select lesson.id, course_id as "courseId", course.key || '/' || lesson.key as key, lesson.key as "lessonKey",
      lesson.title, lesson.position, xp_reward as xp, gem_reward as gems, lesson.required_score as "requiredScore", slides,
      ${packId}::text as "packId", lesson.archived_at is not null as "isArchived"
    from lesson join course on course.id = course_id
    where pack_id = ${packId} or course.key = any(${keys}::text[])
    order by course.key, lesson.key`
}

export async function upsertLessons(tx: Tx, lessons: LessonRow[]): Promise<void> {
  await tx`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, required_score, slides)
    select id, "courseId", "lessonKey", title, position, xp, gems, "requiredScore", slides
    from jsonb_to_recordset(${lessons}::jsonb) as row (id uuid, "courseId" uuid, "lessonKey" text, title text,
      position integer, xp integer, gems integer, "requiredScore" integer, slides jsonb)
    on conflict (course_id, key) do update set title = excluded.title, position = excluded.position,
      xp_reward = excluded.xp_reward, gem_reward = excluded.gem_reward,
      required_score = excluded.required_score, slides = excluded.slides, archived_at = null`
}

export type PathRow = Omit<LearningPath, 'categoryTitles' | 'courses' | 'cover' | 'accent'> & {
  synonyms: string[]
  position: number
  /** The keys of its courses, in order. */
  courses: string[]
}

/** The paths of a pack, also the archived ones, and all paths with the given keys. */
export async function listStoredPaths(
  db: Db,
  { packId, keys }: PackKeys,
): Promise<(StoredItem<PathRow> & { id: PathRow['id'] })[]> {
  return db<StoredItem<PathRow> & { id: PathRow['id'] }>`
    select id, key, title, description, category, kind, is_premium as "isPremium", skills, synonyms, position,
      array(select coalesce(course.taken_over ->> 'key', course.key)
        from learning_path_course join course on course.id = course_id
        where path_id = learning_path.id order by learning_path_course.position) as courses,
      pack_id as "packId", archived_at is not null as "isArchived"
    from learning_path where pack_id = ${packId} or key = any(${keys}::text[]) order by key`
}

export async function upsertPaths(tx: Tx, paths: PathRow[], packId: string): Promise<void> {
  await tx`
    insert into learning_path
      (id, key, title, description, category, kind, is_premium, skills, synonyms, position, pack_id)
    select id, key, title, description, category, kind, "isPremium", skills, synonyms, position, ${packId}::text
    from jsonb_to_recordset(${paths}::jsonb) as row (id uuid, key text, title text, description text, category text,
      kind text, "isPremium" boolean, skills text[], synonyms text[], position integer)
    on conflict (key) do update set title = excluded.title, description = excluded.description,
      category = excluded.category, kind = excluded.kind, is_premium = excluded.is_premium,
      skills = excluded.skills, synonyms = excluded.synonyms, position = excluded.position,
      pack_id = excluded.pack_id, archived_at = null`
}

/** Replaces the courses of the paths. */
export async function replacePathCourses(
  tx: Tx,
  members: { path: string; course: string; position: number }[],
): Promise<void> {
  await tx`
    with wanted as (
      select learning_path.id as path_id, course.id as course_id, row.position
      from jsonb_to_recordset(${members}::jsonb) as row (path text, course text, position integer)
      join learning_path on learning_path.key = row.path
      join course on coalesce(course.taken_over ->> 'key', course.key) = row.course
    ),
    deleted as (
      delete from learning_path_course as stored
      where exists (select from wanted where wanted.path_id = stored.path_id)
        and not exists (select from wanted
          where wanted.path_id = stored.path_id and wanted.course_id = stored.course_id)
    )
    insert into learning_path_course as stored (path_id, course_id, position)
    select path_id, course_id, position from wanted
    on conflict (path_id, course_id) do update set position = excluded.position
    where stored.position <> excluded.position`
}

export async function archiveCourses(tx: Tx, keys: string[], now: Date): Promise<void> {
  await tx`update course set archived_at = ${now} where archived_at is null and key = any(${keys}::text[])`
}

/** `keys` have the form `<course key>/<lesson key>`. */
export async function archiveLessons(tx: Tx, keys: string[], now: Date): Promise<void> {
  await tx`
    update lesson set archived_at = ${now} from course
    where course.id = course_id and lesson.archived_at is null
      and course.key || '/' || lesson.key = any(${keys}::text[])`
}

export async function archivePaths(tx: Tx, keys: string[], now: Date): Promise<void> {
  await tx`
    update learning_path set archived_at = ${now} where archived_at is null and key = any(${keys}::text[])`
}

export interface ExportedCourse extends Omit<CourseRow, 'id' | 'isPremium' | 'topicId' | 'position'> {
  premium: boolean
  topic: string
  lessons: (Pick<LessonRow, 'id' | 'key' | 'title' | 'xp' | 'gems' | 'requiredScore'> & {
    slides: StoredSlide[]
  })[]
}

export async function listCoursesForExport(
  db: Db,
  packId: string,
): Promise<(Omit<ExportedCourse, 'topic'> & { topicId: TopicId })[]> {
  return db<Omit<ExportedCourse, 'topic'> & { topicId: TopicId }>`
    select key, title, description, category, level, is_premium as premium, cover_key as "coverKey", skills,
      topic_id as "topicId", bonus_xp as "bonusXp", bonus_gems as "bonusGems", project, test, required_score as "requiredScore",
      (select coalesce(jsonb_agg(jsonb_build_object('id', lesson.id, 'key', lesson.key, 'title', lesson.title, 'xp', xp_reward,
          'gems', gem_reward, 'requiredScore', lesson.required_score, 'slides', slides) order by lesson.position, lesson.key), '[]')
        from lesson where course_id = course.id and lesson.archived_at is null) as lessons
    from course where archived_at is null and pack_id = ${packId} order by position, key`
}

/** Courses that were taken over are exported with those of authors, so the paths of the pack are exported without them. */
type ExportedPath = Omit<PathRow, 'id' | 'isPremium' | 'position'> & { premium: boolean }

export async function listPathsForExport(db: Db, packId: string): Promise<ExportedPath[]> {
  return db<ExportedPath>`
    select * from (
      select key, title, description, category, kind, is_premium as premium,
        array(select skill from unnest(learning_path.skills) with ordinality as promised (skill, place)
          where skill in (select unnest(course.skills) from learning_path_course join course on course.id = course_id
            where path_id = learning_path.id and course.taken_over is null)
          order by place) as skills,
        synonyms,
        array(select course.key from learning_path_course join course on course.id = course_id
          where path_id = learning_path.id and course.archived_at is null and course.taken_over is null
          order by learning_path_course.position) as courses
      from learning_path where archived_at is null and pack_id = ${packId} order by position, key
    ) as path
    where courses <> '{}'`
}
