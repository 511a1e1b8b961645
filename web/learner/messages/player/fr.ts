import type { Catalogue } from '../../../ui/i18n/catalogue.ts'
import ui from '../../../ui/messages/screens/fr.ts'

export default {
  ...ui,
  'course.playAgain': 'Reprendre du début',
  'lesson.done': 'Terminée',
  'lesson.goNext': 'Leçon suivante',
  'lesson.home': 'Vers Aujourd’hui',
  'lesson.locked': 'Après la leçon {number}',
  'lesson.needsAnswers':
    'Cette leçon compte quand chaque question a une réponse. Rejouez-la et répondez à toutes.',
  'lesson.needsScore':
    'Cette leçon compte quand {share} des questions ont une réponse juste. Rejouez-la : les bonnes réponses suivantes comptent.',
  'lesson.unmet': 'Presque',
  'lesson.next': 'Suivante',
  'lesson.toCourse': 'Retour au cours',
  'offline.savedText':
    'Vos XP et votre jour de série suivront quand vous serez de nouveau en ligne. Vous pouvez passer à la leçon suivante.',
  'offline.savedTitle': 'Enregistré sur cet appareil',
  'push.allow': 'Me le rappeler',
  'push.failed': 'Cela n’a pas marché. Réessayez plus tard.',
  'push.isOn': 'Vous recevez les messages push sur cet appareil.',
  'push.notNow': 'Pas maintenant',
  'push.text': 'Avant la fin de votre série, et pour ce que vous avez choisi dans les réglages.',
  'push.title': 'Voulez-vous un rappel ?',
  'report.button.COURSE': 'Signaler ce cours',
  'report.button.QUESTION': 'Signaler cette question',
  'report.button.USER': 'Signaler cette personne',
  'signUp.submit': 'Créer mon compte',
  'try.credited': 'Les {xp} XP de votre première leçon sont à vous.',
  'try.later': 'Voir d’abord d’autres cours',
  'try.offer':
    'Créez un compte et ils sont à vous, avec le début de votre série. Cela prend trente secondes.',
  'try.waiting': 'Vos {xp} premiers XP vous attendent',
} satisfies Catalogue
