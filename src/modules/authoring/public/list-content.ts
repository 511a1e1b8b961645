import type { Db } from '../../../platform/db/database.ts'
import type { CourseId, LessonId, PathId } from '../../catalog/public/catalog.ts'
import { coverUrl } from '../../catalog/public/media-url.ts'
import { presentProjectRow } from '../capstone-project-view.ts'
import { errors } from '../errors.ts'
import {
  type ContentFilter,
  type ContentVersion,
  listCourseDetails,
  listEditedCourses,
  listEditedLessons,
  listEditedPaths,
  listProjects,
} from '../queries.ts'
import type { EditedCourse, EditedLesson, EditedPath, EditedProject, ListedCourse } from './content-draft.ts'
import type { Editor } from './editor.ts'
import type { PublicationStatus } from './question-draft.ts'

interface ListContent {
  status?: PublicationStatus | undefined
  search?: string | undefined
  /** Only content that belongs to the editor. */
  mine?: boolean | undefined
  editor: Editor
  page: number
  limit: number
}

interface Page<Item> {
  items: Item[]
  total: number
}

const ANY: ContentFilter = { status: null, pattern: null, isMine: false }

/** Returns all courses for authors, published or not, in catalog order. */
export async function listCourses(
  db: Db,
  { publicUrl, ...request }: ListContent & { publicUrl: string },
): Promise<Page<ListedCourse>> {
  const all = await listEditedCourses(db, null, toFilter(request), request.editor)
  const { items, total } = paginate(all, request)
  const details = await listCourseDetails(
    db,
    items.map(({ id }) => id),
  )
  const detailsById = new Map(details.map((row) => [row.id, row]))
  return {
    items: items.map((course) => {
      const found = detailsById.get(course.id)!
      return { ...course, coverUrl: coverUrl(publicUrl, found), updatedAt: found.updatedAt.toISOString() }
    }),
    total,
  }
}

export async function getEditedCourse(
  db: Db,
  id: CourseId,
  editor: Editor,
  version?: ContentVersion,
): Promise<EditedCourse> {
  const [course] = await listEditedCourses(db, id, ANY, editor, version)
  if (!course) throw errors.course_not_found()
  return course
}

export async function listLessons(
  db: Db,
  {
    courseId,
    version,
    ...request
  }: Omit<ListContent, 'search' | 'mine'> & { courseId: CourseId; version?: ContentVersion },
): Promise<Page<EditedLesson>> {
  await getEditedCourse(db, courseId, request.editor)
  const lessons = await listEditedLessons(db, { courseId, lessonId: null }, request.editor, version)
  return paginate(
    lessons.filter(({ status }) => request.status === undefined || status === request.status),
    request,
  )
}

export async function getEditedLesson(
  db: Db,
  lessonId: LessonId,
  editor: Editor,
  version?: ContentVersion,
): Promise<EditedLesson> {
  const [lesson] = await listEditedLessons(db, { courseId: null, lessonId }, editor, version)
  if (!lesson) throw errors.lesson_not_found()
  return lesson
}

export async function listPaths(db: Db, request: ListContent): Promise<Page<EditedPath>> {
  return paginate(await listEditedPaths(db, null, toFilter(request), request.editor), request)
}

export async function getEditedPath(db: Db, id: PathId, editor: Editor): Promise<EditedPath> {
  const [path] = await listEditedPaths(db, id, ANY, editor)
  if (!path) throw errors.path_not_found()
  return path
}

export async function listCapstoneProjects(db: Db, request: ListContent): Promise<Page<EditedProject>> {
  const projects = (await listProjects(db, null, request.editor, request.mine)).flatMap(
    (row) => presentProjectRow(row) ?? [],
  )
  const search = request.search?.toLowerCase() ?? ''
  return paginate(
    projects.filter(
      ({ status, title, courseTitle }) =>
        (request.status === undefined || status === request.status) &&
        `${title}\n${courseTitle}`.toLowerCase().includes(search),
    ),
    request,
  )
}

export async function getCapstoneProject(db: Db, courseId: CourseId, editor: Editor): Promise<EditedProject> {
  const [row] = await listProjects(db, courseId, editor)
  const project = row && presentProjectRow(row)
  if (!project) throw errors.project_not_found()
  return project
}

function toFilter({ status, search, mine = false }: ListContent): ContentFilter {
  return {
    status: status ?? null,
    pattern: search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
    isMine: mine,
  }
}

function paginate<Item>(all: Item[], { page, limit }: { page: number; limit: number }): Page<Item> {
  return { items: all.slice((page - 1) * limit, page * limit), total: all.length }
}
