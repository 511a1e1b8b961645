import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type EditedProject,
  EditedProjectSchema,
  ProjectDraftSchema,
  type ProjectPatch,
  ProjectPatchSchema,
} from '../authoring/public/content-draft.ts'
import {
  createCapstoneProject,
  setCapstoneProjectPublished,
  updateCapstoneProject,
} from '../authoring/public/edit-capstone-project.ts'
import { requireAuthor } from '../authoring/public/editor.ts'
import { getCapstoneProject, listCapstoneProjects } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints, OwnSearchPaging, type RecordedEdit } from './content-endpoints.ts'
import { CAPSTONE_DRAFT_EXAMPLE, CAPSTONE_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { type History, readRoutes, restoreRoute } from './history-routes.ts'
import { recordProject } from './record-history.ts'

const PROJECT_HISTORY: History<CourseId, EditedProject> = {
  path: '/admin/capstones/:id/history',
  kind: 'PROJECT',
  name: 'capstone project',
  notFound: errors.project_not_found,
  example: { title: CAPSTONE_EXAMPLE.title },
  requireOwn: async (db, id, editor) => requireAuthor(await getCapstoneProject(db, id, editor), editor),
}

/** A course has at most one capstone project, so its id is the id of the course. */
export function capstoneEditingRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const rewardLimit = new CreatorRewardLimit(platform)
  const refusals = [errors.project_not_found, errors.owned_by_pack, errors.not_an_author]
  const endpoints = contentEndpoints({
    name: 'capstone',
    path: '/admin/capstones',
    itemPath: '/admin/capstones/:id',
    params: idParams<CourseId>(),
    schema: EditedProjectSchema,
    isVersioned: true,
    edit: changeCatalog(platform),
    record: (tx, edit) => recordProject(tx, edit as RecordedEdit<EditedProject>),
    example: CAPSTONE_EXAMPLE,
    list: {
      summary: 'List capstone projects in every status',
      description: 'Only authors of a course and an ADMIN see its draft and the evidence of its rubric.',
      query: OwnSearchPaging,
      find: ({ query, caller: editor }) => listCapstoneProjects(db, { ...query, editor }),
    },
    create: {
      summary: 'Create the capstone project of a course',
      description: 'The project is a draft. A course has one project, which has the id of the course.',
      body: ProjectDraftSchema,
      example: CAPSTONE_DRAFT_EXAMPLE,
      refusals: [errors.course_not_found, errors.owned_by_pack, errors.not_an_author, errors.project_exists],
      run: (tx, { editor, body: draft, now }) => {
        const change = () => createCapstoneProject(tx, { draft, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId: draft.courseId as CourseId, change, now })
      },
    },
    read: {
      summary: 'Read a capstone project in any status',
      refusals: [errors.project_not_found],
      find: ({ params, caller }) => getCapstoneProject(db, params.id, caller),
    },
    update: {
      summary: 'Update a capstone project',
      description: 'Existing submissions are assessed by the rubric at the time of their submission.',
      body: ProjectPatchSchema,
      example: { passingScore: 60 },
      refusals: [...refusals, ...REWARD_REFUSALS],
      run: (tx, { editor, params: { id: courseId }, body: patch, now }) => {
        const change = () => updateCapstoneProject(tx, { courseId, patch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
    },
    transitions: {
      publish: {
        summary: 'Publish a capstone project',
        refusals: [...refusals, ...REWARD_REFUSALS],
        run: (tx, { editor, params: { id: courseId }, now }) => {
          const change = () => setCapstoneProjectPublished(tx, { courseId, isPublished: true, editor, now })
          return rewardLimit.checkCourse(tx, editor, { courseId, change, now })
        },
      },
      archive: {
        summary: 'Remove a capstone project from its course',
        description:
          'The project becomes a draft. Existing submissions stay, and open ones are still assessed.',
        example: {},
        refusals,
        run: (tx, { editor, params, now }) =>
          setCapstoneProjectPublished(tx, { courseId: params.id, isPublished: false, editor, now }),
      },
    },
  })
  return [
    ...endpoints,
    ...readRoutes(platform, PROJECT_HISTORY),
    restoreRoute(platform, PROJECT_HISTORY, {
      audited: 'capstone',
      description:
        'An edit like any other: learners see the change of a published project at once. Existing submissions keep their rubric.',
      response: { data: EditedProjectSchema, example: CAPSTONE_EXAMPLE, isVersioned: true },
      refusals: [...refusals, historyErrors.revision_not_found, errors.version_changed, ...REWARD_REFUSALS],
      update: (tx, snapshot, { id: courseId, editor, now }) => {
        const patch = snapshot as ProjectPatch
        const change = () => updateCapstoneProject(tx, { courseId, patch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
      record: recordProject,
    }),
  ]
}
