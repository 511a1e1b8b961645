import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { Course, CourseId, LessonId, PathId } from '../catalog/public/catalog.ts'
import type { StoredSlide } from '../catalog/public/slide.ts'
import type { TopicId } from '../questions/public/question.ts'
import type {
  CoursePatch,
  EditedCourse,
  EditedLesson,
  EditedPath,
  LessonPatch,
} from './public/content-draft.ts'
import { accessOf, type Editor } from './public/editor.ts'
import type { PublicationStatus } from './public/question-draft.ts'

export interface ContentFilter {
  status: PublicationStatus | null
  /** A pattern for ILIKE. */
  pattern: string | null
  /** Only content that belongs to the editor. */
  isMine: boolean
}

/** `EDITED`: authors get the version that they edited, others the one that learners see. `PUBLISHED`: all get the latter. */
export type ContentVersion = 'EDITED' | 'PUBLISHED'

/**
 * Returns all courses that the editor may see, or one: published ones, and those of which the editor is an author. There
 * are at most hundreds, so the filters need no index.
 */
export function listEditedCourses(
  db: Db,
  id: CourseId | null,
  { status, pattern, isMine }: ContentFilter,
  editor: Editor,
  version: ContentVersion = 'EDITED',
): Promise<EditedCourse[]> {
  const { userId, seesAll } = accessOf(editor)
  return db<EditedCourse>`
    select * from (
      select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
        case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
        shown.*, project is not null as "hasProject",
        (select count(*)::integer from lesson where course_id = course.id and archived_at is null) as "totalLessons",
        owner_id as "ownerId", taken_over ->> 'packId' as "takenOverFrom",
        key ^@ 'admin:' and (${seesAll} or is_author) as "canEdit", version,
        (${seesAll} or is_author) and edited is not null as "hasUnpublishedChanges",
        (select coalesce(jsonb_agg(lesson.id order by lesson.position, lesson.key), '[]') from lesson
          where (${seesAll} or is_author) and course_id = course.id and lesson.archived_at is null
            and lesson_has_changes(lesson)) as "changedLessonIds",
        case when ${seesAll} or is_author then schedule end as schedule
      from course, coalesce(owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author,
        jsonb_to_record(coalesce(case when ${version === 'EDITED'} and (${seesAll} or is_author) then edited end,
          course_fields(course))) as shown (title text, description text, category text, level text, "isPremium" boolean,
          skills text[], "topicId" uuid, "bonusXp" integer, "bonusGems" integer, "requiredScore" integer)
      where (${id}::uuid is null or id = ${id}::uuid) and (${seesAll} or archived_at is null or is_author)
        and (not ${isMine}::boolean or is_author)
      order by position, key
    ) found
    where (${status}::text is null or status = ${status}::text)
      and (${pattern}::text is null or title || ' ' || description ilike ${pattern}::text)`
}

interface CourseDetails extends Pick<Course, 'cover' | 'coverKey'> {
  id: CourseId
  updatedAt: Date
}

/** What a list of courses also shows. */
export function listCourseDetails(db: Db, ids: CourseId[]): Promise<CourseDetails[]> {
  return db<CourseDetails>`
    select id, cover_key as "coverKey", medium_cover(cover_medium_id) as cover, updated_at as "updatedAt"
    from course where id = any(${ids}::uuid[])`
}

type AuthoredCourse = Pick<EditedCourse, 'id' | Exclude<keyof CoursePatch, 'topicId'>> & { topicId: TopicId }

/** Sorts authored content after the content of packs. */
const LAST_POSITION = 1_000_000

/** The owner is also the first author. */
export async function insertCourse(
  tx: Tx,
  key: string,
  course: AuthoredCourse & { ownerId: UserId },
  now: Date,
): Promise<void> {
  const { ownerId } = course
  const { id, title, description, category, level, isPremium, topicId, bonusXp, bonusGems, requiredScore } =
    course
  await tx`
    insert into course (id, key, title, description, category, level, is_premium, skills, topic_id, bonus_xp,
      bonus_gems, required_score, position, archived_at, is_draft, updated_at, owner_id, author_ids)
    select ${id}, ${key}, ${title}, ${description}, ${category}, ${level}, ${isPremium}, skills, ${topicId},
      ${bonusXp}, ${bonusGems}, ${requiredScore}::integer, ${LAST_POSITION}, ${now}::timestamptz, true, ${now}::timestamptz,
      ${ownerId}::uuid, array[${ownerId}::uuid]
    from jsonb_to_record(${{ skills: course.skills }}::jsonb) as input (skills text[])`
}

