import { definedFields } from '../../../platform/defined-fields.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { type ProjectFields, toCapstoneProject } from '../capstone-project-view.ts'
import { errors } from '../errors.ts'
import { listProjects, storeProject } from '../queries.ts'
import { sanitizeMarkdown } from '../sanitize-markdown.ts'
import type { EditedProject, ProjectDraft, ProjectPatch } from './content-draft.ts'
import { getEditableCourse } from './edit-course.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getCapstoneProject } from './list-content.ts'
import type { Edit } from './question-draft.ts'

/** Creates a draft of the project of a course. A course has at most one project. */
export async function createCapstoneProject(
  tx: Tx,
  { draft, editor, now }: { draft: ProjectDraft; editor: Editor; now: Date },
): Promise<EditedProject> {
  const { courseId: id, ...fields } = draft
  const courseId = id as CourseId
  await getEditableCourse(tx, courseId, editor)
  const [row] = await listProjects(tx, courseId, editor)
  if (row?.project || row?.projectDraft) throw errors.project_exists()
  const project = toCapstoneProject(sanitizeFields(fields))
  await storeProject(tx, { courseId, project, isPublished: false, now })
  return getCapstoneProject(tx, courseId, editor)
}

/** Changes a project. Submissions keep the rubric of their time. */
export async function updateCapstoneProject(
  tx: Tx,
  { courseId, patch, editor, now }: { courseId: CourseId; patch: ProjectPatch; editor: Editor; now: Date },
): Promise<Edit<EditedProject>> {
  const before = await getEditableCapstoneProject(tx, courseId, editor)
  const project = toCapstoneProject(sanitizeFields({ ...before, ...definedFields(patch) }))
  await storeProject(tx, { courseId, project, isPublished: before.status === 'PUBLISHED', now })
  return { before, after: await getCapstoneProject(tx, courseId, editor) }
}

interface SetPublished {
  courseId: CourseId
  isPublished: boolean
  editor: Editor
  now: Date
}

/** Publishes a project, or makes it a draft again: its submissions stay, and pending ones are still assessed. */
export async function setCapstoneProjectPublished(
  tx: Tx,
  { courseId, isPublished, editor, now }: SetPublished,
): Promise<Edit<EditedProject>> {
  const before = await getEditableCapstoneProject(tx, courseId, editor)
  if (isPublished !== (before.status === 'PUBLISHED'))
    await storeProject(tx, { courseId, project: toCapstoneProject(before), isPublished, now })
  return { before, after: await getCapstoneProject(tx, courseId, editor) }
}

async function getEditableCapstoneProject(
  tx: Tx,
  courseId: CourseId,
  editor: Editor,
): Promise<EditedProject> {
  return requireEditable(await getCapstoneProject(tx, courseId, editor), editor)
}

function sanitizeFields(fields: ProjectFields): ProjectFields {
  return { ...fields, description: sanitizeMarkdown(fields.description) }
}
