import type { RoadmapTexts } from './roadmap-texts.ts'

export const french: RoadmapTexts = {
  locale: 'fr',
  quote: (text) => `« ${text} »`,
  about: (subjects) => `Ce parcours correspond à votre objectif : il porte sur ${subjects}.`,
  teaches: (skills) => `Ce parcours correspond à votre objectif : il enseigne ${skills}.`,
  aboutAndTeaches: (subjects, skills) =>
    `Ce parcours correspond à votre objectif : il porte sur ${subjects} et enseigne ${skills}.`,
  prepares: (path) => `Il vous prépare au parcours ${path}.`,
  courseFits: (skills) => `Ce cours enseigne ${skills}, ce qui correspond à votre objectif.`,
  courseTeaches: (skills) => `Dans ce cours, vous apprenez ${skills}.`,
  coursePartOf: (path) => `Ce cours fait partie du parcours ${path}.`,
  general:
    'Aucun parcours de base ne mène directement à votre objectif ; celui-ci est un bon début pour tout objectif.',
  start: 'Aucun parcours ne correspond à votre objectif ; celui-ci est un bon début.',
  nothingMatched:
    'Aucun parcours ne correspond encore à cet objectif. Commencez par ces parcours, ou décrivez l’objectif avec d’autres mots',
  completed: 'Vous avez terminé ce cours.',
  mastered: (skills) => `Vous connaissez déjà ${skills}.`,
  nextLesson: (lesson, course) => `Continuez avec la leçon ${lesson} du cours ${course}.`,
  needsSubscription: (course) => `Le cours ${course} est le suivant. Il demande un abonnement.`,
  finished: 'Vous avez terminé tous les cours de votre feuille de route.',
  allMastered: 'Vous avez déjà toutes les compétences de votre feuille de route.',
}
