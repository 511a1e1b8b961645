import { orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { SUBMISSION_TYPES } from '../catalog/public/capstone-project.ts'
import { projectIdOf } from './project.ts'
import { signedFilePath } from './public/signed-file-link.ts'
import {
  ASSESSMENT_STATUSES,
  AssessmentSchema,
  appealableUntil,
  SUBMISSION_STATUSES,
  type SubmissionRow,
} from './public/submission.ts'

export const SubmissionSchema = z
  .object({
    id: z.string(),
    submissionId: z.string(),
    courseId: z.string(),
    projectId: z.string(),
    attempt: z.number().int().nullable().openapi({ description: 'Null for a draft' }),
    status: z.enum(SUBMISSION_STATUSES),
    aiAssessmentStatus: z.enum(ASSESSMENT_STATUSES).nullable(),
    submissionType: z.enum(SUBMISSION_TYPES).nullable(),
    repositoryUrl: z.string().nullable(),
    url: z.string().nullable(),
    notes: z.string(),
    files: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        contentType: z.string(),
        sizeBytes: z.number().int(),
        url: z.string().openapi({ description: 'Valid for at least one hour' }),
      }),
    ),
    updatedAt: TimestampSchema,
    submittedAt: TimestampSchema.nullable(),
    settledAt: TimestampSchema.nullable().openapi({ description: 'Time of the result' }),
    assessment: orNull(AssessmentSchema),
    appeal: z.object({ reason: z.string(), appealedAt: TimestampSchema }).nullable(),
    appealableUntil: TimestampSchema.nullable(),
    review: z
      .object({
        decision: z.enum(['PASSED', 'NEEDS_REVISION']),
        reason: z.string(),
        decidedAt: TimestampSchema,
      })
      .nullable()
      .openapi({ description: 'Decision of a manual review' }),
  })
  .openapi('ProjectSubmission')

export function presentSubmission(
  row: SubmissionRow,
  { publicUrl, now }: { publicUrl: string; now: Date },
): z.output<typeof SubmissionSchema> {
  return {
    id: row.id,
    submissionId: row.id,
    courseId: row.courseId,
    projectId: projectIdOf(row.courseId),
    attempt: row.attempt,
    status: row.status,
    aiAssessmentStatus: row.assessmentStatus,
    submissionType: row.submissionType,
    repositoryUrl: row.repositoryUrl,
    url: row.url,
    notes: row.notes,
    files: row.files.map((file) => ({ ...file, url: publicUrl + signedFilePath(file.id, now) })),
    updatedAt: row.updatedAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    settledAt: row.settledAt?.toISOString() ?? null,
    assessment: row.assessment,
    appeal: row.appealedAt ? { reason: row.appealReason!, appealedAt: row.appealedAt.toISOString() } : null,
    appealableUntil: appealableUntil(row)?.toISOString() ?? null,
    review: row.reviewedAt
      ? { decision: row.reviewDecision!, reason: row.reviewReason!, decidedAt: row.reviewedAt.toISOString() }
      : null,
  }
}

export const SUBMISSION_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000b1',
  submissionId: '019a8b5e-7c1d-7000-8000-0000000000b1',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  projectId: '019a8b5e-7c1d-7a3f-8c11-2f4be1a90c77',
  attempt: 1,
  status: 'PASSED' as const,
  aiAssessmentStatus: 'COMPLETED' as const,
  submissionType: 'GITHUB_REPO' as const,
  repositoryUrl: 'https://github.com/ada/savings-jar',
  url: null,
  notes: 'The jar takes deposits and gives them back; ten tests cover both.',
  files: [],
  updatedAt: '2026-11-02T08:00:20.000Z',
  submittedAt: '2026-11-02T08:00:00.000Z',
  settledAt: '2026-11-02T08:00:20.000Z',
  assessment: {
    totalPoints: 82,
    maxPoints: 100,
    percentage: 82,
    passed: true,
    criteria: [
      {
        criterion: 'Deposits and withdrawals work',
        points: 50,
        maxPoints: 60,
        evidence: 'The jar takes deposits and gives them back',
        feedback: 'Both ways work. Say what happens to an empty deposit.',
      },
      {
        criterion: 'Both are tested',
        points: 32,
        maxPoints: 40,
        evidence: 'ten tests cover both',
        feedback: 'Add a test of the edges.',
      },
    ],
    strengths: ['Both ways work'],
    weaknesses: ['Edges are not tested'],
    recommendations: ['Test an empty deposit'],
    summary: 'A sound jar with good tests.',
    assessor: 'grader-1',
    promptVersion: 'rubric-1',
  },
  appeal: null,
  appealableUntil: null,
  review: null,
}
