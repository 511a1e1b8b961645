import type { Endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../badges/errors.ts'
import {
  BADGE_ORIGINS,
  BADGE_STATUSES,
  type BadgeDefinition,
  BadgeDefinitionDraftSchema,
  BadgeDefinitionFields,
  BadgeDefinitionPatchSchema,
  BadgeTypeSchema,
} from '../badges/public/badge-definition.ts'
import { badgeImageUrl } from '../badges/public/badge-image.ts'
import { ConfirmMintsField, confirmBadgeMints } from '../badges/public/confirm-mints.ts'
import {
  archiveDefinition,
  createDefinition,
  publishDefinition,
  replaceBadgeImage,
  requireEditable,
  updateDefinition,
} from '../badges/public/edit-badge-definition.ts'
import { getDefinition, listDefinitions } from '../badges/public/list-badge-definitions.ts'
import { IMAGE_LIMIT_BYTES, storeBadgeImage } from '../badges/public/store-badge-image.ts'
import { adminAction } from '../staff-access/public/admin-endpoint.ts'
import { changedContent, contentEndpoints, SearchPaging } from './content-endpoints.ts'

/** A badge with the fields that only authors see. */
const EditedBadgeSchema = z
  .object({
    badgeType: BadgeTypeSchema,
    origin: z
      .enum(BADGE_ORIGINS)
      .openapi({ description: 'A badge with the origin PACK can be changed only in its content pack.' }),
    status: z.enum(BADGE_STATUSES),
    ...BadgeDefinitionFields,
    ruleKind: z.string(),
    imageUrl: z.string(),
    version: z.int(),
    createdAt: TimestampSchema,
    updatedAt: TimestampSchema,
  })
  .openapi('EditedBadge')
type EditedBadge = z.input<typeof EditedBadgeSchema>

const BADGE_DRAFT_EXAMPLE = {
  badgeType: 'MARATHON_LEARNER',
  name: 'Marathon Learner',
  description: 'Complete 42 lessons.',
  ruleKind: 'LESSONS_COMPLETED',
  requiredProgress: 42,
} as const

const BADGE_EXAMPLE = {
  ...BADGE_DRAFT_EXAMPLE,
  origin: 'ADMIN',
  status: 'DRAFT',
  imageUrl: 'http://localhost:3000/badges/badge.svg',
  version: 1,
  createdAt: '2026-11-02T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
} as const

const BadgePatchRequestSchema = BadgeDefinitionPatchSchema.extend({
  confirmMints: ConfirmMintsField,
}).openapi('BadgePatch')

const BadgeParams = z.object({ badgeType: BadgeTypeSchema })

/** The audit log identifies a badge by its type and leaves out version and times. */
const AUDITED_BADGE = {
  name: 'badge',
  audit: {
    state: ({ badgeType: id, version: _, createdAt: __, updatedAt: ___, ...fields }: EditedBadge) => ({
      id,
      ...fields,
    }),
  },
} as const

export function badgeEditingRoutes(platform: Platform): Endpoint[] {
  const { db, storage, config } = platform
  const refusals = [errors.badge_not_found, errors.owned_by_pack]
  const mintRefusals = [errors.badge_needs_admin, errors.badge_mints_unconfirmed]
  const confirmMints = (change: Omit<Parameters<typeof confirmBadgeMints>[1], 'unconfirmedLimit'>) =>
    confirmBadgeMints(db, { ...change, unconfirmedLimit: config.badges.unconfirmedMints })
  const present = (definition: BadgeDefinition) => presentBadge(definition, config.publicUrl)
  const presentChange = (change: { before: BadgeDefinition; after: BadgeDefinition }) => ({
    before: present(change.before),
    after: present(change.after),
  })
  return [
    ...contentEndpoints({
      ...AUDITED_BADGE,
      path: '/admin/badges',
      itemPath: '/admin/badges/:badgeType',
      params: BadgeParams,
      schema: EditedBadgeSchema,
      example: BADGE_EXAMPLE,
      list: {
        summary: 'List badges in every status',
        query: SearchPaging,
        find: async ({ query }) => {
          const { items, total } = await listDefinitions(db, query)
          return { items: items.map(present), total }
        },
      },
      create: {
        summary: 'Create a badge',
        description:
          'The badge is a draft: learners see it after it is published. Its type cannot be changed later.',
        body: BadgeDefinitionDraftSchema,
        example: BADGE_DRAFT_EXAMPLE,
        refusals: [errors.badge_exists],
        run: async (tx, { body: draft, now }) => present(await createDefinition(tx, { draft, now })),
      },
      read: {
        summary: 'Read a badge in any status',
        refusals: [errors.badge_not_found],
        find: async ({ params }) => present(await getDefinition(db, params.badgeType)),
      },
      update: {
        summary: 'Update a badge',
        description:
          'Learners who have the badge keep it. Learners who now meet the requirement get it within moments. `ruleKind` can be changed only while the badge is a draft.',
        body: BadgePatchRequestSchema,
        example: { requiredProgress: 40, description: 'Complete 40 lessons.' },
        refusals: [...refusals, errors.badge_changed, errors.badge_rule_fixed, ...mintRefusals],
        prepare: async ({ params, body, caller }) => {
          const before = await getDefinition(db, params.badgeType)
          const after = { ...before, requiredProgress: body.requiredProgress ?? before.requiredProgress }
          await confirmMints({ before, after, role: caller.role, confirmMints: body.confirmMints })
        },
        run: async (tx, { params, body: { confirmMints: _, ...patch }, now }) =>
          presentChange(await updateDefinition(tx, { type: params.badgeType, patch, now })),
      },
      transitions: {
        publish: {
          summary: 'Publish a badge',
          description:
            'Earlier activity counts: it is evaluated within moments. If many learners get the badge at once, only an administrator may publish it, with `confirmMints`.',
          body: z.object({ confirmMints: ConfirmMintsField }),
          bodyExample: {},
          refusals: [...refusals, ...mintRefusals],
          prepare: async ({ params, body, caller }) => {
            const before = await getDefinition(db, params.badgeType)
            const after = { ...before, status: 'PUBLISHED' } as const
            const { confirmMints: confirmed } = body as { confirmMints?: number }
            await confirmMints({ before, after, role: caller.role, confirmMints: confirmed })
          },
          run: async (tx, { params, now }) =>
            presentChange(await publishDefinition(tx, { type: params.badgeType, now })),
        },
        archive: {
          summary: 'Archive a badge',
          description: 'Learners who have the badge keep it and see it. Other learners no longer see it.',
          refusals,
          run: async (tx, { params, now }) =>
            presentChange(await archiveDefinition(tx, { type: params.badgeType, now })),
        },
      },
    }),

    adminAction('PUT /admin/badges/:badgeType/picture', {
      summary: 'Upload the image of a badge',
      description: 'As multipart. Badges that are already on the chain keep their earlier image.',
      params: BadgeParams,
      body: z.object({}),
      bodyExample: {},
      isBodyRequired: true,
      upload: {
        parts: ['picture'],
        limitBytes: IMAGE_LIMIT_BYTES + 64 * 1024,
        description: 'JPEG, PNG or WebP, at most 5 MiB. It is converted to a WebP of 512 × 512.',
      },
      response: { data: EditedBadgeSchema, example: BADGE_EXAMPLE },
      refusals: [...refusals, errors.picture_missing, errors.picture_unsupported, errors.picture_too_large],
      // The file is stored before its row: a file without a row is harmless.
      prepare: async ({ params, files, caller, signal }) => {
        requireEditable(await getDefinition(db, params.badgeType))
        return storeBadgeImage(storage, { file: files.get('picture')?.[0], owner: caller.userId, signal })
      },
      perform: async (tx, { params, now }, pictureKey) =>
        changedContent(
          AUDITED_BADGE,
          'badge.updated',
          presentChange(await replaceBadgeImage(tx, { type: params.badgeType, pictureKey, now })),
        ),
    }),
  ]
}

function presentBadge(definition: BadgeDefinition, publicUrl: string): EditedBadge {
  const { type, origin, status, name, description, ruleKind, requiredProgress, version } = definition
  return {
    badgeType: type,
    origin,
    status,
    name,
    description,
    ruleKind,
    requiredProgress,
    imageUrl: badgeImageUrl(publicUrl, definition),
    version,
    createdAt: definition.createdAt.toISOString(),
    updatedAt: definition.updatedAt.toISOString(),
  }
}
