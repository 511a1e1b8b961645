import type { Catalogue } from '../../../ui/i18n/catalogue.ts'
import ui from '../../../ui/messages/screens/pt.ts'

export default {
  ...ui,
  'course.playAgain': 'Repetir do início',
  'lesson.done': 'Feita',
  'lesson.goNext': 'Próxima lição',
  'lesson.home': 'Para Hoje',
  'lesson.locked': 'Depois da lição {number}',
  'lesson.needsAnswers':
    'Esta lição conta quando todas as perguntas têm resposta. Jogue-a de novo e responda a todas.',
  'lesson.needsScore':
    'Esta lição conta quando {share} das perguntas estão certas. Jogue-a de novo: as respostas certas seguintes contam.',
  'lesson.unmet': 'Quase',
  'lesson.next': 'A seguir',
  'lesson.toCourse': 'Voltar ao curso',
  'offline.savedText':
    'Seu XP e o dia da sua sequência chegam quando você estiver online de novo. Você pode seguir para a próxima lição.',
  'offline.savedTitle': 'Salvo neste aparelho',
  'push.allow': 'Quero lembretes',
  'push.failed': 'Não deu certo. Tente de novo mais tarde.',
  'push.isOn': 'Você recebe mensagens push neste aparelho.',
  'push.notNow': 'Agora não',
  'push.text': 'Antes que sua sequência acabe e quando acontecer algo que você escolheu nas configurações.',
  'push.title': 'Quer que a gente lembre você?',
  'report.button.COURSE': 'Denunciar este curso',
  'report.button.QUESTION': 'Denunciar esta pergunta',
  'report.button.USER': 'Denunciar esta pessoa',
  'signUp.submit': 'Criar a minha conta',
  'try.credited': 'Os {xp} XP da sua primeira lição são seus.',
  'try.later': 'Ver primeiro outros cursos',
  'try.offer': 'Crie uma conta e eles são seus, com o início da sua sequência. Leva meio minuto.',
  'try.waiting': 'Os seus primeiros {xp} XP estão à espera',
} satisfies Catalogue
