import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of taking a shipped course over, and of giving it back. */
export default {
  'giveBack.confirm': 'Rudisha',
  'giveBack.done': 'Kozi ni ya kifurushi tena.',
  'giveBack.open': 'Rudisha…',
  'giveBack.text':
    'Itakuwa ya kusoma tu tena. Wanafunzi wataona yaleyale hadi kifurushi kitakapoingizwa tena; ndipo maandishi asilia yatarudi. Mabadiliko ambayo hayajachapishwa yatapotea.',
  'giveBack.title': 'Rudisha kozi hii kwa kifurushi chake?',
  'takeOver.confirm': 'Chukua',
  'takeOver.done': 'Sasa ni kozi ya mwandishi.',
  'takeOver.note': 'Kozi hii ilichukuliwa kutoka kifurushi “{pack}”. Uingizaji wa kifurushi hauigusi.',
  'takeOver.open': 'Chukua…',
  'takeOver.owner': 'Mmiliki (si lazima)',
  'takeOver.ownerHint': 'Barua pepe ya mwandishi. Tupu: wewe.',
  'takeOver.reason': 'Sababu',
  'takeOver.reasonHint': 'Huandikwa kwenye kumbukumbu ya ukaguzi.',
  'takeOver.text':
    'Kozi itaweza kuhaririwa. Wanafunzi wanabaki na maendeleo, majibu na vyeti vyao. Uingizaji wa baadaye wa kifurushi hautaibadilisha tena. Mmiliki mpya hapati XP wala vito kutoka kwake.',
  'takeOver.title': 'Chukua kozi hii?',
} satisfies Catalogue
