import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import type { CapstoneProject, SubmissionType } from '../../catalog/public/capstone-project.ts'

export type SubmissionId = Id<'ProjectSubmission'>
export type FileId = Id<'ProjectFile'>

export const SUBMISSION_STATUSES = ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW', 'PASSED', 'NEEDS_REVISION'] as const
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number]
export const ASSESSMENT_STATUSES = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const
export type AssessmentStatus = (typeof ASSESSMENT_STATUSES)[number]
export type Result = 'PASSED' | 'NEEDS_REVISION'
export const REVIEW_CAUSES = ['APPEAL', 'ASSESSMENT_FAILED', 'SUSPICIOUS', 'PASS_PROPOSED'] as const
export type ReviewCause = (typeof REVIEW_CAUSES)[number]

/** The result of an assessment, as learners see it. */
export const AssessmentSchema = z
  .object({
    totalPoints: z.number().int(),
    maxPoints: z.number().int(),
    percentage: z.number().int(),
    passed: z.boolean(),
    criteria: z.array(
      z.object({
        criterion: z.string(),
        points: z.number().int(),
        maxPoints: z.number().int(),
        evidence: z.string(),
        feedback: z.string(),
      }),
    ),
    strengths: z.array(z.string()),
    weaknesses: z.array(z.string()),
    recommendations: z.array(z.string()),
    summary: z.string(),
    assessor: z.string().openapi({ description: '`rules`, or the name of a language model' }),
    promptVersion: z.string(),
  })
  .openapi('Assessment')
export type Assessment = z.output<typeof AssessmentSchema>

export interface SubmittedFile {
  id: FileId
  name: string
  contentType: string
  sizeBytes: number
}

export interface SubmissionContent {
  submissionType: SubmissionType | null
  repositoryUrl: string | null
  url: string | null
  notes: string
}

export interface SubmissionRow extends SubmissionContent {
  id: SubmissionId
  userId: UserId
  courseId: string
  attempt: number | null
  status: SubmissionStatus
  assessmentStatus: AssessmentStatus | null
  project: CapstoneProject | null
  assessment: Assessment | null
  reviewCause: ReviewCause | null
  reviewRequestedAt: Date | null
  appealReason: string | null
  appealedAt: Date | null
  reviewDecision: Result | null
  reviewReason: string | null
  reviewedAt: Date | null
  createdAt: Date
  updatedAt: Date
  submittedAt: Date | null
  settledAt: Date | null
  files: SubmittedFile[]
}

/** Fields of a request. Missing fields stay unchanged; given files replace the stored ones. */
export interface SubmissionInput extends Partial<SubmissionContent> {
  fileIds?: FileId[]
}

export const EMPTY_CONTENT: SubmissionContent = {
  submissionType: null,
  repositoryUrl: null,
  url: null,
  notes: '',
}

const LINK_TYPES: readonly SubmissionType[] = ['WEBSITE_URL', 'GOOGLE_DRIVE_URL', 'VIDEO_URL']

export function isLinkType(type: SubmissionType | null): boolean {
  return type !== null && LINK_TYPES.includes(type)
}

/** Returns the given type, or the first allowed type that the content fits. */
export function inferSubmissionType(
  content: SubmissionContent,
  fileCount: number,
  project: CapstoneProject,
): SubmissionType | null {
  if (content.submissionType) return content.submissionType
  const candidates: SubmissionType[] = [
    ...(fileCount > 0 ? ['FILE_UPLOAD' as const] : []),
    ...(content.repositoryUrl ? ['GITHUB_REPO' as const] : []),
    ...(content.notes ? ['TEXT' as const] : []),
  ]
  return candidates.find((type) => project.submissionTypes.includes(type)) ?? null
}

/** Returns a message about missing content; undefined if the submission is complete. */
export function describeMissingContent(
  content: SubmissionContent,
  type: SubmissionType | null,
  fileCount: number,
): string | undefined {
  if (type === null) return 'Set submissionType and the content that it needs.'
  if (type === 'GITHUB_REPO' && !content.repositoryUrl) return 'A GITHUB_REPO needs a repositoryUrl.'
  if (type === 'FILE_UPLOAD' && fileCount === 0) return 'A FILE_UPLOAD needs at least one file.'
  if (type === 'TEXT' && !content.notes) return 'A TEXT needs notes.'
  if (isLinkType(type) && !content.url) return `A ${type} needs a url.`
  return undefined
}

const APPEAL_DAYS = 14

/** Returns the deadline of an appeal; null if the submission cannot be appealed. */
export function appealableUntil(submission: SubmissionRow): Date | null {
  const { status, settledAt, appealedAt } = submission
  if (status !== 'NEEDS_REVISION' || !settledAt || appealedAt) return null
  return addMs(settledAt, APPEAL_DAYS * DAY_MS)
}
