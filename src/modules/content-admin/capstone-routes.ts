import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
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
import { getCapstoneProject, listCapstoneProjects } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { contentEndpoints, editorOf, idParams, OwnSearchPaging } from './content-endpoints.ts'
import { CAPSTONE_DRAFT_EXAMPLE, CAPSTONE_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'

/** A course has at most one capstone project, so its id is the id of the course. */
export function capstoneEditingRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform)
  const refusals = [errors.project_not_found, errors.owned_by_pack, errors.not_an_author]
  return contentEndpoints({
    name: 'capstone',
    path: '/admin/capstones',
    itemPath: '/admin/capstones/:id',
    params: idParams<CourseId>(),
    schema: EditedProjectSchema,
    isVersioned: true,
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
}
