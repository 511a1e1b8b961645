import { definedFields } from '../../../platform/defined-fields.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { type ProjectFields, toCapstoneProject } from '../capstone-project-view.ts'
import { errors } from '../errors.ts'
import { listProjects, updateProject } from '../queries.ts'
import { sanitizeMarkdown } from '../sanitize-markdown.ts'
import type { EditedProject, ProjectDraft, ProjectPatch } from './content-draft.ts'
import { getEditableCourse } from './edit-course.ts'
import { getCapstoneProject } from './list-content.ts'

interface Edit {
  before: EditedProject
  after: EditedProject
}

/** Creates a draft of the project of a course. A course has at most one project. */
export async function createCapstoneProject(
  tx: Tx,
  { draft, now }: { draft: ProjectDraft; now: Date },
): Promise<EditedProject> {
  const { courseId: given, ...fields } = draft
  const courseId = given as CourseId
  await getEditableCourse(tx, courseId)
  const [row] = await listProjects(tx, courseId)
  if (row?.project || row?.projectDraft) throw errors.project_exists()
  await updateProject(
    tx,
    courseId,
    { project: null, projectDraft: toCapstoneProject(sanitizeFields(fields)) },
    now,
  )
  return getCapstoneProject(tx, courseId)
}

/** Changes a project. Submissions keep the rubric of their time. */
export async function updateCapstoneProject(
  tx: Tx,
  { courseId, patch, now }: { courseId: CourseId; patch: ProjectPatch; now: Date },
): Promise<Edit> {
  const before = await getEditableCapstoneProject(tx, courseId)
  const project = toCapstoneProject(sanitizeFields({ ...before, ...definedFields(patch) }))
  const isPublished = before.status === 'PUBLISHED'
  await updateProject(
    tx,
    courseId,
    { project: isPublished ? project : null, projectDraft: isPublished ? null : project },
    now,
  )
  return { before, after: await getCapstoneProject(tx, courseId) }
}

export function publishCapstoneProject(tx: Tx, request: { courseId: CourseId; now: Date }): Promise<Edit> {
  return setPublished(tx, request, true)
}

/** Makes a project a draft again. Submissions stay, and pending ones are still assessed. */
export function archiveCapstoneProject(tx: Tx, request: { courseId: CourseId; now: Date }): Promise<Edit> {
  return setPublished(tx, request, false)
}

async function setPublished(
  tx: Tx,
  { courseId, now }: { courseId: CourseId; now: Date },
  isPublished: boolean,
): Promise<Edit> {
  const before = await getEditableCapstoneProject(tx, courseId)
  const project = toCapstoneProject(before)
  await updateProject(
    tx,
    courseId,
    { project: isPublished ? project : null, projectDraft: isPublished ? null : project },
    now,
  )
  return { before, after: { ...before, status: isPublished ? 'PUBLISHED' : 'DRAFT' } }
}

async function getEditableCapstoneProject(tx: Tx, courseId: CourseId): Promise<EditedProject> {
  const project = await getCapstoneProject(tx, courseId)
  if (project.origin === 'PACK') throw errors.owned_by_pack()
  return project
}

function sanitizeFields(fields: ProjectFields): ProjectFields {
  return { ...fields, description: sanitizeMarkdown(fields.description) }
}
