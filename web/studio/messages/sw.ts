import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/sw.ts'

export default {
  ...ui,
  'studio.emptyText':
    'Hapa waandishi wataandika kozi, masomo na maswali. Hadi kihariri kifike, maudhui huandikwa kama vifurushi vya Markdown au kupitia API.',
  'studio.emptyTitle': 'Studio bado haijapambwa',
  'studio.refusal': 'Studio ni ya waandishi',
} satisfies Catalogue
