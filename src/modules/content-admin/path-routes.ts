import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type EditedPath,
  EditedPathSchema,
  PathDraftSchema,
  PathPatchSchema,
} from '../authoring/public/content-draft.ts'
import { archivePath, createPath, publishPath, updatePath } from '../authoring/public/edit-path.ts'
import { requireAuthor } from '../authoring/public/editor.ts'
import { getEditedPath, listPaths } from '../authoring/public/list-content.ts'
import type { PathId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { restorePath } from '../content-history/public/restore-revision.ts'
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
import { PATH_DRAFT_EXAMPLE, PATH_EXAMPLE } from './content-examples.ts'
import { readRoutes, versionParams } from './history-routes.ts'
import { recordPath } from './record-history.ts'

export function pathRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const refusals = [errors.path_not_found, errors.owned_by_pack, errors.not_an_author]
  const endpoints = contentEndpoints({
    name: 'learning_path',
    path: '/admin/learning-paths',
    itemPath: '/admin/learning-paths/:id',
    params: idParams<PathId>(),
    schema: EditedPathSchema,
    isVersioned: true,
    record: (tx, edit) => recordPath(tx, edit as RecordedEdit<EditedPath>),
    example: PATH_EXAMPLE,
    list: {
      summary: 'List learning paths in every status',
      description: 'An ADMIN sees all paths, an author the published ones and the own ones.',
      query: OwnSearchPaging,
      find: ({ query, caller: editor }) => listPaths(db, { ...query, editor }),
    },
    create: {
      summary: 'Create a learning path',
      description:
        'The path is a draft, and the caller owns it. It contains courses of this server and of content packs, in the order of learning.',
      body: PathDraftSchema,
      example: PATH_DRAFT_EXAMPLE,
      refusals: [errors.unknown_course, errors.category_not_found],
      run: (tx, { caller: editor, body: draft, now }) =>
        edit(tx, () => createPath(tx, { draft, editor, now })),
    },
    read: {
      summary: 'Read a learning path in any status',
      refusals: [errors.path_not_found],
      find: ({ params, caller }) => getEditedPath(db, params.id, caller),
    },
    update: {
      summary: 'Update a learning path',
      body: PathPatchSchema,
      example: { skills: ['security', 'wallets'] },
      refusals: [...refusals, errors.unknown_course, errors.category_not_found, errors.path_repeats_another],
      run: (tx, { caller, headers, params, body: patch }) =>
        edit(tx, () => updatePath(tx, { pathId: params.id, patch, editor: editorOf({ caller, headers }) })),
    },
    transitions: {
      publish: {
        summary: 'Publish a learning path',
        refusals: [...refusals, errors.path_has_no_courses, errors.path_repeats_another],
        run: (tx, { caller, headers, params }) =>
          edit(tx, () => publishPath(tx, { pathId: params.id, editor: editorOf({ caller, headers }) })),
      },
      archive: {
        summary: 'Archive a learning path',
        refusals,
        run: (tx, { caller, headers, params, now }) =>
          edit(tx, () => archivePath(tx, { pathId: params.id, editor: editorOf({ caller, headers }), now })),
      },
    },
  })
  return [
    ...endpoints,
    ...readRoutes<PathId>(platform, {
      path: '/admin/learning-paths/:id/history',
      kind: 'PATH',
      name: 'learning path',
      notFound: errors.path_not_found,
      example: { title: PATH_EXAMPLE.title },
      requireOwn: async (id, editor) => requireAuthor(await getEditedPath(db, id, editor), editor),
    }),

    adminAction('POST /admin/learning-paths/:id/history/:version/restore', {
      summary: 'Restore an earlier version of a learning path',
      description: 'An edit like any other: learners see the change of a published path at once.',
      params: versionParams<PathId>(),
      headers: IfMatch,
      response: { status: 200, data: EditedPathSchema, example: PATH_EXAMPLE, isVersioned: true },
      refusals: [
        ...refusals,
        historyErrors.revision_not_found,
        errors.unknown_course,
        errors.category_not_found,
        errors.path_repeats_another,
        errors.version_changed,
      ],
      perform: (tx, { caller, headers, params: { id, version }, now }) =>
        edit(tx, async () => {
          const editor = editorOf({ caller, headers })
          requireAuthor(await getEditedPath(tx, id, editor), editor)
          const restored = await restorePath(tx, { id, version: Number(version), editor })
          await recordPath(tx, { act: 'RESTORED', ...restored, authorId: caller.userId, now })
          return changedContent({ name: 'learning_path' }, 'learning_path.restored', restored)
        }),
    }),
  ]
}
