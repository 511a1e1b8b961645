import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/fr.ts'

export default {
  ...ui,
  'studio.emptyText':
    'Ici, les auteurs écriront des cours, des leçons et des questions. D’ici là, le contenu s’écrit en paquets Markdown ou par l’API.',
  'studio.emptyTitle': 'Le studio n’est pas encore meublé',
  'studio.refusal': 'Le studio est réservé aux auteurs',
} satisfies Catalogue
