import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CourseId } from '../../learning/catalogue/catalogue.ts'
import {
  EditedProjectSchema,
  ProjectDraftSchema,
  ProjectPatchSchema,
} from '../../learning/editing/content-draft.ts'
import {
  archiveCapstone,
  createCapstone,
  publishCapstone,
  updateCapstone,
} from '../../learning/editing/edit-capstone.ts'
import { getCapstone, listCapstones } from '../../learning/editing/list-content.ts'
import { errors } from '../../learning/errors.ts'
import { adminAct, adminRead, showing } from '../admin-endpoint.ts'
import { errors as adminErrors } from '../errors.ts'
import { Ceiling } from './ceiling.ts'
import { CAPSTONE_DRAFT_EXAMPLE, CAPSTONE_EXAMPLE } from './content-examples.ts'
import { catalogueEdit } from './course-routes.ts'
import { ContentParams, edited, made, StatusPaging } from './edited.ts'

/** A course has one capstone, so the id of the course is the capstone's here. */
export function capstoneEditingRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = catalogueEdit(platform)
  const ceiling = new Ceiling(platform.config)
  const answer = { status: 200, data: EditedProjectSchema, example: CAPSTONE_EXAMPLE } as const
  return [
    adminRead('GET /admin/capstones', {
      summary: 'List capstone projects, shown or not',
      query: StatusPaging,
      answer: {
        status: 200,
        data: z.array(EditedProjectSchema),
        meta: PagingMeta,
        example: [CAPSTONE_EXAMPLE],
      },
      handle: async ({ query }) => {
        const { items, total } = await listCapstones(db, query)
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAct(platform, 'POST /admin/capstones', {
      summary: 'Write the capstone project of a course',
      description: 'A draft. A course has one, and its id is that of the course.',
      body: ProjectDraftSchema,
      bodyExample: CAPSTONE_DRAFT_EXAMPLE,
      answer: { ...answer, status: 201 },
      refusals: [errors.course_not_found, errors.owned_by_pack, errors.project_exists],
      perform: async (tx, { body: draft, now }) =>
        made('capstone.created', await edit(tx, () => createCapstone(tx, { draft, now }))),
    }),

    adminRead('GET /admin/capstones/:id', {
      summary: 'Read a capstone project, shown or not',
      params: ContentParams,
      answer,
      refusals: [errors.project_not_found],
      handle: ({ params }) => getCapstone(db, params.id as CourseId),
    }),

    adminAct(platform, 'PATCH /admin/capstones/:id', {
      summary: 'Change a capstone project',
      description: 'Who has submitted already is judged by the rubric of that time.',
      params: ContentParams,
      body: ProjectPatchSchema,
      bodyExample: { passingScore: 60 },
      answer: showing(answer, { passingScore: 60 }),
      refusals: [errors.project_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params, body: patch, now }) => {
        const courseId = params.id as CourseId
        const update = () => updateCapstone(tx, { courseId, patch, now })
        return edited(
          'capstone.updated',
          await edit(tx, () => ceiling.ofCourse(tx, caller, courseId, update)),
        )
      },
    }),

    adminAct(platform, 'POST /admin/capstones/:id/publish', {
      summary: 'Show a capstone project to learners',
      params: ContentParams,
      answer: showing(answer, { status: 'PUBLISHED' }),
      refusals: [errors.project_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params, now }) => {
        const courseId = params.id as CourseId
        const publish = () => publishCapstone(tx, { courseId, now })
        return edited(
          'capstone.published',
          await edit(tx, () => ceiling.ofCourse(tx, caller, courseId, publish)),
        )
      },
    }),

    adminAct(platform, 'POST /admin/capstones/:id/archive', {
      summary: 'Take a capstone project out of its course',
      description: 'Submissions stay, and those under way are judged. It is a draft again.',
      params: ContentParams,
      answer,
      refusals: [errors.project_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        edited(
          'capstone.archived',
          await edit(tx, () => archiveCapstone(tx, { courseId: params.id as CourseId, now })),
        ),
    }),
  ]
}
