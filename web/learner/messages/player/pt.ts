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
    'Os seus XP e o dia da sua sequência chegam quando voltar a ter ligação. Pode passar à próxima lição.',
  'offline.savedTitle': 'Guardado neste dispositivo',
  'push.allow': 'Quero lembretes',
  'push.failed': 'Isso não funcionou. Tente de novo mais tarde.',
  'push.isOn': 'Recebe mensagens push neste dispositivo.',
  'push.notNow': 'Agora não',
  'push.text': 'Antes de a sua sequência acabar e quando acontecer algo que escolheu nas definições.',
  'push.title': 'Quer que o lembremos?',
  'report.button.COURSE': 'Denunciar este curso',
  'report.button.QUESTION': 'Denunciar esta pergunta',
  'report.button.USER': 'Denunciar esta pessoa',
  'signUp.submit': 'Criar a minha conta',
  'try.credited': 'Os {xp} XP da sua primeira lição são seus.',
  'try.later': 'Ver primeiro outros cursos',
  'try.offer': 'Crie uma conta e eles são seus, com o início da sua sequência. Leva meio minuto.',
  'try.waiting': 'Os seus primeiros {xp} XP estão à espera',
} satisfies Catalogue
