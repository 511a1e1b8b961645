import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../../badges/errors.ts'
import {
  type BadgeDefinition,
  BadgeDefinitionDraftSchema,
  BadgeDefinitionPatchSchema,
  BadgeTypeSchema,
} from '../../badges/public/badge-definition.ts'
import {
  archiveDefinition,
  createDefinition,
  publishDefinition,
  replaceBadgeImage,
  requireEditable,
  updateDefinition,
} from '../../badges/public/edit-badge-definition.ts'
import { getDefinition, listDefinitions } from '../../badges/public/list-badge-definitions.ts'
import { IMAGE_LIMIT_BYTES, storeBadgeImage } from '../../badges/public/store-badge-image.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import type { AuditAction } from '../audit-log/audit-actions.ts'
import { BADGE_DRAFT_EXAMPLE, BADGE_EXAMPLE, EditedBadgeSchema, presentBadge } from './badge-view.ts'
import { created, SearchPaging, updated } from './content-changes.ts'

const BadgeParams = z.object({ badgeType: BadgeTypeSchema })

/** The type of a badge is its id here: it names the badge for good. */
export function badgeEditingRoutes(platform: Platform): Endpoint[] {
  const { db, storage, config } = platform
  const response = { status: 200, data: EditedBadgeSchema, example: BADGE_EXAMPLE } as const
  const refusals = [errors.badge_not_found, errors.owned_by_pack]
  const present = (definition: BadgeDefinition) => presentBadge(definition, config.publicUrl)
  /** What the log says of it: everything but when, and how often. */
  const state = (definition: BadgeDefinition) => {
    const { badgeType: id, version: _, createdAt: __, updatedAt: ___, ...shown } = present(definition)
    return { id, ...shown }
  }
  const result = (
    name: AuditAction,
    { before, after }: { before: BadgeDefinition; after: BadgeDefinition },
  ) => ({
    data: present(after),
    act: updated(name, { before: state(before), after: state(after) }).act,
  })

  return [
    adminRead('GET /admin/badges', {
      summary: 'List badges, seen by learners or not',
      query: SearchPaging,
      response: {
        status: 200,
        data: z.array(EditedBadgeSchema),
        meta: PagingMeta,
        example: [BADGE_EXAMPLE],
      },
      handle: async ({ query }) => {
        const { items, total } = await listDefinitions(db, query)
        return new Reply(items.map(present), { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAction(platform, 'POST /admin/badges', {
      summary: 'Make a badge',
      description: 'A draft, which nobody sees. Its type names it for good.',
      body: BadgeDefinitionDraftSchema,
      bodyExample: BADGE_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.badge_exists],
      perform: async (tx, { body: draft, now }) => {
        const definition = await createDefinition(tx, { draft, now })
        return { data: present(definition), act: created('badge.created', state(definition)).act }
      },
    }),

    adminRead('GET /admin/badges/:badgeType', {
      summary: 'Read a badge, seen by learners or not',
      params: BadgeParams,
      response,
      refusals: [errors.badge_not_found],
      handle: async ({ params }) => present(await getDefinition(db, params.badgeType)),
    }),

    adminAction(platform, 'PATCH /admin/badges/:badgeType', {
      summary: 'Change a badge',
      description:
        'Who has it keeps it, whatever it takes from now on; who has enough of it now is given it within moments. `ruleKind` can be changed only while it is a draft.',
      params: BadgeParams,
      body: BadgeDefinitionPatchSchema,
      bodyExample: { requiredProgress: 40, description: 'Complete 40 lessons.' },
      response: withExample(response, { requiredProgress: 40, description: 'Complete 40 lessons.' }),
      refusals: [...refusals, errors.badge_changed, errors.badge_rule_fixed],
      perform: async (tx, { params, body: patch, now }) =>
        result('badge.updated', await updateDefinition(tx, { type: params.badgeType, patch, now })),
    }),

    adminAction(platform, 'PUT /admin/badges/:badgeType/picture', {
      summary: 'Give a badge a picture',
      description: 'As multipart. Badges that are on the chain already keep the picture of their day.',
      params: BadgeParams,
      body: z.object({}),
      bodyExample: {},
      upload: {
        parts: ['picture'],
        limitBytes: IMAGE_LIMIT_BYTES + 64 * 1024,
        description: 'JPEG, PNG or WebP, at most 5 MiB. It becomes a WebP of 512 × 512.',
      },
      response,
      refusals: [...refusals, errors.picture_missing, errors.picture_unsupported, errors.picture_too_large],
      // A file without a row is harmless, a row without a file is not.
      prepare: async ({ params, files }) => {
        requireEditable(await getDefinition(db, params.badgeType))
        return storeBadgeImage(storage, files.get('picture')?.[0])
      },
      perform: async (tx, { params, now }, pictureKey) =>
        result('badge.updated', await replaceBadgeImage(tx, { type: params.badgeType, pictureKey, now })),
    }),

    adminAction(platform, 'POST /admin/badges/:badgeType/publish', {
      summary: 'Let learners earn a badge',
      description: 'What they have done before counts: it is looked up within moments.',
      params: BadgeParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals,
      perform: async (tx, { params, now }) =>
        result('badge.published', await publishDefinition(tx, { type: params.badgeType, now })),
    }),

    adminAction(platform, 'POST /admin/badges/:badgeType/archive', {
      summary: 'Let nobody earn a badge any more',
      description: 'Those who have it keep it, and see it; to all others it is gone.',
      params: BadgeParams,
      response: withExample(response, { status: 'ARCHIVED' }),
      refusals,
      perform: async (tx, { params, now }) =>
        result('badge.archived', await archiveDefinition(tx, { type: params.badgeType, now })),
    }),
  ]
}
