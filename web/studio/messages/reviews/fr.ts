import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the review queue. */
export default {
  'reviews.COURSE.known': 'Cours',
  'reviews.COURSE.new': 'Nouveau cours',
  'reviews.LESSON.known': 'Leçon',
  'reviews.LESSON.new': 'Nouvelle leçon',
  'reviews.comment': 'Commentaire sur « {title} »',
  'reviews.commentsReturn': 'Les commentaires repartent à l’auteur. Supprimez-les pour approuver.',
  'reviews.lessons': { one: '{count} leçon', many: '{count} leçons', other: '{count} leçons' },
  'reviews.none': 'Rien ici',
  'reviews.noneText': 'Les cours que les auteurs soumettent à la relecture apparaissent ici.',
  'reviews.note': 'Les apprenants liront :',
  'reviews.onlyAdmins':
    'Ici, les administrateurs relisent les cours. Ce qu’ils disent du vôtre est sur la page du cours.',
  'reviews.outdated':
    'L’auteur a modifié le contenu après l’avoir soumis. On peut le renvoyer, et l’approuver quand il sera soumis de nouveau.',
  'reviews.own': 'Vous avez soumis ce cours vous-même. Un autre administrateur décide.',
  'reviews.publishAt': 'À publier le {date} ({zone}).',
  'reviews.show': 'Ce qui change',
  'reviews.status.APPROVED': 'Approuvé',
  'reviews.status.OPEN': 'En attente',
  'reviews.status.RETURNED': 'Renvoyé',
  'reviews.status.WITHDRAWN': 'Retiré',
  'reviews.text':
    'Les cours que leurs auteurs veulent publier, la plus longue attente d’abord. Une approbation publie exactement ce qui a été soumis.',
  'reviews.unchanged': 'Aucun mot n’a changé.',
} satisfies Catalogue
