import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/ar.ts'

export default {
  ...ui,
  'console.emptyText':
    'هنا سيجد الدعم والمشغّلون المستخدمين والطلبات والمهام وسجل التدقيق. وإلى ذلك الحين كل ذلك في الواجهة البرمجية تحت ‎/admin.',
  'console.emptyTitle': 'لم تُجهَّز لوحة التحكم بعد',
  'console.refusal': 'لوحة التحكم للعاملين',
} satisfies Catalogue
