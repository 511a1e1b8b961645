import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import type { SubmissionContent, SubmissionId, SubmissionRow } from './public/submission.ts'

/** Serializes changes of a user to one project. An advisory lock, because there may be no row yet. */
export async function lockUserProject(tx: Tx, userId: UserId, courseId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`project:${userId}:${courseId}`}, 0))`
}

/** Returns the submissions to a project, or to all: of each the draft first, then the attempts, newest first. */
export async function listSubmissions(
  db: Db,
  userId: UserId,
  courseId: string | null,
  limit: number,
): Promise<SubmissionRow[]> {
  return db<SubmissionRow>`
    select id, user_id as "userId", course_id as "courseId", attempt, status,
      assessment_status as "assessmentStatus", submission_type as "submissionType",
      repository_url as "repositoryUrl", url, notes, project, assessment, review_cause as "reviewCause",
      review_requested_at as "reviewRequestedAt", appeal_reason as "appealReason", appealed_at as "appealedAt",
      review_decision as "reviewDecision", review_reason as "reviewReason", reviewed_at as "reviewedAt",
      created_at as "createdAt", updated_at as "updatedAt", submitted_at as "submittedAt", settled_at as "settledAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', file.id, 'name', name, 'contentType', content_type,
          'sizeBytes', size_bytes) order by position), '[]')
        from project_file as file where submission_id = project_submission.id) as files
    from project_submission
    where user_id = ${userId} and (${courseId}::uuid is null or course_id = ${courseId}::uuid)
    order by course_id, attempt desc nulls first limit ${limit}`
}

export interface AttemptState {
  draft: (SubmissionContent & { id: SubmissionId; fileCount: number }) | null
  isOpen: boolean
  isPassed: boolean
  attempts: number
  /** Number of submissions since `since`, to any project. */
  recent: number
  /** Time of the oldest of them. */
  recentSince: Date | null
}

/** Call after `lockUserProject`: a separate statement, because it needs a snapshot taken after the lock. */
export async function getAttemptState(
  tx: Tx,
  userId: UserId,
  courseId: string,
  since: Date,
): Promise<AttemptState> {
  const [row] = await tx<AttemptState>`
    select
      (select jsonb_build_object('id', id, 'submissionType', submission_type, 'repositoryUrl', repository_url,
          'url', url, 'notes', notes,
          'fileCount', (select count(*) from project_file where submission_id = project_submission.id))
        from project_submission
        where user_id = ${userId} and course_id = ${courseId} and status = 'DRAFT') as draft,
      coalesce(bool_or(status in ('SUBMITTED', 'UNDER_REVIEW')) filter (where course_id = ${courseId}), false) as "isOpen",
      coalesce(bool_or(status = 'PASSED') filter (where course_id = ${courseId}), false) as "isPassed",
      coalesce(max(attempt) filter (where course_id = ${courseId}), 0) as attempts,
      count(*) filter (where submitted_at > ${since})::integer as recent,
      min(submitted_at) filter (where submitted_at > ${since}) as "recentSince"
    from project_submission where user_id = ${userId}`
  return row!
}

/** Inserts or updates the draft of a user in a project. `updated_at` identifies a version, so it always rises. */
export async function upsertDraft(
  tx: Tx,
  {
    userId,
    courseId,
    content,
    now,
  }: { userId: UserId; courseId: string; content: SubmissionContent; now: Date },
): Promise<{ id: SubmissionId; status: 'DRAFT'; updatedAt: Date }> {
  const [row] = await tx<{ id: SubmissionId; status: 'DRAFT'; updatedAt: Date }>`
    insert into project_submission (id, user_id, course_id, status, submission_type, repository_url, url, notes,
      created_at, updated_at)
    values (${newId()}, ${userId}, ${courseId}, 'DRAFT', ${content.submissionType}, ${content.repositoryUrl}, ${content.url},
      ${content.notes}, ${now}, ${now})
    on conflict (user_id, course_id) where status = 'DRAFT' do update set
      submission_type = excluded.submission_type, repository_url = excluded.repository_url, url = excluded.url,
      notes = excluded.notes,
      updated_at = greatest(excluded.updated_at, project_submission.updated_at + interval '1 millisecond')
    returning id, status, updated_at as "updatedAt"`
  return row!
}

export async function updateDraftSubmitted(
  tx: Tx,
  { id, attempt, project, now }: { id: SubmissionId; attempt: number; project: CapstoneProject; now: Date },
): Promise<void> {
  await tx`
    update project_submission set status = 'SUBMITTED', assessment_status = 'PENDING', attempt = ${attempt},
      project = ${project}::jsonb, submitted_at = ${now}, updated_at = ${now}
    where id = ${id} and status = 'DRAFT'`
}

export async function updateAppealed(
  tx: Tx,
  { id, reason, now }: { id: SubmissionId; reason: string; now: Date },
): Promise<void> {
  await tx`
    update project_submission set status = 'UNDER_REVIEW', review_cause = 'APPEAL', review_requested_at = ${now},
      appeal_reason = ${reason}, appealed_at = ${now}, updated_at = ${now}
    where id = ${id} and status = 'NEEDS_REVISION'`
}
