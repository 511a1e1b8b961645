import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/pt.ts'

export default {
  ...ui,
  'studio.emptyText':
    'Aqui os autores escreverão cursos, lições e perguntas. Até o editor chegar, o conteúdo escreve-se em pacotes Markdown ou pela API.',
  'studio.emptyTitle': 'O estúdio ainda não está mobilado',
  'studio.refusal': 'O estúdio é para autores',
} satisfies Catalogue
