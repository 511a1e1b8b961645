import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { fingerprintOf } from '../questions/public/fingerprint.ts'
import { toQuestionText } from '../questions/public/import-questions.ts'
import { toContentColumns } from '../questions/public/question-columns.ts'
import type {
  AuthoredContent,
  AuthoredCourse,
  AuthoredLesson,
  AuthoredPath,
  AuthoredQuestion,
} from './authored-pack.ts'

/** Who owns the new content, and when it was imported. */
export interface Import {
  ownerId: UserId
  now: Date
}

/** Sorts authored content after the content of packs. */
const LAST_POSITION = 1_000_000

/** Adds the topics and categories that the server does not have. */
export async function insertMissingSubjects(
  tx: Tx,
  { topics, categories }: Pick<AuthoredContent, 'topics' | 'categories'>,
): Promise<void> {
  const rows = topics.map((topic) => ({ ...topic, id: newId<'Topic'>() }))
  await tx`
    insert into topic (id, key, title)
    select id, key, title from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, key text, title text)
    on conflict (key) do nothing`
  await tx`
    insert into category (key, titles, position)
    select key, titles, (select max(position) from category) + number
    from rows from (jsonb_to_recordset(${categories}::jsonb) as (key text, titles jsonb)) with ordinality
      as row (key, titles, number)
    on conflict (key) do nothing`
}

export async function insertCourses(
  tx: Tx,
  courses: AuthoredCourse[],
  { ownerId, now }: Import,
): Promise<void> {
  await tx`
    insert into course (id, key, title, description, category, level, is_premium, cover_key, cover_medium_id, skills,
      topic_id, bonus_xp, bonus_gems, project, project_draft, test, required_score, position, archived_at, is_draft,
      updated_at, owner_id, author_ids)
    select row.id, 'admin:' || row.id, row.title, description, category, level, premium, "coverKey", "coverMediumId", skills,
      topic.id, "bonusXp", "bonusGems", case when not "isProjectDraft" then nullif(project, 'null') end,
      case when "isProjectDraft" then nullif(project, 'null') end, test, "requiredScore", ${LAST_POSITION},
      case when "isDraft" then ${now}::timestamptz end, "isDraft", ${now}::timestamptz, ${ownerId}::uuid,
      array[${ownerId}::uuid]
    from jsonb_to_recordset(${courses}::jsonb) as row (id uuid, title text, description text, category text, level text,
      premium boolean, "coverKey" text, "coverMediumId" uuid, skills text[], topic text, "bonusXp" integer,
      "bonusGems" integer, project jsonb, "isProjectDraft" boolean, test jsonb, "requiredScore" integer, "isDraft" boolean)
    join topic on topic.key = row.topic`
}

/** `position` is that of the lesson in the pack. */
export async function insertLessons(
  tx: Tx,
  lessons: (AuthoredLesson & { position: number })[],
  { now }: Import,
): Promise<void> {
  await tx`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, required_score, slides, archived_at,
      is_draft)
    select id, "courseId", 'admin:' || id, title, position, xp, gems, "requiredScore", slides,
      case when "isDraft" then ${now}::timestamptz end, "isDraft"
    from jsonb_to_recordset(${lessons}::jsonb) as row (id uuid, "courseId" uuid, title text, position integer, xp integer,
      gems integer, "requiredScore" integer, slides jsonb, "isDraft" boolean)`
}

export async function insertQuestions(
  tx: Tx,
  questions: AuthoredQuestion[],
  { ownerId, now }: Import,
): Promise<void> {
  await tx`
    insert into question (id, key, topic_id, use, course_key, practice_lesson_id, difficulty, type, prompt, options,
      correct_index, content, explanation, hint, option_feedback, skill, html, archived_at, is_draft, owner_id, tags, fingerprint)
    select row.id, 'admin:' || row.id, topic.id, use, 'admin:' || "courseId", "practiceLessonId", difficulty, type, prompt,
      options, "correctIndex", content, explanation, hint, "optionFeedback", skill, html,
      case when "isDraft" then ${now}::timestamptz end, "isDraft", ${ownerId}::uuid, tags, fingerprint
    from jsonb_to_recordset(${questions.map(toColumns)}::jsonb) as row (id uuid, topic text, use text, "courseId" uuid,
      "practiceLessonId" uuid, difficulty text, type text, prompt text, options text[], "correctIndex" integer, content jsonb, explanation text,
      hint text, "optionFeedback" text[], skill text, html jsonb, "isDraft" boolean, tags text[], fingerprint text)
    join topic on topic.key = row.topic`
}

function toColumns(question: AuthoredQuestion) {
  const {
    key: id,
    topicKey: topic,
    use,
    courseKey,
    practiceLessonId,
    difficulty,
    prompt,
    explanation,
    isDraft,
    tags,
  } = question
  const text = toQuestionText(question)
  const courseId = courseKey ?? null
  const columns = toContentColumns(text)
  const fingerprint = fingerprintOf(text)
  const place = { courseId, practiceLessonId: practiceLessonId ?? null }
  return { id, topic, use, ...place, difficulty, prompt, explanation, isDraft, tags, fingerprint, ...columns }
}

export async function insertPaths(tx: Tx, paths: AuthoredPath[], { ownerId, now }: Import): Promise<void> {
  await tx`
    insert into learning_path (id, key, title, description, category, kind, is_premium, skills, synonyms, position,
      cover_medium_id, archived_at, is_draft, owner_id)
    select id, 'admin:' || id, title, description, category, kind, premium, skills, synonyms, ${LAST_POSITION},
      "coverMediumId", case when "isDraft" then ${now}::timestamptz end, "isDraft", ${ownerId}::uuid
    from jsonb_to_recordset(${paths}::jsonb) as row (id uuid, title text, description text, category text, kind text,
      premium boolean, skills text[], synonyms text[], "coverMediumId" uuid, "isDraft" boolean)`
  const members = paths.flatMap(({ id, courses }) =>
    courses.map((course, index) => ({ path: id, course, position: index + 1 })),
  )
  await tx`
    insert into learning_path_course (path_id, course_id, position)
    select row.path, course.id, row.position
    from jsonb_to_recordset(${members}::jsonb) as row (path uuid, course text, position integer)
    join course on course.key = row.course or course.key = 'admin:' || row.course`
}

/** Of ids of authored courses and keys of courses of packs, those that the server has. */
export async function listKnownCourses(db: Db, references: string[]): Promise<Set<string>> {
  const rows = await db<{ reference: string }>`
    select reference from jsonb_array_elements_text(${references}::jsonb) as reference
    where exists (select from course where key = reference or key = 'admin:' || reference)`
  return new Set(rows.map(({ reference }) => reference))
}

/** Of keys of categories those that the server has. */
export async function listKnownCategories(db: Db): Promise<Set<string>> {
  const rows = await db<{ key: string }>`select key from category`
  return new Set(rows.map(({ key }) => key))
}
