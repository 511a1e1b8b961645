import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'

const MintCountSchema = z
  .int()
  .openapi({ description: 'The number of badges that the change mints at once.' })

export const errors = defineRefusals({
  badge_not_found: { kind: 'not_found', message: 'There is no such badge. List them at /admin/badges.' },
  badge_exists: { kind: 'conflict', message: 'A badge of this type exists. Choose another type.' },
  badge_changed: {
    kind: 'conflict',
    message: 'The badge has changed since you read it. Read it again and repeat your change.',
  },
  badge_rule_fixed: {
    kind: 'conflict',
    message: 'The rule of a published badge cannot change. Archive the badge and create another.',
  },
  owned_by_pack: {
    kind: 'conflict',
    message: 'This badge comes from a content pack. Change it in the pack and import the pack again.',
  },
  badge_needs_admin: {
    kind: 'forbidden',
    message: 'This change mints the badge for many learners at once. Ask an administrator to make it.',
    extraFields: { mintCount: MintCountSchema },
  },
  badge_mints_unconfirmed: {
    kind: 'conflict',
    message:
      'This change mints the badge for many learners at once. Send confirmMints with the number in mintCount.',
    extraFields: { mintCount: MintCountSchema },
  },
  picture_missing: {
    kind: 'invalid',
    message: 'Send the picture as the part "picture" of a multipart body.',
  },
  picture_unsupported: {
    kind: 'unsupported_media',
    message: 'The picture must be a JPEG, PNG or WebP image that can be read.',
  },
  picture_too_large: { kind: 'too_large', message: 'The picture must be at most 5 MiB.' },
})
