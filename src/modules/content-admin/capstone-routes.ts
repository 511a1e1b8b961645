import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type EditedProject,
  EditedProjectSchema,
  ProjectDraftSchema,
  ProjectPatchSchema,
} from '../authoring/public/content-draft.ts'
import {
  archiveCapstoneProject,
  createCapstoneProject,
  publishCapstoneProject,
  updateCapstoneProject,
} from '../authoring/public/edit-capstone-project.ts'
import { requireAuthor } from '../authoring/public/editor.ts'
import { getCapstoneProject, listCapstoneProjects } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { restoreProject } from '../content-history/public/restore-revision.ts'
import { adminAction } from '../staff-access/public/admin-endpoint.ts'
import {
  changedContent,
  contentEndpoints,
  editorOf,
  IfMatch,
  idParams,
  OwnSearchPaging,
  type RecordedEdit,
} from './content-endpoints.ts'
import { CAPSTONE_DRAFT_EXAMPLE, CAPSTONE_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { readRoutes, versionParams } from './history-routes.ts'
import { recordProject } from './record-history.ts'

/** A course has at most one capstone project, so its id is the id of the course. */
export function capstoneEditingRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform)
  const refusals = [errors.project_not_found, errors.owned_by_pack, errors.not_an_author]
  const endpoints = contentEndpoints({
    name: 'capstone',
    path: '/admin/capstones',
    itemPath: '/admin/capstones/:id',
    params: idParams<CourseId>(),
    schema: EditedProjectSchema,
    isVersioned: true,
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
      run: (tx, { caller, body: draft, now }) =>
        edit(tx, () =>
          rewardLimit.writeCourse(tx, caller, {
            courseId: draft.courseId as CourseId,
            change: () => createCapstoneProject(tx, { draft, editor: caller, now }),
            now,
          }),
        ),
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
      run: (tx, { caller, headers, params: { id: courseId }, body: patch, now }) =>
        edit(tx, () =>
          rewardLimit.writeCourse(tx, caller, {
            courseId,
            change: () =>
              updateCapstoneProject(tx, { courseId, patch, editor: editorOf({ caller, headers }), now }),
            now,
          }),
        ),
    },
    transitions: {
      publish: {
        summary: 'Publish a capstone project',
        refusals: [...refusals, ...REWARD_REFUSALS],
        run: (tx, { caller, headers, params: { id: courseId }, now }) =>
          edit(tx, () =>
            rewardLimit.checkCourse(tx, caller, {
              courseId,
              change: () =>
                publishCapstoneProject(tx, { courseId, editor: editorOf({ caller, headers }), now }),
              now,
            }),
          ),
      },
      archive: {
        summary: 'Remove a capstone project from its course',
        description:
          'The project becomes a draft. Existing submissions stay, and open ones are still assessed.',
        example: {},
        refusals,
        run: (tx, { caller, headers, params, now }) =>
          edit(tx, () =>
            archiveCapstoneProject(tx, { courseId: params.id, editor: editorOf({ caller, headers }), now }),
          ),
      },
    },
  })
  return [
    ...endpoints,
    ...readRoutes<CourseId>(platform, {
      path: '/admin/capstones/:id/history',
      kind: 'PROJECT',
      name: 'capstone project',
      notFound: errors.project_not_found,
      example: { title: CAPSTONE_EXAMPLE.title },
      requireOwn: async (id, editor) => requireAuthor(await getCapstoneProject(db, id, editor), editor),
    }),

    adminAction('POST /admin/capstones/:id/history/:version/restore', {
      summary: 'Restore an earlier version of a capstone project',
      description:
        'An edit like any other: learners see the change of a published project at once. Existing submissions keep their rubric.',
      params: versionParams<CourseId>(),
      headers: IfMatch,
      response: { status: 200, data: EditedProjectSchema, example: CAPSTONE_EXAMPLE, isVersioned: true },
      refusals: [...refusals, historyErrors.revision_not_found, errors.version_changed, ...REWARD_REFUSALS],
      perform: (tx, { caller, headers, params: { id: courseId, version }, now }) =>
        edit(tx, async () => {
          const editor = editorOf({ caller, headers })
          requireAuthor(await getCapstoneProject(tx, courseId, editor), editor)
          const change = () => restoreProject(tx, { id: courseId, version: Number(version), editor, now })
          const restored = await rewardLimit.writeCourse(tx, caller, { courseId, change, now })
          await recordProject(tx, { act: 'RESTORED', ...restored, authorId: caller.userId, now })
          return changedContent({ name: 'capstone' }, 'capstone.restored', restored)
        }),
    }),
  ]
}
