import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import ui from '../../ui/messages/pt.ts'

export default {
  ...ui,
  'console.emptyText':
    'Aqui o suporte e os operadores encontrarão utilizadores, encomendas, tarefas e o registo de auditoria. Até lá, está tudo na API em /admin.',
  'console.emptyTitle': 'A consola ainda não está mobilada',
  'console.refusal': 'A consola é para a equipa',
} satisfies Catalogue
