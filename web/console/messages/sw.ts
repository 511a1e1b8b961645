import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/sw.ts'

export default {
  ...ui,
  'console.emptyText':
    'Hapa wahudumu na waendeshaji watapata watumiaji, maagizo, kazi na kumbukumbu za ukaguzi. Hadi hapo, yote yako kwenye API chini ya /admin.',
  'console.emptyTitle': 'Konsoli bado haijapambwa',
  'console.refusal': 'Konsoli ni ya wafanyakazi',
} satisfies Catalogue
