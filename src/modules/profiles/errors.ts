import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  avatar_unsupported: {
    kind: 'unsupported_media',
    message: 'The avatar must be a JPEG, PNG, WebP or GIF image.',
  },
  profile_not_found: { kind: 'not_found', message: 'There is no public profile with this username.' },
  export_running: {
    kind: 'conflict',
    message: 'An export of your data is running. Wait until it ends.',
  },
  avatar_too_large: { kind: 'too_large', message: 'The avatar must be at most 5 MiB.' },
})
