import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionAccess } from '../authoring/public/editor.ts'
import type { EditedQuestion, PublicationStatus } from '../authoring/public/question-draft.ts'
import type { Topic } from '../questions/public/list-topics.ts'
import type { Difficulty, QuestionId, TopicId } from '../questions/public/question.ts'

/** Returns questions that the editor may change by their fingerprints, the oldest of each. Archived ones do not count. */
export async function listByFingerprint(
  db: Db,
  fingerprints: string[],
  { userId, seesAll, inOwnCourses, elsewhere }: QuestionAccess,
): Promise<{ fingerprint: string; id: QuestionId }[]> {
  return db<{ fingerprint: string; id: QuestionId }>`
    select distinct on (1) coalesce(edited ->> 'fingerprint', fingerprint) as fingerprint, id from question
    where fingerprint is not null and coalesce(edited ->> 'fingerprint', fingerprint) = any(${fingerprints}::text[])
      and (archived_at is null or is_draft)
      and use in ('PRACTICE', 'CHALLENGE') and key ^@ 'admin:'
      and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[])))
    order by 1, id`
}

type DuplicateRow = Pick<EditedQuestion, 'id' | 'prompt' | 'type' | 'status'>

/** Returns groups of questions with the same fingerprint that the editor may change, the oldest group first. */
export async function listDuplicateGroups(
  db: Db,
  { userId, seesAll, inOwnCourses, elsewhere }: QuestionAccess,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ groups: DuplicateRow[][]; total: number }> {
  const rows = await db<{ questions: DuplicateRow[]; total: number }>`
    select (count(*) over ())::integer as total, questions from (
      select min(id::text) as first, jsonb_agg(jsonb_build_object('id', id,
        'prompt', coalesce(edited ->> 'prompt', prompt), 'type', type, 'status', case when archived_at is null then 'PUBLISHED' else 'DRAFT' end) order by id) as questions
      from question
      where fingerprint is not null and (archived_at is null or is_draft)
        and use in ('PRACTICE', 'CHALLENGE') and key ^@ 'admin:'
        and (${seesAll} or id = any(${inOwnCourses}::uuid[])
          or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[])))
      group by coalesce(edited ->> 'fingerprint', fingerprint) having count(*) > 1) as duplicate
    order by first limit ${limit} offset ${offset}`
  return { groups: rows.map(({ questions }) => questions), total: rows[0]?.total ?? 0 }
}

/** Returns the tags of the questions that the editor may change, the most frequent first. Archived ones do not count. */
export async function listTagCounts(
  db: Db,
  { userId, seesAll, inOwnCourses, elsewhere }: QuestionAccess,
): Promise<{ tag: string; questionCount: number }[]> {
  return db<{ tag: string; questionCount: number }>`
    select tag, count(*)::integer as "questionCount" from question, unnest(tags) as tag
    where tags <> '{}' and (archived_at is null or is_draft) and use in ('PRACTICE', 'CHALLENGE') and key ^@ 'admin:'
      and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[])))
    group by tag order by count(*) desc, tag limit 1000`
}

export interface LockedQuestion {
  id: QuestionId
  isOfPack: boolean
  canEdit: boolean
  status: PublicationStatus
  topicId: TopicId
  difficulty: Difficulty
  tags: string[]
}

/** Locks questions until commit, in the order of their ids. Returns those that the editor may see. */
export async function lockQuestions(
  tx: Tx,
  ids: QuestionId[],
  { userId, seesAll, inOwnCourses, elsewhere }: QuestionAccess,
): Promise<LockedQuestion[]> {
  await tx`select from question where id = any(${ids}::uuid[]) order by id for no key update`
  return tx<LockedQuestion>`
    select id, not key ^@ 'admin:' as "isOfPack", can_edit as "canEdit",
      coalesce((edited ->> 'topicId')::uuid, topic_id) as "topicId", coalesce(edited ->> 'difficulty', difficulty) as difficulty,
      to_jsonb(tags) as tags,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status
    from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
      or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where id = any(${ids}::uuid[]) and use in ('PRACTICE', 'CHALLENGE')
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null))`
}

export interface ChangedQuestion
  extends Pick<LockedQuestion, 'id' | 'topicId' | 'difficulty' | 'tags' | 'status'> {
  /** Topic and difficulty wait for the publication of the lesson, as those of a single edit do. */
  isOpen: boolean
}

export async function updateQuestions(tx: Tx, questions: ChangedQuestion[], now: Date): Promise<void> {
  await tx`
    update question set topic_id = case when waits then question.topic_id else input."topicId" end,
      difficulty = case when waits then question.difficulty else input.difficulty end, tags = input.tags,
      edited = case when waits and shown - 'html' <> question_fields(question) - 'html' then shown end,
      archived_at = case when input.status = 'PUBLISHED' then null
        else coalesce(question.archived_at, ${now}::timestamptz) end,
      is_draft = input.status = 'DRAFT', version = question.version + 1
    from jsonb_to_recordset(${questions}::jsonb) as input (id uuid, "topicId" uuid, difficulty text, tags text[], status text,
        "isOpen" boolean)
      join question as source on source.id = input.id,
      coalesce(input."isOpen" or source.edited is not null, false) as waits,
      jsonb_set(jsonb_set(coalesce(source.edited, question_fields(source)), '{topicId}', to_jsonb(input."topicId")),
        '{difficulty}', to_jsonb(input.difficulty)) as shown
    where question.id = input.id`
}

/** Inserts a topic unless its key exists. */
export async function insertTopic(tx: Tx, { id, key, title }: Topic): Promise<boolean> {
  const rows = await tx`
    insert into topic (id, key, title) values (${id}, ${key}, ${title}) on conflict (key) do nothing returning id`
  return rows.length > 0
}

/** Locks a topic until commit. */
export async function lockTopic(
  tx: Tx,
  id: TopicId,
): Promise<(Topic & { packId: string | null }) | undefined> {
  const [row] = await tx<Topic & { packId: string | null }>`
    select id, key, title, pack_id as "packId" from topic where id = ${id} for no key update`
  return row
}

export async function updateTopicTitle(tx: Tx, id: TopicId, title: string): Promise<void> {
  await tx`update topic set title = ${title} where id = ${id}`
}
