import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  BadgeTypeSchema,
  type Definition,
  DefinitionDraftSchema,
  DefinitionPatchSchema,
} from '../../badges/definitions/definition.ts'
import {
  archiveDefinition,
  createDefinition,
  publishDefinition,
  replacePicture,
  requireOwn,
  updateDefinition,
} from '../../badges/definitions/edit-definition.ts'
import { getDefinition, listDefinitions } from '../../badges/definitions/list-definitions.ts'
import { PICTURE_LIMIT_BYTES, storePicture } from '../../badges/definitions/store-picture.ts'
import { errors } from '../../badges/errors.ts'
import { adminAct, adminRead, showing } from '../admin-endpoint.ts'
import type { ActName } from '../audit/act.ts'
import { BADGE_DRAFT_EXAMPLE, BADGE_EXAMPLE, EditedBadgeSchema, presentBadge } from './badge-view.ts'
import { edited, made, SearchPaging } from './edited.ts'

const BadgeParams = z.object({ badgeType: BadgeTypeSchema })

/** The type of a badge is its id here: it names the badge for good. */
export function badgeEditingRoutes(platform: Platform): Endpoint[] {
  const { db, storage, config } = platform
  const answer = { status: 200, data: EditedBadgeSchema, example: BADGE_EXAMPLE } as const
  const refusals = [errors.badge_not_found, errors.owned_by_pack]
  const present = (definition: Definition) => presentBadge(definition, config.publicUrl)
  /** What the log says of it: everything but when, and how often. */
  const state = (definition: Definition) => {
    const { badgeType: id, version: _, createdAt: __, updatedAt: ___, ...shown } = present(definition)
    return { id, ...shown }
  }
  const done = (name: ActName, { before, after }: { before: Definition; after: Definition }) => ({
    data: present(after),
    act: edited(name, { before: state(before), after: state(after) }).act,
  })

  return [
    adminRead('GET /admin/badges', {
      summary: 'List badges, seen by learners or not',
      query: SearchPaging,
      answer: {
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

    adminAct(platform, 'POST /admin/badges', {
      summary: 'Make a badge',
      description: 'A draft, which nobody sees. Its type names it for good.',
      body: DefinitionDraftSchema,
      bodyExample: BADGE_DRAFT_EXAMPLE,
      answer: { ...answer, status: 201 },
      refusals: [errors.badge_exists],
      perform: async (tx, { body: draft, now }) => {
        const definition = await createDefinition(tx, { draft, now })
        return { data: present(definition), act: made('badge.created', state(definition)).act }
      },
    }),

    adminRead('GET /admin/badges/:badgeType', {
      summary: 'Read a badge, seen by learners or not',
      params: BadgeParams,
      answer,
      refusals: [errors.badge_not_found],
      handle: async ({ params }) => present(await getDefinition(db, params.badgeType)),
    }),

    adminAct(platform, 'PATCH /admin/badges/:badgeType', {
      summary: 'Change a badge',
      description:
        'Who has it keeps it, whatever it takes from now on; who has enough of it now is given it within moments. `ruleKind` can be changed only while it is a draft.',
      params: BadgeParams,
      body: DefinitionPatchSchema,
      bodyExample: { requiredProgress: 40, description: 'Complete 40 lessons.' },
      answer: showing(answer, { requiredProgress: 40, description: 'Complete 40 lessons.' }),
      refusals: [...refusals, errors.badge_changed, errors.badge_rule_fixed],
      perform: async (tx, { params, body: patch, now }) =>
        done('badge.updated', await updateDefinition(tx, { type: params.badgeType, patch, now })),
    }),

    adminAct(platform, 'PUT /admin/badges/:badgeType/picture', {
      summary: 'Give a badge a picture',
      description: 'As multipart. Badges that are on the chain already keep the picture of their day.',
      params: BadgeParams,
      body: z.object({}),
      bodyExample: {},
      upload: {
        parts: ['picture'],
        limitBytes: PICTURE_LIMIT_BYTES + 64 * 1024,
        description: 'JPEG, PNG or WebP, at most 5 MiB. It becomes a WebP of 512 × 512.',
      },
      answer,
      refusals: [...refusals, errors.picture_missing, errors.picture_unsupported, errors.picture_too_large],
      // A file without a row is harmless, a row without a file is not.
      prepare: async ({ params, files }) => {
        requireOwn(await getDefinition(db, params.badgeType))
        return storePicture(storage, files.get('picture')?.[0])
      },
      perform: async (tx, { params, now }, pictureKey) =>
        done('badge.updated', await replacePicture(tx, { type: params.badgeType, pictureKey, now })),
    }),

    adminAct(platform, 'POST /admin/badges/:badgeType/publish', {
      summary: 'Let learners earn a badge',
      description: 'What they have done before counts: it is looked up within moments.',
      params: BadgeParams,
      answer: showing(answer, { status: 'PUBLISHED' }),
      refusals,
      perform: async (tx, { params, now }) =>
        done('badge.published', await publishDefinition(tx, { type: params.badgeType, now })),
    }),

    adminAct(platform, 'POST /admin/badges/:badgeType/archive', {
      summary: 'Let nobody earn a badge any more',
      description: 'Those who have it keep it, and see it; to all others it is gone.',
      params: BadgeParams,
      answer: showing(answer, { status: 'ARCHIVED' }),
      refusals,
      perform: async (tx, { params, now }) =>
        done('badge.archived', await archiveDefinition(tx, { type: params.badgeType, now })),
    }),
  ]
}
