import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/ar.ts'
import questions from '../../ui/messages/screens/ar.ts'
import lesson from './lesson/ar.ts'

export default {
  ...ui,
  ...questions,
  ...lesson,
  'courses.none': 'ليست لديك دورات بعد',
  'nav.app': 'العودة إلى التطبيق',
  'nav.courses': 'الدورات',
  'nav.main': 'الاستوديو',
  'nav.skip': 'انتقل إلى المحتوى',
  'studio.notFound': 'لا يوجد شيء في هذا العنوان',
  'studio.refusal': 'الاستوديو للمؤلفين',
} satisfies Catalogue
