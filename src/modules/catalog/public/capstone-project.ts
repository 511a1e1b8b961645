import type { Db } from '../../../platform/db/database.ts'

export const SUBMISSION_TYPES = [
  'GITHUB_REPO',
  'FILE_UPLOAD',
  'TEXT',
  'WEBSITE_URL',
  'GOOGLE_DRIVE_URL',
  'VIDEO_URL',
] as const
export type SubmissionType = (typeof SUBMISSION_TYPES)[number]

/** The capstone project of a course, as stored in `course.project`. */
export interface CapstoneProject {
  title: string
  description: string
  submissionTypes: SubmissionType[]
  /** Percentage of the points of the rubric. */
  passingScore: number
  reward: { xp: number; gems: number }
  /** `evidence` lists keywords for assessors. Learners must not see them, because they could copy them. */
  rubric: { criterion: string; points: number; evidence: string[] }[]
}

/** Returns undefined if the course is not published or has no project. */
export async function findCapstoneProject(db: Db, courseId: string): Promise<CapstoneProject | undefined> {
  const [row] = await db<{ project: CapstoneProject }>`
    select project from course where id = ${courseId} and archived_at is null and project is not null`
  return row?.project
}
