import type { RoadmapTexts } from './roadmap-texts.ts'

export const portuguese: RoadmapTexts = {
  locale: 'pt',
  quote: (text) => `“${text}”`,
  about: (subjects) => `Este percurso combina com o seu objetivo: trata de ${subjects}.`,
  teaches: (skills) => `Este percurso combina com o seu objetivo: ensina ${skills}.`,
  aboutAndTeaches: (subjects, skills) =>
    `Este percurso combina com o seu objetivo: trata de ${subjects} e ensina ${skills}.`,
  prepares: (path) => `Prepara-o para o percurso ${path}.`,
  courseFits: (skills) => `Este curso ensina ${skills}, o que combina com o seu objetivo.`,
  courseTeaches: (skills) => `Neste curso aprende ${skills}.`,
  coursePartOf: (path) => `Este curso faz parte do percurso ${path}.`,
  general:
    'Nenhum percurso de base leva diretamente ao seu objetivo; este é um bom começo para qualquer objetivo.',
  start: 'Nenhum percurso corresponde ao seu objetivo; este é um bom começo.',
  nothingMatched:
    'Ainda nenhum percurso corresponde a este objetivo. Comece por estes percursos, ou descreva o objetivo com outras palavras',
  completed: 'Já concluiu este curso.',
  mastered: (skills) => `Já conhece ${skills}.`,
  nextLesson: (lesson, course) => `Continue com a lição ${lesson} do curso ${course}.`,
  needsSubscription: (course) => `O curso ${course} é o próximo. Precisa de uma assinatura.`,
  finished: 'Concluiu todos os cursos do seu roteiro.',
  allMastered: 'Já tem todas as competências do seu roteiro.',
}
