import type { Db } from '../../platform/db/database.ts'
import { BUILT_IN_CATEGORIES, type Category } from '../catalog/public/category.ts'
import { toImportedQuestion } from '../questions/public/export-questions.ts'
import type { Difficulty, ImportedUse } from '../questions/public/question.ts'
import { type StoredRow, toStoredQuestion } from '../questions/public/question-columns.ts'
import type { AuthoredCourse, AuthoredLesson, AuthoredPath, AuthoredQuestion } from './authored-pack.ts'
import type { Selection } from './selection.ts'

/** The authored courses of a selection, or those with the given ids in any state. */
export function listAuthoredCourses(
  db: Db,
  { drafts, courseId, ownerId }: Selection,
  ids: string[] | null = null,
): Promise<AuthoredCourse[]> {
  return db<AuthoredCourse>`
    select course.id, is_draft as "isDraft", course.title, description, category, level, is_premium as premium,
      cover_key as "coverKey", cover_medium_id as "coverMediumId", skills, topic.key as topic, bonus_xp as "bonusXp",
      bonus_gems as "bonusGems", coalesce(project, project_draft) as project,
      project is null and project_draft is not null as "isProjectDraft", test, required_score as "requiredScore"
    from course join topic on topic.id = topic_id
    where course.key ^@ 'admin:' and case when ${ids}::uuid[] is null
      then (archived_at is null or (is_draft and ${drafts})) and (${courseId}::uuid is null or course.id = ${courseId}::uuid)
        and (${ownerId}::uuid is null or owner_id = ${ownerId}::uuid)
      else course.id = any(${ids}::uuid[]) end
    order by course.id`
}

/** The lessons of courses in their order, or those with the given ids in any state. */
export function listAuthoredLessons(
  db: Db,
  { courseIds, drafts }: { courseIds: string[]; drafts: boolean },
  ids: string[] | null = null,
): Promise<AuthoredLesson[]> {
  return db<AuthoredLesson>`
    select id, course_id as "courseId", is_draft as "isDraft", title, xp_reward as xp, gem_reward as gems,
      required_score as "requiredScore", slides
    from lesson
    where case when ${ids}::uuid[] is null
      then course_id = any(${courseIds}::uuid[]) and (archived_at is null or (is_draft and ${drafts}))
      else id = any(${ids}::uuid[]) end
    order by course_id, position, key`
}

/** The authored paths of a selection, or those with the given ids in any state. One course is exported without paths. */
export function listAuthoredPaths(
  db: Db,
  { drafts, courseId, ownerId }: Selection,
  ids: string[] | null = null,
): Promise<AuthoredPath[]> {
  return db<AuthoredPath>`
    select id, is_draft as "isDraft", title, description, category, kind, is_premium as premium,
      cover_medium_id as "coverMediumId", skills, synonyms,
      array(select case when course.key ^@ 'admin:' then course.id::text else course.key end
        from learning_path_course join course on course.id = course_id
        where path_id = learning_path.id and (${ids}::uuid[] is not null or course.archived_at is null
          or (course.is_draft and ${drafts}))
        order by learning_path_course.position) as courses
    from learning_path
    where key ^@ 'admin:' and case when ${ids}::uuid[] is null
      then (archived_at is null or (is_draft and ${drafts})) and ${courseId}::uuid is null
        and (${ownerId}::uuid is null or owner_id = ${ownerId}::uuid)
      else id = any(${ids}::uuid[]) end
    order by id`
}

type QuestionRow = StoredRow & {
  topicKey: string
  use: ImportedUse
  difficulty: Difficulty
  courseKey: string | undefined
  practiceLessonId: string | null
  isDraft: boolean
  tags: string[]
}

/**
 * The questions of a selection: those of the lessons and tests of its courses, those that practice asks after the lessons, and
 * those of the question bank that belong to no lesson. A question of a lesson that is not exported is not exported either.
 * If ids are given, those questions in any state instead.
 */
export async function listAuthoredQuestions(
  db: Db,
  { drafts, courseId, ownerId }: Selection,
  { courseIds, lessonIds, inLessons }: { courseIds: string[]; lessonIds: string[]; inLessons: string[] },
  ids: string[] | null = null,
): Promise<AuthoredQuestion[]> {
  const rows = await db<QuestionRow>`
    select question.id, topic.key as "topicKey", use, difficulty, course.id as "courseKey", practice_lesson_id as "practiceLessonId",
      question.is_draft as "isDraft", type, prompt, options, correct_index as "correctIndex", content, explanation, hint, option_feedback as "optionFeedback",
      skill, html, to_jsonb(tags) as tags
    from question join topic on topic.id = question.topic_id left join course on course.key = course_key
    where case when ${ids}::uuid[] is not null then question.id = any(${ids}::uuid[])
      else question.id = any(${inLessons}::uuid[]) or (question.archived_at is null or (question.is_draft and ${drafts}))
        and case when use = 'TEST' then course.id = any(${courseIds}::uuid[])
          when practice_lesson_id is not null
            then question.key ^@ 'admin:' and practice_lesson_id = any(${lessonIds}::uuid[])
          else question.key ^@ 'admin:' and use in ('PRACTICE', 'CHALLENGE') and ${courseId}::uuid is null
            and (${ownerId}::uuid is null or question.owner_id = ${ownerId}::uuid)
            and question.id not in (select unnest(questions_of(all_slides(lesson))) from lesson) end end
    order by question.id`
  return rows.map(toAuthored)
}

function toAuthored({ courseKey, ...row }: QuestionRow): AuthoredQuestion {
  const { id, ...question } = toImportedQuestion({ ...toStoredQuestion(row), key: row.id })
  return { ...question, ...(courseKey ? { courseKey } : {}) }
}

/** The topics and further categories that the content uses. */
export async function listUsedSubjects(
  db: Db,
  { topics, categories }: { topics: string[]; categories: string[] },
): Promise<{ topics: { key: string; title: string }[]; categories: Category[] }> {
  return {
    topics: await db<{ key: string; title: string }>`
      select key, title from topic where key = any(${topics}::text[]) order by key`,
    categories: await db<Category>`
      select key, titles from category
      where key = any(${categories}::text[]) and key <> all(${[...BUILT_IN_CATEGORIES]}::text[]) order by position, key`,
  }
}
