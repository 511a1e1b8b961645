import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../../authoring/errors.ts'
import { changeCatalog } from '../../authoring/public/change-catalog.ts'
import {
  EditedProjectSchema,
  ProjectDraftSchema,
  ProjectPatchSchema,
} from '../../authoring/public/content-draft.ts'
import {
  archiveCapstoneProject,
  createCapstoneProject,
  publishCapstoneProject,
  updateCapstoneProject,
} from '../../authoring/public/edit-capstone-project.ts'
import { getCapstoneProject, listCapstoneProjects } from '../../authoring/public/list-content.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import { errors as adminErrors } from '../errors.ts'
import { ContentParams, created, StatusPaging, updated } from './content-changes.ts'
import { CAPSTONE_DRAFT_EXAMPLE, CAPSTONE_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'

/** A course has one capstone, so the id of the course is the capstone's here. */
export function capstoneEditingRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform.config)
  const response = { status: 200, data: EditedProjectSchema, example: CAPSTONE_EXAMPLE } as const
  return [
    adminRead('GET /admin/capstones', {
      summary: 'List capstone projects, shown or not',
      query: StatusPaging,
      response: {
        status: 200,
        data: z.array(EditedProjectSchema),
        meta: PagingMeta,
        example: [CAPSTONE_EXAMPLE],
      },
      handle: async ({ query }) => {
        const { items, total } = await listCapstoneProjects(db, query)
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAction(platform, 'POST /admin/capstones', {
      summary: 'Write the capstone project of a course',
      description: 'A draft. A course has one, and its id is that of the course.',
      body: ProjectDraftSchema,
      bodyExample: CAPSTONE_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.course_not_found, errors.owned_by_pack, errors.project_exists],
      perform: async (tx, { body: draft, now }) =>
        created('capstone.created', await edit(tx, () => createCapstoneProject(tx, { draft, now }))),
    }),

    adminRead('GET /admin/capstones/:id', {
      summary: 'Read a capstone project, shown or not',
      params: ContentParams,
      response,
      refusals: [errors.project_not_found],
      handle: ({ params }) => getCapstoneProject(db, params.id as CourseId),
    }),

    adminAction(platform, 'PATCH /admin/capstones/:id', {
      summary: 'Change a capstone project',
      description: 'Who has submitted already is judged by the rubric of that time.',
      params: ContentParams,
      body: ProjectPatchSchema,
      bodyExample: { passingScore: 60 },
      response: withExample(response, { passingScore: 60 }),
      refusals: [errors.project_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params, body: patch, now }) => {
        const courseId = params.id as CourseId
        const update = () => updateCapstoneProject(tx, { courseId, patch, now })
        return updated(
          'capstone.updated',
          await edit(tx, () => rewardLimit.checkCourse(tx, caller, courseId, update)),
        )
      },
    }),

    adminAction(platform, 'POST /admin/capstones/:id/publish', {
      summary: 'Show a capstone project to learners',
      params: ContentParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals: [errors.project_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params, now }) => {
        const courseId = params.id as CourseId
        const publish = () => publishCapstoneProject(tx, { courseId, now })
        return updated(
          'capstone.published',
          await edit(tx, () => rewardLimit.checkCourse(tx, caller, courseId, publish)),
        )
      },
    }),

    adminAction(platform, 'POST /admin/capstones/:id/archive', {
      summary: 'Take a capstone project out of its course',
      description: 'Submissions stay, and those under way are judged. It is a draft again.',
      params: ContentParams,
      response,
      refusals: [errors.project_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        updated(
          'capstone.archived',
          await edit(tx, () => archiveCapstoneProject(tx, { courseId: params.id as CourseId, now })),
        ),
    }),
  ]
}
