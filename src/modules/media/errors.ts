import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'
import { MediumUseSchema } from './public/medium-use.ts'

export const errors = defineRefusals({
  medium_not_found: { kind: 'not_found', message: 'There is no such medium in your library.' },
  medium_missing: {
    kind: 'invalid',
    message: 'Send the file as the part "file" of a multipart body.',
  },
  medium_unsupported: {
    kind: 'unsupported_media',
    message:
      'The file must be a picture (PNG, JPEG, WebP, AVIF or GIF), audio (MP3, M4A, Ogg or WAV) or captions (WebVTT) that can be read.',
  },
  medium_too_large: {
    kind: 'too_large',
    message: 'A picture may have up to 10 MiB, audio up to 20 MiB and captions up to 512 KiB.',
  },
  media_quota_exceeded: {
    kind: 'conflict',
    message: 'Your library is full. Delete media that you do not use.',
    extraFields: { usedBytes: z.int(), quotaBytes: z.int() },
  },
  medium_in_use: {
    kind: 'conflict',
    message: 'This medium is in use. Remove it from the content that usedBy names first.',
    extraFields: { usedBy: z.array(MediumUseSchema) },
  },
  not_a_picture: {
    kind: 'unprocessable',
    message: 'Only a picture has an alternative text or can be a cover.',
  },
})