/** Changes the fields of a draft. */
export async function updateCourseRow(tx: Tx, course: AuthoredCourse, now: Date): Promise<void> {
  const { id, title, description, category, level, isPremium, topicId, bonusXp, bonusGems, requiredScore } =
    course
  await tx`
    update course set title = ${title}, description = ${description}, category = ${category}, level = ${level},
      is_premium = ${isPremium}, skills = input.skills, topic_id = ${topicId}, bonus_xp = ${bonusXp},
      bonus_gems = ${bonusGems}, required_score = ${requiredScore}, updated_at = ${now}, version = version + 1
    from jsonb_to_record(${{ skills: course.skills }}::jsonb) as input (skills text[])
    where id = ${id}`
}

/** Stores the edited fields beside the published ones. Fields that are all as published are no changes. */
export async function updateEditedCourse(tx: Tx, course: AuthoredCourse, now: Date): Promise<void> {
  const { id, title, description, category, level, isPremium, skills, topicId } = course
  const { bonusXp, bonusGems, requiredScore } = course
  const rewards = { bonusXp, bonusGems, requiredScore }
  const fields = { title, description, category, level, isPremium, skills, topicId, ...rewards }
  await tx`
    update course set edited = nullif(${fields}::jsonb, course_fields(course)), updated_at = ${now}, version = version + 1
    where id = ${id}`
}

export async function deleteCourseChanges(tx: Tx, id: CourseId): Promise<void> {
  await tx`update course set edited = null, version = version + 1 where id = ${id}`
}

/** Publishes the course with its edited fields. */
export async function updateCoursePublished(tx: Tx, id: CourseId, now: Date): Promise<void> {
  await tx`
    update course set title = shown.title, description = shown.description, category = shown.category, level = shown.level,
      is_premium = shown."isPremium", skills = shown.skills, topic_id = shown."topicId", bonus_xp = shown."bonusXp",
      bonus_gems = shown."bonusGems", required_score = shown."requiredScore", edited = null, archived_at = null,
      is_draft = false, schedule = null, updated_at = ${now}, version = course.version + 1
    from course as source, jsonb_to_record(coalesce(source.edited, course_fields(source))) as shown (title text,
      description text, category text, level text, "isPremium" boolean, skills text[], "topicId" uuid, "bonusXp" integer,
      "bonusGems" integer, "requiredScore" integer)
    where course.id = ${id} and source.id = ${id}`
}

/** Nothing of an archived course is published by a schedule. */
export async function updateCourseArchived(tx: Tx, id: CourseId, archivedAt: Date): Promise<void> {
  await tx`
    update course set archived_at = ${archivedAt}, is_draft = false, schedule = null, version = version + 1
    where id = ${id}`
  await tx`update lesson set schedule = null where course_id = ${id} and schedule is not null`
}

/** Returns the lessons of a course, or one lesson, with slides; unpublished ones only to authors of the course. */
export function listEditedLessons(
  db: Db,
  { courseId, lessonId }: { courseId: CourseId | null; lessonId: LessonId | null },
  editor: Editor,
  version: ContentVersion = 'EDITED',
): Promise<EditedLesson[]> {
  const { userId, seesAll } = accessOf(editor)
  return db<EditedLesson>`
    select lesson.id, case when course.key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when lesson.archived_at is null then 'PUBLISHED' when lesson.is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      course_id as "courseId", lesson.position as "order", shown.*,
      course.key ^@ 'admin:' and (${seesAll} or is_author) as "canEdit", lesson.version,
      (${seesAll} or is_author) and lesson_has_changes(lesson) as "hasUnpublishedChanges",
      case when ${seesAll} or is_author then lesson.schedule end as schedule
    from lesson join course on course.id = course_id,
      coalesce(owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author,
      jsonb_to_record(coalesce(case when ${version === 'EDITED'} and (${seesAll} or is_author) then lesson.edited end,
        lesson_fields(lesson))) as shown (title text, "xpReward" integer, "gemReward" integer, "requiredScore" integer,
        slides jsonb)
    where (course_id = ${courseId}::uuid or lesson.id = ${lessonId}::uuid)
      and (${seesAll} or is_author or (lesson.archived_at is null and course.archived_at is null))
    order by lesson.position, lesson.key`
}

