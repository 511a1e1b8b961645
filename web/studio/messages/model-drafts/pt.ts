import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of drafts by a model. */
export default {
  'model.added.questions': {
    one: '{count} pergunta em rascunho. Verifique-a antes de a publicar.',
    other: '{count} perguntas em rascunho. Verifique-as antes de as publicar.',
  },
  'model.added.slides': {
    one: '{count} slide acrescentado no fim. Verifique-o antes de o publicar.',
    other: '{count} slides acrescentados no fim. Verifique-os antes de os publicar.',
  },
  'model.count.questions': 'Quantas perguntas',
  'model.count.slides': 'Cerca de quantos slides',
  'model.dropped': { one: '{count} não pôde ser usado:', other: '{count} não puderam ser usados:' },
  'model.mark': 'Rascunho de um modelo',
  'model.markText': '{model} escreveu partes em {day} e pode estar errado. Fonte:',
  'model.open': 'Rascunho a partir de um texto',
  'model.send': 'Criar rascunho',
  'model.source': 'Texto',
  'model.sourceHint': '{length} caracteres. De {min} a {max}. O texto é enviado ao modelo e não é guardado.',
  'model.sourceLength': 'Cole um texto de {min} a {max} caracteres.',
  'model.sourceTitle': 'Título da fonte',
  'model.sourceUrl': 'Endereço da fonte (opcional)',
  'model.tag': 'rascunho de um modelo',
  'model.text.questions':
    'Um modelo de linguagem escreve perguntas sobre o seu texto. São rascunhos que só você vê até os publicar.',
  'model.text.slides':
    'Um modelo de linguagem escreve slides sobre o seu texto. São acrescentados no fim da lição, e os alunos só os veem depois de a publicar.',
  'model.title.questions': 'Rascunho de perguntas a partir de um texto',
  'model.title.slides': 'Rascunho de slides a partir de um texto',
  'model.titleMissing': 'Diga de onde vem o texto.',
  'model.unmark': 'Verifiquei: remover a marca',
  'model.waiting': 'O modelo está a escrever. Demora até um minuto e meio.',
} satisfies Catalogue
