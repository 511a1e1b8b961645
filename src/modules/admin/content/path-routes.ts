import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../../authoring/errors.ts'
import { changeCatalog } from '../../authoring/public/change-catalog.ts'
import { EditedPathSchema, PathDraftSchema, PathPatchSchema } from '../../authoring/public/content-draft.ts'
import { archivePath, createPath, publishPath, updatePath } from '../../authoring/public/edit-path.ts'
import { getEditedPath, listPaths } from '../../authoring/public/list-content.ts'
import type { PathId } from '../../catalog/public/catalog.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import { ContentParams, created, SearchPaging, updated } from './content-changes.ts'
import { PATH_DRAFT_EXAMPLE, PATH_EXAMPLE } from './content-examples.ts'

export function pathRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const response = { status: 200, data: EditedPathSchema, example: PATH_EXAMPLE } as const
  return [
    adminRead('GET /admin/learning-paths', {
      summary: 'List learning paths, shown or not',
      query: SearchPaging,
      response: { status: 200, data: z.array(EditedPathSchema), meta: PagingMeta, example: [PATH_EXAMPLE] },
      handle: async ({ query }) => {
        const { items, total } = await listPaths(db, query)
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAction(platform, 'POST /admin/learning-paths', {
      summary: 'Make a learning path',
      description: 'A draft of courses from here or from packs, in the order in which they are taken.',
      body: PathDraftSchema,
      bodyExample: PATH_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.unknown_course],
      perform: async (tx, { body: draft, now }) =>
        created('learning_path.created', await edit(tx, () => createPath(tx, { draft, now }))),
    }),

    adminRead('GET /admin/learning-paths/:id', {
      summary: 'Read a learning path, shown or not',
      params: ContentParams,
      response,
      refusals: [errors.path_not_found],
      handle: ({ params }) => getEditedPath(db, params.id as PathId),
    }),

    adminAction(platform, 'PATCH /admin/learning-paths/:id', {
      summary: 'Change a learning path',
      params: ContentParams,
      body: PathPatchSchema,
      bodyExample: { skills: ['security', 'wallets'] },
      response: withExample(response, { skills: ['security', 'wallets'] }),
      refusals: [errors.path_not_found, errors.owned_by_pack, errors.unknown_course],
      perform: async (tx, { params, body: patch }) =>
        updated(
          'learning_path.updated',
          await edit(tx, () => updatePath(tx, { pathId: params.id as PathId, patch })),
        ),
    }),

    adminAction(platform, 'POST /admin/learning-paths/:id/publish', {
      summary: 'Show a learning path to learners',
      params: ContentParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals: [errors.path_not_found, errors.owned_by_pack, errors.path_has_no_courses],
      perform: async (tx, { params }) =>
        updated('learning_path.published', await edit(tx, () => publishPath(tx, params.id as PathId))),
    }),

    adminAction(platform, 'POST /admin/learning-paths/:id/archive', {
      summary: 'Take a learning path out of the catalogue',
      params: ContentParams,
      response: withExample(response, { status: 'ARCHIVED' }),
      refusals: [errors.path_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        updated(
          'learning_path.archived',
          await edit(tx, () => archivePath(tx, { pathId: params.id as PathId, now })),
        ),
    }),
  ]
}
