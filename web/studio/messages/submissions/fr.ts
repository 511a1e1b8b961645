import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the projects that wait for a decision. */
export default {
  'review.NEEDS_REVISION': 'Demander des changements',
  'review.PASSED': 'Accepter',
  'review.appeal': 'Pourquoi l’apprenant demande un examen',
  'review.ask.NEEDS_REVISION':
    'L’apprenant doit modifier le projet et le remettre. Une décision est définitive.',
  'review.ask.PASSED': 'L’apprenant réussit et reçoit la récompense. Une décision est définitive.',
  'review.attempt': 'Essai {attempt}',
  'review.cause.APPEAL': 'Recours',
  'review.cause.ASSESSMENT_FAILED': 'Non évalué',
  'review.cause.PASS_PROPOSED': 'Assez de points, à confirmer',
  'review.cause.SUSPICIOUS': 'Paraît suspect',
  'review.confirm': 'Décider',
  'review.done.NEEDS_REVISION': 'L’apprenant sait quoi changer.',
  'review.done.PASSED': 'Le projet est accepté.',
  'review.none': 'Aucun projet n’attend',
  'review.noneText': 'Les projets qui demandent une personne apparaissent ici.',
  'review.passing': 'Suffit pour réussir : {share}',
  'review.points': { one: '{count} point', many: '{count} points', other: '{count} points' },
  'review.pointsOf': '{points} sur {max}',
  'review.reason': 'Raison',
  'review.reasonHint': 'L’apprenant la lit.',
  'review.rubric': 'Grille d’évaluation',
  'review.text': 'Projets de vos cours qu’une personne doit juger, la plus longue attente d’abord.',
  'review.work': 'Le travail',
} satisfies Catalogue
