import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/sw.ts'

export default {
  ...ui,
  'courses.none': 'Bado huna kozi',
  'nav.app': 'Rudi kwenye programu',
  'nav.courses': 'Kozi',
  'nav.main': 'Studio',
  'nav.skip': 'Ruka hadi maudhui',
  'studio.notFound': 'Hakuna kitu katika anwani hii',
  'studio.refusal': 'Studio ni ya waandishi',
} satisfies Catalogue
