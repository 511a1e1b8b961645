import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PathId } from '../../learning/catalogue/catalogue.ts'
import { EditedPathSchema, PathDraftSchema, PathPatchSchema } from '../../learning/editing/content-draft.ts'
import { archivePath, createPath, publishPath, updatePath } from '../../learning/editing/edit-path.ts'
import { getEditedPath, listPaths } from '../../learning/editing/list-content.ts'
import { errors } from '../../learning/errors.ts'
import { adminAct, adminRead, showing } from '../admin-endpoint.ts'
import { PATH_DRAFT_EXAMPLE, PATH_EXAMPLE } from './content-examples.ts'
import { catalogueEdit } from './course-routes.ts'
import { ContentParams, edited, made, SearchPaging } from './edited.ts'

export function pathRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = catalogueEdit(platform)
  const answer = { status: 200, data: EditedPathSchema, example: PATH_EXAMPLE } as const
  return [
    adminRead('GET /admin/learning-paths', {
      summary: 'List learning paths, shown or not',
      query: SearchPaging,
      answer: { status: 200, data: z.array(EditedPathSchema), meta: PagingMeta, example: [PATH_EXAMPLE] },
      handle: async ({ query }) => {
        const { items, total } = await listPaths(db, query)
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAct(platform, 'POST /admin/learning-paths', {
      summary: 'Make a learning path',
      description: 'A draft of courses from here or from packs, in the order in which they are taken.',
      body: PathDraftSchema,
      bodyExample: PATH_DRAFT_EXAMPLE,
      answer: { ...answer, status: 201 },
      refusals: [errors.unknown_course],
      perform: async (tx, { body: draft, now }) =>
        made('learning_path.created', await edit(tx, () => createPath(tx, { draft, now }))),
    }),

    adminRead('GET /admin/learning-paths/:id', {
      summary: 'Read a learning path, shown or not',
      params: ContentParams,
      answer,
      refusals: [errors.path_not_found],
      handle: ({ params }) => getEditedPath(db, params.id as PathId),
    }),

    adminAct(platform, 'PATCH /admin/learning-paths/:id', {
      summary: 'Change a learning path',
      params: ContentParams,
      body: PathPatchSchema,
      bodyExample: { skills: ['security', 'wallets'] },
      answer: showing(answer, { skills: ['security', 'wallets'] }),
      refusals: [errors.path_not_found, errors.owned_by_pack, errors.unknown_course],
      perform: async (tx, { params, body: patch }) =>
        edited(
          'learning_path.updated',
          await edit(tx, () => updatePath(tx, { pathId: params.id as PathId, patch })),
        ),
    }),

    adminAct(platform, 'POST /admin/learning-paths/:id/publish', {
      summary: 'Show a learning path to learners',
      params: ContentParams,
      answer: showing(answer, { status: 'PUBLISHED' }),
      refusals: [errors.path_not_found, errors.owned_by_pack, errors.path_has_no_courses],
      perform: async (tx, { params }) =>
        edited('learning_path.published', await edit(tx, () => publishPath(tx, params.id as PathId))),
    }),

    adminAct(platform, 'POST /admin/learning-paths/:id/archive', {
      summary: 'Take a learning path out of the catalogue',
      params: ContentParams,
      answer: showing(answer, { status: 'ARCHIVED' }),
      refusals: [errors.path_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        edited(
          'learning_path.archived',
          await edit(tx, () => archivePath(tx, { pathId: params.id as PathId, now })),
        ),
    }),
  ]
}
