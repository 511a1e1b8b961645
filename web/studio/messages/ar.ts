import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/ar.ts'

export default {
  ...ui,
  'studio.emptyText':
    'هنا سيكتب المؤلفون الدورات والدروس والأسئلة. وإلى أن يأتي المحرّر يُكتب المحتوى حزمًا بصيغة Markdown أو عبر الواجهة البرمجية.',
  'studio.emptyTitle': 'الاستوديو لم يُجهَّز بعد',
  'studio.refusal': 'الاستوديو للمؤلفين',
} satisfies Catalogue