type AuthoredLesson = Pick<EditedLesson, 'id' | 'courseId' | Exclude<keyof LessonPatch, 'slides'>> & {
  slides: StoredSlide[]
}

export async function insertLesson(tx: Tx, key: string, lesson: AuthoredLesson, now: Date): Promise<void> {
  const { id, courseId, title, order, xpReward, gemReward, requiredScore, slides } = lesson
  await tx`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, required_score, slides, archived_at,
      is_draft)
    values (${id}, ${courseId}, ${key}, ${title}, ${order}, ${xpReward}, ${gemReward}, ${requiredScore}, ${slides}::jsonb,
      ${now}, true)`
}

/** Changes the fields of a draft. */
export async function updateLessonRow(tx: Tx, lesson: AuthoredLesson): Promise<void> {
  const { id, title, xpReward, gemReward, requiredScore, slides } = lesson
  await tx`
    update lesson set title = ${title}, xp_reward = ${xpReward}, gem_reward = ${gemReward},
      required_score = ${requiredScore}, slides = ${slides}::jsonb, version = version + 1
    where id = ${id}`
}

/** Stores the edited fields beside the published ones. Fields that are all as published are no changes. */
export async function updateEditedLesson(tx: Tx, lesson: AuthoredLesson): Promise<void> {
  const { id, title, xpReward, gemReward, requiredScore, slides } = lesson
  const fields = { title, xpReward, gemReward, requiredScore, slides }
  await tx`
    update lesson set edited = nullif(${fields}::jsonb, lesson_fields(lesson)), version = version + 1 where id = ${id}`
}

export async function deleteLessonChanges(tx: Tx, id: LessonId): Promise<void> {
  await tx`update lesson set edited = null, version = version + 1 where id = ${id}`
}

/** Publishes lessons with their edited fields. `replaced` has the new ids of questions by their old ones. */
export async function updateLessonsPublished(
  tx: Tx,
  ids: string[],
  replaced: Record<string, string>,
): Promise<void> {
  await tx`
    update lesson set title = shown.title, xp_reward = shown."xpReward", gem_reward = shown."gemReward",
      required_score = shown."requiredScore", slides = with_questions(shown.slides, ${replaced}::jsonb), edited = null,
      archived_at = null, is_draft = false, schedule = null, version = lesson.version + 1
    from lesson as source, jsonb_to_record(coalesce(source.edited, lesson_fields(source))) as shown (title text,
      "xpReward" integer, "gemReward" integer, "requiredScore" integer, slides jsonb)
    where lesson.id = source.id and source.id = any(${ids}::uuid[])`
}

/** Keeps what learners see of the lessons now, for those who have them open. Of an unpublished course they see nothing. */
export async function insertReplacedPublications(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx`
    insert into replaced_publication (lesson_id, question_ids, required_score, replaced_at)
    select lesson.id, questions_of(slides), coalesce(lesson.required_score, course.required_score), ${now}::timestamptz
    from lesson join course on course.id = course_id
    where lesson.id = any(${ids}::uuid[]) and lesson.archived_at is null and course.archived_at is null
    on conflict (lesson_id, question_ids, required_score) do update set replaced_at = excluded.replaced_at`
}

/** The same for the lessons of a course whose requirement changes with the publication of the course. */
export async function insertPublicationsOfCourse(tx: Tx, courseId: CourseId, now: Date): Promise<void> {
  await tx`
    insert into replaced_publication (lesson_id, question_ids, required_score, replaced_at)
    select lesson.id, questions_of(slides), course.required_score, ${now}::timestamptz
    from lesson join course on course.id = course_id
    where course.id = ${courseId} and lesson.archived_at is null and course.archived_at is null
      and lesson.required_score is null and course.edited is not null
      and (course.edited ->> 'requiredScore')::integer is distinct from course.required_score
    on conflict (lesson_id, question_ids, required_score) do update set replaced_at = excluded.replaced_at`
}

