import type { Catalogue } from '../../i18n/catalogue.ts'

export default {
  'question.check': 'Vérifier',
  'question.choices': 'Choisissez parmi ces éléments',
  'question.correct': 'La bonne réponse',
  'question.down': 'Descendre : {item}',
  'question.empty': 'Choisir',
  'question.gap': 'Trou {number}',
  'question.handle': '{item}, position {position}. Déplacez-le avec les flèches du clavier.',
  'question.hint': 'Voir un indice',
  'question.hintTitle': 'Indice',
  'question.matchHelp': 'Touchez une ligne, puis ce qui lui correspond.',
  'question.moved': '{item} : maintenant en position {position}',
  'question.notANumber': 'Saisissez un nombre',
  'question.number': 'Votre nombre',
  'question.orderHelp': 'Faites glisser les éléments ou utilisez les flèches.',
  'question.several': 'Choisissez toutes les bonnes réponses.',
  'question.text': 'Votre réponse',
  'question.unit': 'Unité',
  'question.up': 'Monter : {item}',
} satisfies Catalogue
