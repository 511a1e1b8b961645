import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of taking a shipped course over, and of giving it back. */
export default {
  'giveBack.confirm': 'Rendre',
  'giveBack.done': 'Le cours appartient de nouveau au paquet.',
  'giveBack.open': 'Rendre…',
  'giveBack.text':
    'Il est de nouveau en lecture seule. Les apprenants voient la même chose jusqu’à la prochaine importation du paquet ; alors les textes livrés reviennent. Les changements non publiés sont perdus.',
  'giveBack.title': 'Rendre ce cours à son paquet ?',
  'takeOver.confirm': 'Reprendre',
  'takeOver.done': 'C’est maintenant un cours d’auteur.',
  'takeOver.note': 'Ce cours a été repris du paquet « {pack} ». Les importations du paquet n’y touchent pas.',
  'takeOver.open': 'Reprendre…',
  'takeOver.owner': 'Propriétaire (facultatif)',
  'takeOver.ownerHint': 'L’e-mail d’un auteur. Vide : vous.',
  'takeOver.reason': 'Raison',
  'takeOver.reasonHint': 'Elle est inscrite au journal d’audit.',
  'takeOver.text':
    'Le cours devient modifiable. Les apprenants gardent leur progression, leurs réponses et leurs certificats. Les importations suivantes du paquet ne le changent plus. Son nouveau propriétaire n’en reçoit ni XP ni gemmes.',
  'takeOver.title': 'Reprendre ce cours ?',
} satisfies Catalogue