/** After a publication: a version that learners see again is not replaced. */
export async function deleteCurrentPublications(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    delete from replaced_publication using lesson join course on course.id = course_id
    where lesson.id = any(${ids}::uuid[]) and replaced_publication.lesson_id = lesson.id
      and question_ids = questions_of(slides)
      and replaced_publication.required_score is not distinct from coalesce(lesson.required_score, course.required_score)`
}

/** A new order of the lessons is an edit of the course. */
export async function incrementCourseVersion(tx: Tx, id: CourseId, now: Date): Promise<void> {
  await tx`update course set version = version + 1, updated_at = ${now} where id = ${id}`
}

/** Numbers the lessons from 1 in the order of the ids. */
export async function updateLessonOrder(tx: Tx, ids: LessonId[]): Promise<void> {
  await tx`
    update lesson set position = input.position
    from unnest(${ids}::uuid[]) with ordinality as input (id, position)
    where lesson.id = input.id and lesson.position <> input.position`
}

export async function updateLessonArchived(tx: Tx, id: LessonId, archivedAt: Date): Promise<void> {
  await tx`
    update lesson set archived_at = ${archivedAt}, is_draft = false, schedule = null, version = version + 1
    where id = ${id}`
}

export async function updatePreviewNonce(tx: Tx, id: LessonId, nonce: string | null): Promise<void> {
  await tx`update lesson set preview_nonce = ${nonce}::uuid where id = ${id}`
}

/** Returns the questions of the published and of the edited slides of a lesson; none for a new lesson. */
export async function listQuestionsOfLesson(db: Db, lessonId: LessonId): Promise<string[]> {
  const [row] = await db<{ ids: string[] }>`
    select jsonb_path_query_array(all_slides(lesson), '$[*].questionId') as ids from lesson where id = ${lessonId}`
  return row?.ids ?? []
}

/** Returns the questions that another lesson uses, or that practice asks after another lesson. */
export async function listQuestionsUsedElsewhere(
  db: Db,
  lessonId: LessonId,
  questionIds: string[],
): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select distinct slide ->> 'questionId' as id from lesson, jsonb_array_elements(all_slides(lesson)) slide
    where lesson.id <> ${lessonId} and slide ->> 'questionId' = any(${questionIds}::text[])
    union select id::text from question where id::text = any(${questionIds}::text[]) and practice_lesson_id <> ${lessonId}`
  return rows.map(({ id }) => id)
}

export async function isKnownCategory(db: Db, key: string): Promise<boolean> {
  const rows = await db`select from category where key = ${key}`
  return rows.length > 0
}

export function listEditedPaths(
  db: Db,
  id: PathId | null,
  { status, pattern, isMine }: ContentFilter,
  editor: Editor,
): Promise<EditedPath[]> {
  const { userId, seesAll } = accessOf(editor)
  return db<EditedPath>`
    select * from (
      select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
        case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
        title, description, category, kind, is_premium as "isPremium", skills, synonyms,
        (select coalesce(jsonb_agg(course_id order by position), '[]') from learning_path_course
          where path_id = learning_path.id) as "courseIds",
        owner_id as "ownerId", key ^@ 'admin:' and (${seesAll} or is_owner) as "canEdit", version
      from learning_path, coalesce(owner_id = ${userId}::uuid, false) as is_owner
      where (${id}::uuid is null or id = ${id}::uuid) and (${seesAll} or archived_at is null or is_owner)
        and (not ${isMine}::boolean or is_owner)
      order by position, key
    ) found
    where (${status}::text is null or status = ${status}::text)
      and (${pattern}::text is null or title || ' ' || description ilike ${pattern}::text)`
}

type AuthoredPath = Omit<EditedPath, 'origin' | 'status' | 'courseIds' | 'ownerId' | 'canEdit' | 'version'>

export async function insertPath(
  tx: Tx,
  key: string,
  path: AuthoredPath & { ownerId: UserId },
  now: Date,
): Promise<void> {
  const { ownerId } = path
  const { id, title, description, category, kind, isPremium, skills, synonyms } = path
  await tx`
    insert into learning_path (id, key, title, description, category, kind, is_premium, skills, synonyms, position,
      archived_at, is_draft, owner_id)
    select ${id}, ${key}, ${title}, ${description}, ${category}, ${kind}, ${isPremium}, skills, synonyms, ${LAST_POSITION},
      ${now}::timestamptz, true, ${ownerId}::uuid
    from jsonb_to_record(${{ skills, synonyms }}::jsonb) as input (skills text[], synonyms text[])`
}

