import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type EditedPath,
  EditedPathSchema,
  PathDraftSchema,
  type PathPatch,
  PathPatchSchema,
} from '../authoring/public/content-draft.ts'
import { archivePath, createPath, publishPath, updatePath } from '../authoring/public/edit-path.ts'
import { requireAuthor } from '../authoring/public/editor.ts'
import { getEditedPath, listPaths } from '../authoring/public/list-content.ts'
import type { PathId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints, OwnSearchPaging, type RecordedEdit } from './content-endpoints.ts'
import { PATH_DRAFT_EXAMPLE, PATH_EXAMPLE } from './content-examples.ts'
import { type History, readRoutes, restoreRoute } from './history-routes.ts'
import { recordPath } from './record-history.ts'

const PATH_HISTORY: History<PathId, EditedPath> = {
  path: '/admin/learning-paths/:id/history',
  kind: 'PATH',
  name: 'learning path',
  notFound: errors.path_not_found,
  example: { title: PATH_EXAMPLE.title },
  requireOwn: async (db, id, editor) => requireAuthor(await getEditedPath(db, id, editor), editor),
}

export function pathRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const refusals = [errors.path_not_found, errors.owned_by_pack, errors.not_an_author]
  const endpoints = contentEndpoints({
    name: 'learning_path',
    path: '/admin/learning-paths',
    itemPath: '/admin/learning-paths/:id',
    params: idParams<PathId>(),
    schema: EditedPathSchema,
    isVersioned: true,
    edit: changeCatalog(platform),
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
      run: (tx, { editor, body: draft, now }) => createPath(tx, { draft, editor, now }),
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
      run: (tx, { editor, params, body: patch }) => updatePath(tx, { pathId: params.id, patch, editor }),
    },
    transitions: {
      publish: {
        summary: 'Publish a learning path',
        refusals: [...refusals, errors.path_has_no_courses, errors.path_repeats_another],
        run: (tx, { editor, params }) => publishPath(tx, { pathId: params.id, editor }),
      },
      archive: {
        summary: 'Archive a learning path',
        refusals,
        run: (tx, { editor, params, now }) => archivePath(tx, { pathId: params.id, editor, now }),
      },
    },
  })
  return [
    ...endpoints,
    ...readRoutes(platform, PATH_HISTORY),
    restoreRoute(platform, PATH_HISTORY, {
      audited: 'learning_path',
      description: 'An edit like any other: learners see the change of a published path at once.',
      response: { data: EditedPathSchema, example: PATH_EXAMPLE, isVersioned: true },
      refusals: [
        ...refusals,
        historyErrors.revision_not_found,
        errors.unknown_course,
        errors.category_not_found,
        errors.path_repeats_another,
        errors.version_changed,
      ],
      update: (tx, snapshot, { id: pathId, editor }) =>
        updatePath(tx, { pathId, patch: snapshot as PathPatch, editor }),
      record: recordPath,
    }),
  ]
}
