import type { Capstone } from '../capstone.ts'
import type { Work } from '../submission.ts'
import type { Judgement } from './assessment.ts'

/** A file as an assessor sees it: its text, or the names in an archive, or nothing but that it is there. */
export interface FileEvidence {
  name: string
  contentType: string
  sizeBytes: number
  text: string | null
  entries: string[] | null
}

export interface SubmittedWork extends Work {
  project: Capstone
  files: FileEvidence[]
}

/** Whoever judges a submission. */
export interface Assessor {
  name: string
  promptVersion: string
  assess(work: SubmittedWork, signal: AbortSignal): Promise<Judgement>
}
