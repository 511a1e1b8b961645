import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/fr.ts'
import questions from '../../ui/messages/screens/fr.ts'
import lesson from './lesson/fr.ts'

export default {
  ...ui,
  ...questions,
  ...lesson,
  'courses.none': 'Vous n’avez pas encore de cours',
  'nav.app': 'Retour à l’application',
  'nav.courses': 'Cours',
  'nav.main': 'Studio',
  'nav.skip': 'Aller au contenu',
  'studio.notFound': 'Il n’y a rien à cette adresse',
  'studio.refusal': 'Le studio est réservé aux auteurs',
} satisfies Catalogue
