import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import questions from '../../ui/messages/screens/sw.ts'
import ui from '../../ui/messages/sw.ts'
import lesson from './lesson/sw.ts'

export default {
  ...ui,
  ...questions,
  ...lesson,
  'courses.none': 'Bado huna kozi',
  'nav.app': 'Rudi kwenye programu',
  'nav.courses': 'Kozi',
  'nav.main': 'Studio',
  'nav.skip': 'Ruka hadi maudhui',
  'studio.notFound': 'Hakuna kitu katika anwani hii',
  'studio.refusal': 'Studio ni ya waandishi',
} satisfies Catalogue
