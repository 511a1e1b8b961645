import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/en.ts'
import questions from '../../ui/messages/screens/en.ts'
import lesson from './lesson/en.ts'

export default {
  ...ui,
  ...questions,
  ...lesson,
  'courses.none': 'You have no courses yet',
  'nav.app': 'Back to the app',
  'nav.courses': 'Courses',
  'nav.main': 'Studio',
  'nav.skip': 'Skip to the content',
  'studio.notFound': 'There is nothing at this address',
  'studio.refusal': 'The studio is for authors',
} satisfies Catalogue
