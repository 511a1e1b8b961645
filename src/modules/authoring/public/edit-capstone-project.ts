import { definedFields } from '../../../platform/defined-fields.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { type ProjectFields, toCapstoneProject } from '../capstone-project-view.ts'
import { errors } from '../errors.ts'
import { listProjects, storeProject } from '../queries.ts'
import { sanitizeMarkdown } from '../sanitize-markdown.ts'
import type { EditedProject, ProjectDraft, ProjectPatch } from './content-draft.ts'
import { getEditableCourse } from './edit-course.ts'
import { getCapstoneProject } from './list-content.ts'
import type { Edit } from './question-draft.ts'

/** Creates a draft of the project of a course. A course has at most one project. */
export async function createCapstoneProject(
  tx: Tx,
  { draft, now }: { draft: ProjectDraft; now: Date },
): Promise<EditedProject> {
  const { courseId: id, ...fields } = draft
  const courseId = id as CourseId
  await getEditableCourse(tx, courseId)
  const [row] = await listProjects(tx, courseId)
  if (row?.project || row?.projectDraft) throw errors.project_exists()
  const project = toCapstoneProject(sanitizeFields(fields))
  await storeProject(tx, { courseId, project, isPublished: false, now })
  return getCapstoneProject(tx, courseId)
}

/** Changes a project. Submissions keep the rubric of their time. */
export async function updateCapstoneProject(
  tx: Tx,
  { courseId, patch, now }: { courseId: CourseId; patch: ProjectPatch; now: Date },
): Promise<Edit<EditedProject>> {
  const before = await getEditableCapstoneProject(tx, courseId)
  const project = toCapstoneProject(sanitizeFields({ ...before, ...definedFields(patch) }))
  await storeProject(tx, { courseId, project, isPublished: before.status === 'PUBLISHED', now })
  return { before, after: await getCapstoneProject(tx, courseId) }
}

export function publishCapstoneProject(
  tx: Tx,
  request: { courseId: CourseId; now: Date },
): Promise<Edit<EditedProject>> {
  return setPublished(tx, request, true)
}

/** Makes a project a draft again. Submissions stay, and pending ones are still assessed. */
export function archiveCapstoneProject(
  tx: Tx,
  request: { courseId: CourseId; now: Date },
): Promise<Edit<EditedProject>> {
  return setPublished(tx, request, false)
}

async function setPublished(
  tx: Tx,
  { courseId, now }: { courseId: CourseId; now: Date },
  isPublished: boolean,
): Promise<Edit<EditedProject>> {
  const before = await getEditableCapstoneProject(tx, courseId)
  await storeProject(tx, { courseId, project: toCapstoneProject(before), isPublished, now })
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