export async function updatePathRow(tx: Tx, path: AuthoredPath): Promise<void> {
  const { id, title, description, category, kind, isPremium, skills, synonyms } = path
  await tx`
    update learning_path set title = ${title}, description = ${description}, category = ${category}, kind = ${kind},
      is_premium = ${isPremium}, skills = input.skills, synonyms = input.synonyms,
      version = version + 1
    from jsonb_to_record(${{ skills, synonyms }}::jsonb) as input (skills text[], synonyms text[])
    where id = ${id}`
}

export async function replaceCoursesOfPath(tx: Tx, id: PathId, courseIds: string[]): Promise<void> {
  await tx`delete from learning_path_course where path_id = ${id}`
  await tx`
    insert into learning_path_course (path_id, course_id, position)
    select ${id}, input.id, input.position from unnest(${courseIds}::uuid[]) with ordinality as input (id, position)`
}

/** Whether another published path has the same courses, in any order. */
export async function isRepeatedPath(db: Db, id: PathId, courseIds: string[]): Promise<boolean> {
  const rows = await db`
    select path_id from learning_path_course join learning_path on learning_path.id = path_id
    where path_id <> ${id} and archived_at is null
    group by path_id
    having array_agg(course_id order by course_id) =
      (select array_agg(wanted order by wanted) from unnest(${courseIds}::uuid[]) as input (wanted))
    limit 1`
  return rows.length > 0
}

export async function updatePathArchived(tx: Tx, id: PathId, archivedAt: Date | null): Promise<void> {
  await tx`update learning_path set archived_at = ${archivedAt}, is_draft = false, version = version + 1 where id = ${id}`
}

/** Returns those of the courses that the editor may see. */
export async function listKnownCourseIds(
  db: Db,
  ids: string[],
  editor: Editor,
): Promise<{ id: string; isPublished: boolean }[]> {
  const { userId, seesAll } = accessOf(editor)
  return db<{ id: string; isPublished: boolean }>`
    select id, archived_at is null as "isPublished" from course
    where id = any(${ids}::uuid[]) and (${seesAll} or archived_at is null or owner_id = ${userId}::uuid
      or ${userId}::uuid = any(co_author_ids))`
}

export interface ProjectRow {
  courseId: CourseId
  courseTitle: string
  origin: 'PACK' | 'ADMIN'
  canEdit: boolean
  version: number
  project: CapstoneProject | null
  projectDraft: CapstoneProject | null
}

/** Returns all courses with a project or a draft of one, or the given course. Only authors of a course see a draft. */
export function listProjects(
  db: Db,
  courseId: CourseId | null,
  editor: Editor,
  isMine = false,
): Promise<ProjectRow[]> {
  const { userId, seesAll } = accessOf(editor)
  return db<ProjectRow>`
    select id as "courseId", coalesce(case when ${seesAll} or is_author then edited ->> 'title' end, title) as "courseTitle",
      case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      key ^@ 'admin:' and (${seesAll} or is_author) as "canEdit", project_version as version, project,
      case when ${seesAll} or is_author then project_draft end as "projectDraft"
    from course, coalesce(owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author
    where (${seesAll} or is_author or archived_at is null) and (not ${isMine}::boolean or is_author)
      and case when ${courseId}::uuid is null then project is not null or project_draft is not null
      else id = ${courseId}::uuid end
    order by position, key`
}

interface StoreProject {
  courseId: CourseId
  project: CapstoneProject
  isPublished: boolean
  now: Date
}

/** A new project has the first version. */
export async function storeProject(
  tx: Tx,
  { courseId, project, isPublished, now }: StoreProject,
): Promise<void> {
  await tx`
    update course set project = ${isPublished ? project : null}::jsonb,
      project_draft = ${isPublished ? null : project}::jsonb, updated_at = ${now},
      project_version = project_version + case when project is null and project_draft is null then 0 else 1 end
    where id = ${courseId}`
}
