import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/fr.ts'

export default {
  ...ui,
  'console.emptyText':
    'Ici, l’assistance et les opérateurs trouveront les utilisateurs, les commandes, les tâches et le journal d’audit. D’ici là, tout est dans l’API sous /admin.',
  'console.emptyTitle': 'La console n’est pas encore meublée',
  'console.refusal': 'La console est réservée au personnel',
} satisfies Catalogue
