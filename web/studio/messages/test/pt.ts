import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the tests of courses. */
export default {
  'bank.use.TEST': 'Teste do curso',
  'test.add': {
    one: 'Adicionar {count} pergunta',
    many: 'Adicionar {count} perguntas',
    other: 'Adicionar {count} perguntas',
  },
  'test.added': {
    one: '{count} pergunta está no conjunto como rascunho.',
    many: '{count} perguntas estão no conjunto como rascunhos.',
    other: '{count} perguntas estão no conjunto como rascunhos.',
  },
  'test.addedSome': 'Adicionadas: {added}. O conjunto já tem as outras {skipped}.',
  'test.atOnce': 'As novas regras valem para as tentativas que comecem depois.',
  'test.draw': 'Como se escolhem as perguntas',
  'test.drawAgain': 'Escolher outro',
  'test.drawText':
    'Cada competência pelo menos uma vez; depois, competências e dificuldades na proporção do conjunto. Uma nova tentativa faz outras perguntas.',
  'test.empty': 'O conjunto está vazio. Escreva a primeira pergunta ou traga algumas do banco.',
  'test.enough': 'Perguntas no conjunto: {has}, necessárias: {needs}. Os alunos podem fazer o teste.',
  'test.example': 'Um exemplo de teste',
  'test.exampleText': 'Escolhido como numa primeira tentativa, também entre rascunhos.',
  'test.factorText':
    'Precisa do triplo do que um teste pergunta, para que uma nova tentativa faça outras perguntas. Os rascunhos não contam.',
  'test.fromBank': 'Adicionar do banco',
  'test.fromBankText': 'O conjunto recebe cópias. Mudar uma cópia não muda o original.',
  'test.hours': { one: '{count} hora', many: '{count} horas', other: '{count} horas' },
  'test.isRequired':
    'Os certificados exigem este teste. Sem esta pergunta o conjunto é pequeno de mais. Adicione outra primeiro.',
  'test.minutes': { one: '{count} minuto', many: '{count} minutos', other: '{count} minutos' },
  'test.missing':
    'Perguntas no conjunto: {has}, necessárias: {needs}. Os alunos ainda não podem fazer o teste.',
  'test.newQuestion': 'Nova pergunta',
  'test.noPause': 'Nenhuma',
  'test.noSkill': 'Sem competência',
  'test.pause': 'Pausa após uma tentativa, definida pela instalação',
  'test.pool': 'Perguntas',
  'test.poolBar': 'Tamanho do conjunto',
  'test.publish': {
    one: 'Publicar {count} pergunta',
    many: 'Publicar {count} perguntas',
    other: 'Publicar {count} perguntas',
  },
  'test.published': {
    one: '{count} pergunta foi publicada.',
    many: '{count} perguntas foram publicadas.',
    other: '{count} perguntas foram publicadas.',
  },
  'test.remove': 'Retirar do conjunto: {question}',
  'test.removeNow': 'Retirar',
  'test.removeText': 'Os novos testes deixam de a fazer. As tentativas abertas mantêm-na.',
  'test.removeTitle': 'Retirar esta pergunta do conjunto?',
  'test.removed': 'A pergunta foi retirada.',
  'test.requiredHint': 'Os alunos não recebem certificado antes de passarem no teste.',
  'test.rules': 'Regras',
  'test.shippedText': 'Este curso veio com a instalação. O seu teste aqui é só de leitura.',
  'test.showExample': 'Mostrar um exemplo',
  'test.timeLimit': 'Tempo limite, cinco minutos por pergunta',
  'test.title': 'Teste do curso',
  'test.tooSmall':
    'Os certificados não podem exigir um teste que não se pode fazer. O conjunto precisa do triplo do que o teste pergunta: publique primeiro mais perguntas.',
  'test.topicOfCourse': 'O tema do curso',
  'test.traits': 'O que o conjunto pergunta',
  'test.waiting': {
    one: '{count} pergunta espera: um rascunho ou uma alteração.',
    many: '{count} perguntas esperam: rascunhos ou alterações.',
    other: '{count} perguntas esperam: rascunhos ou alterações.',
  },
  'test.waits': 'Os alunos veem a versão anterior até publicar as perguntas do teste.',
  'testField.isRequiredForCertificate': 'Exigido para o certificado',
  'testField.passPercent': 'Para passar, em percentagem',
  'testField.questionCount': 'Perguntas por teste',
} satisfies Catalogue
