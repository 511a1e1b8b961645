import { commonErrors, type RefusalFactory } from '../../platform/errors.ts'
import { cursorPage } from '../../platform/http/cursor.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as contentErrors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type ChosenCover,
  type CoveredContent,
  chooseCover,
  getCover,
} from '../authoring/public/edit-cover.ts'
import { CHOSEN_COVER_EXAMPLE, ChosenCoverSchema, presentCover } from '../catalog/public/cover.ts'
import { errors } from '../media/errors.ts'
import { changeAlt, deleteMedium, getMedium, getMediumUses, readLibrary } from '../media/public/library.ts'
import {
  LIBRARY_META_EXAMPLE,
  LibraryMeta,
  LibraryQuery,
  MEDIUM_DETAIL_EXAMPLE,
  MediumDetailSchema,
  MediumPatchSchema,
  MediumUploadSchema,
} from '../media/public/library-schemas.ts'
import {
  LARGEST_FILE_BYTES,
  MEDIUM_EXAMPLE,
  type Medium,
  type MediumId,
  MediumSchema,
  presentMedium,
} from '../media/public/medium.ts'
import { completeUpload, prepareUpload } from '../media/public/upload-medium.ts'
import { adminAction, adminRead, idParams, withExample } from '../staff-access/public/admin-endpoint.ts'
import { changesBetween } from '../staff-access/public/record-audit-entry.ts'
import type { AdminRoute } from '../staff-access/public/role-access.ts'

/** The name of the file is left out, because it may contain personal data. */
function audited({ id, kind, ownerId, alt, isDecorative }: Medium) {
  return { id, kind, ownerId, alt, decorative: isDecorative }
}

const subjectOf = ({ id }: Medium) => ({ kind: 'medium', id })

/** The library of media of an author. */
export function mediaRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  const params = idParams<MediumId>()
  const edit = changeCatalog(platform)
  const present = (medium: Medium) => presentMedium(medium, config.publicUrl)
  const response = { data: MediumSchema, example: MEDIUM_EXAMPLE } as const
  return [
    adminRead('GET /admin/media', {
      summary: 'List the media of your library',
      description: 'The newest first.',
      query: LibraryQuery,
      response: {
        data: z.array(MediumSchema),
        example: [MEDIUM_EXAMPLE],
        meta: LibraryMeta,
        metaExample: LIBRARY_META_EXAMPLE,
      },
      handle: async ({ caller, query: { page, limit, cursor, kind, search, ownerId = caller.userId } }) => {
        if (ownerId !== caller.userId && caller.role !== 'ADMIN') throw commonErrors.forbidden()
        const { media, total, usedBytes } = await readLibrary(db, {
          ownerId: ownerId as UserId,
          kind,
          search,
          after: cursor,
          limit: limit + 1,
          offset: cursor ? 0 : (page - 1) * limit,
        })
        const { items, nextCursor } = cursorPage(media, limit, ({ createdAt, id }) => [
          createdAt.getTime(),
          id,
        ])
        return new Reply(items.map(present), {
          meta: { total, page, limit, nextCursor, usedBytes, quotaBytes: config.media.quotaBytes },
        })
      },
    }),

    adminAction('POST /admin/media', {
      summary: 'Upload a picture, audio or captions',
      description:
        'As multipart. A picture needs `alt`, or `decorative`. The same file again is the same medium, unchanged. An author has one picture in work at a time; a further one gets 429.',
      body: MediumUploadSchema,
      bodyExample: { alt: 'A brass key on a wooden table' },
      isBodyRequired: true,
      upload: {
        parts: ['file'],
        limitBytes: LARGEST_FILE_BYTES + 64 * 1024,
        description:
          'A picture (PNG, JPEG, WebP, AVIF, or the first frame of a GIF; at most 10 MiB and 40 megapixels), audio (MP3, M4A, Ogg or WAV, at most 20 MiB) or captions (WebVTT, at most 512 KiB). Pictures are converted to WebP and AVIF of up to 1280 pixels, without metadata.',
      },
      response: { ...response, status: 201 },
      refusals: [
        errors.medium_missing,
        errors.medium_unsupported,
        errors.medium_too_large,
        errors.media_quota_exceeded,
        errors.not_a_picture,
      ],
      prepare: ({ caller, body, files, signal, now }) =>
        prepareUpload(platform, {
          ownerId: caller.userId,
          file: files.get('file')?.[0],
          alt: body.alt,
          isDecorative: body.decorative ?? false,
          quotaBytes: config.media.quotaBytes,
          signal,
          now,
        }),
      perform: async (tx, { caller }, prepared) => {
        const { medium, isNew } = await completeUpload(tx, caller.userId, prepared)
        const act = {
          name: 'medium.created',
          subject: subjectOf(medium),
          before: null,
          after: audited(medium),
        } as const
        return { data: present(medium), act: isNew ? act : undefined }
      },
    }),

    adminRead('GET /admin/media/:id', {
      summary: 'Read a medium and where it is used',
      params,
      response: { data: MediumDetailSchema, example: MEDIUM_DETAIL_EXAMPLE },
      refusals: [errors.medium_not_found],
      handle: async ({ caller, params: { id } }) => {
        const medium = await getMedium(db, caller, id)
        return { ...present(medium), usedBy: await getMediumUses(db, id) }
      },
    }),

    adminAction('PATCH /admin/media/:id', {
      summary: 'Change the alternative text of a picture',
      description: 'Either `alt`, or `decorative` with the value true.',
      params,
      body: MediumPatchSchema,
      bodyExample: { alt: 'A brass key' },
      response: withExample(response, { alt: 'A brass key' }),
      refusals: [errors.medium_not_found, errors.not_a_picture],
      perform: async (tx, { caller, params: { id }, body, now }) => {
        const alt = 'alt' in body ? body.alt : null
        // Courses in the catalog show the text of their cover.
        const { before, after } = await edit(tx, () => changeAlt(tx, caller, { id, alt, now }))
        const changes = changesBetween(audited(before), audited(after))
        return {
          data: present(after),
          act: changes && { name: 'medium.updated', subject: subjectOf(after), ...changes },
        }
      },
    }),

    adminAction('DELETE /admin/media/:id', {
      summary: 'Delete a medium',
      description: 'Refused while a course, lesson, learning path or question uses it, in any status.',
      params,
      response,
      refusals: [errors.medium_not_found, errors.medium_in_use],
      perform: async (tx, { caller, params: { id } }) => {
        const medium = await deleteMedium(tx, caller, id)
        return {
          data: present(medium),
          act: { name: 'medium.deleted', subject: subjectOf(medium), before: audited(medium), after: null },
        }
      },
    }),
    ...coverRoutes(platform, {
      item: 'course',
      read: 'GET /admin/courses/:id/cover',
      replace: 'PUT /admin/courses/:id/cover',
      kind: 'course',
      notFound: contentErrors.course_not_found,
    }),
    ...coverRoutes(platform, {
      item: 'learning path',
      read: 'GET /admin/learning-paths/:id/cover',
      replace: 'PUT /admin/learning-paths/:id/cover',
      kind: 'learning_path',
      notFound: contentErrors.path_not_found,
    }),
  ]
}

