import type { RoadmapTexts } from './roadmap-texts.ts'

export const swahili: RoadmapTexts = {
  locale: 'sw',
  quote: (text) => `“${text}”`,
  about: (subjects) => `Njia hii inafaa lengo lako: inahusu ${subjects}.`,
  teaches: (skills) => `Njia hii inafaa lengo lako: inafundisha ${skills}.`,
  aboutAndTeaches: (subjects, skills) =>
    `Njia hii inafaa lengo lako: inahusu ${subjects} na inafundisha ${skills}.`,
  prepares: (path) => `Inakuandaa kwa njia ya ${path}.`,
  courseFits: (skills) => `Kozi hii inafundisha ${skills}, na hilo linafaa lengo lako.`,
  courseTeaches: (skills) => `Katika kozi hii utajifunza ${skills}.`,
  coursePartOf: (path) => `Kozi hii ni sehemu ya njia ${path}.`,
  general:
    'Hakuna njia ya msingi inayoelekea moja kwa moja kwenye lengo lako; hii ni mwanzo mzuri kwa lengo lolote.',
  start: 'Hakuna njia ya kujifunza inayolingana na lengo lako; hii ni mwanzo mzuri.',
  nothingMatched:
    'Bado hakuna njia ya kujifunza inayolingana na lengo hili. Anza na njia hizi, au eleza lengo kwa maneno mengine',
  completed: 'Umekamilisha kozi hii.',
  mastered: (skills) => `Tayari unajua ${skills}.`,
  nextLesson: (lesson, course) => `Endelea na somo ${lesson} la kozi ${course}.`,
  needsSubscription: (course) => `Kozi ${course} ndiyo inayofuata. Inahitaji usajili.`,
  finished: 'Umekamilisha kozi zote za ramani yako.',
  allMastered: 'Tayari una ujuzi wote wa ramani yako.',
}
