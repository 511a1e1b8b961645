import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/en.ts'

export default {
  ...ui,
  'studio.emptyText':
    'Here authors will write courses, lessons and questions. Until the editor comes, content is written as Markdown packs or through the API.',
  'studio.emptyTitle': 'The studio is not furnished yet',
  'studio.refusal': 'The studio is for authors',
} satisfies Catalogue