interface CoverRoutes extends Pick<CoveredContent, 'kind'> {
  item: string
  read: AdminRoute
  replace: AdminRoute
  notFound: RefusalFactory
}

/** The cover of a course or of a learning path. */
function coverRoutes(platform: Platform, { item, kind, read, replace, notFound }: CoverRoutes): Endpoint[] {
  const edit = changeCatalog(platform)
  const params = idParams()
  const response = { data: ChosenCoverSchema, example: CHOSEN_COVER_EXAMPLE } as const
  const present = ({ mediumId, cover }: ChosenCover) => ({
    mediumId,
    cover: presentCover(cover, platform.config.publicUrl),
  })
  return [
    adminRead(read, {
      summary: `Read the cover of a ${item}`,
      params,
      response,
      refusals: [notFound],
      handle: async ({ caller, params: { id } }) =>
        present(await getCover(platform.db, { kind, id }, caller)),
    }),

    adminAction(replace, {
      summary: `Choose the cover of a ${item}`,
      description: 'A picture of your library; null for none.',
      params,
      body: z.object({ mediumId: z.uuid().nullable() }),
      bodyExample: { mediumId: MEDIUM_EXAMPLE.id },
      response,
      refusals: [
        notFound,
        contentErrors.owned_by_pack,
        contentErrors.not_an_author,
        errors.medium_not_found,
        errors.not_a_picture,
      ],
      perform: async (tx, { caller: editor, params: { id }, body }) => {
        const mediumId = body.mediumId as MediumId | null
        const { before, after } = await edit(tx, () => chooseCover(tx, { kind, id }, { mediumId, editor }))
        const changes = changesBetween({ coverMediumId: before.mediumId }, { coverMediumId: after.mediumId })
        return {
          data: present(after),
          act: changes && { name: `${kind}.updated`, subject: { kind, id }, ...changes },
        }
      },
    }),
  ]
}
