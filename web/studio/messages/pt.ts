import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/pt.ts'
import questions from '../../ui/messages/screens/pt.ts'
import lesson from './lesson/pt.ts'

export default {
  ...ui,
  ...questions,
  ...lesson,
  'courses.none': 'Ainda não tem cursos',
  'nav.app': 'Voltar à aplicação',
  'nav.courses': 'Cursos',
  'nav.main': 'Estúdio',
  'nav.skip': 'Saltar para o conteúdo',
  'studio.notFound': 'Não há nada neste endereço',
  'studio.refusal': 'O estúdio é para autores',
} satisfies Catalogue
