import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/en.ts'

export default {
  ...ui,
  'console.emptyText':
    'Here support and operators will find users, orders, jobs and the audit log. Until the screens come, all of it is in the API below /admin.',
  'console.emptyTitle': 'The console is not furnished yet',
  'console.refusal': 'The console is for staff',
} satisfies Catalogue
