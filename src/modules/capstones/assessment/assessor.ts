import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import type { SubmissionContent } from '../public/submission.ts'
import type { AssessorResult } from './assessment.ts'

/** A file as an assessor sees it: its text, or the names in an archive, or neither. */
export interface FileEvidence {
  name: string
  contentType: string
  sizeBytes: number
  text: string | null
  entries: string[] | null
}

export interface AssessedSubmission extends SubmissionContent {
  project: CapstoneProject
  files: FileEvidence[]
}

export interface Assessor {
  name: string
  promptVersion: string
  /** False if it only prepares the decision: a submission with enough points then waits for a reviewer. */
  canPass: boolean
  assess(submission: AssessedSubmission, signal: AbortSignal): Promise<AssessorResult>
}
