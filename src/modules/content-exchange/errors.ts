import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  archive_missing: {
    kind: 'unprocessable',
    message: 'There is no archive. Send a ZIP or tar.gz file as the part `archive`.',
  },
  archive_refused: {
    kind: 'unprocessable',
    message: 'The archive is broken, too large, or has files that are not allowed. Nothing was imported.',
  },
  content_file_missing: {
    kind: 'conflict',
    message: 'A file of the content is not in the storage. Restore it, or remove it from the content.',
  },
  import_not_found: { kind: 'not_found', message: 'There is no such import.' },
  pack_not_found: {
    kind: 'not_found',
    message: 'There is no such pack, course or author with content. `authored` is what authors made.',
  },
})
