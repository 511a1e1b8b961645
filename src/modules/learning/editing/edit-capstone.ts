import type { Tx } from '../../../platform/tx.ts'
import type { CourseId } from '../catalogue/catalogue.ts'
import { makeMarkdownSafe } from '../content/safe-markdown.ts'
import { errors } from '../errors.ts'
import { givenFields } from './catalogue-edit.ts'
import type { EditedProject, ProjectDraft, ProjectPatch } from './content-draft.ts'
import { getOwnCourse } from './edit-course.ts'
import { getCapstone } from './list-content.ts'
import { type ProjectFields, projectOf } from './project-view.ts'
import { listProjects, updateProject } from './queries.ts'

interface Edit {
  before: EditedProject
  after: EditedProject
}

/** Writes the project of a course, which learners do not see before it is published. A course has one. */
export async function createCapstone(
  tx: Tx,
  { draft, now }: { draft: ProjectDraft; now: Date },
): Promise<EditedProject> {
  const { courseId: given, ...fields } = draft
  const courseId = given as CourseId
  await getOwnCourse(tx, courseId)
  const [row] = await listProjects(tx, courseId)
  if (row?.project || row?.projectDraft) throw errors.project_exists()
  await updateProject(tx, courseId, { project: null, projectDraft: projectOf(madeSafe(fields)) }, now)
  return getCapstone(tx, courseId)
}

/** Changes a project. Who has submitted already is judged by the rubric of that time. */
export async function updateCapstone(
  tx: Tx,
  { courseId, patch, now }: { courseId: CourseId; patch: ProjectPatch; now: Date },
): Promise<Edit> {
  const before = await getOwnCapstone(tx, courseId)
  const project = projectOf(madeSafe({ ...before, ...givenFields(patch) }))
  const isShown = before.status === 'PUBLISHED'
  await updateProject(
    tx,
    courseId,
    { project: isShown ? project : null, projectDraft: isShown ? null : project },
    now,
  )
  return { before, after: await getCapstone(tx, courseId) }
}

export function publishCapstone(tx: Tx, request: { courseId: CourseId; now: Date }): Promise<Edit> {
  return show(tx, request, true)
}

/** Takes a project out of its course. Submissions stay, and those under way are judged. */
export function archiveCapstone(tx: Tx, request: { courseId: CourseId; now: Date }): Promise<Edit> {
  return show(tx, request, false)
}

async function show(
  tx: Tx,
  { courseId, now }: { courseId: CourseId; now: Date },
  isShown: boolean,
): Promise<Edit> {
  const before = await getOwnCapstone(tx, courseId)
  const project = projectOf(before)
  await updateProject(
    tx,
    courseId,
    { project: isShown ? project : null, projectDraft: isShown ? null : project },
    now,
  )
  return { before, after: { ...before, status: isShown ? 'PUBLISHED' : 'DRAFT' } }
}

async function getOwnCapstone(tx: Tx, courseId: CourseId): Promise<EditedProject> {
  const project = await getCapstone(tx, courseId)
  if (project.origin === 'PACK') throw errors.owned_by_pack()
  return project
}

function madeSafe(fields: ProjectFields): ProjectFields {
  return { ...fields, description: makeMarkdownSafe(fields.description) }
}
