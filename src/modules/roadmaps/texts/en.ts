import type { RoadmapTexts } from './roadmap-texts.ts'

export const english: RoadmapTexts = {
  locale: 'en-GB',
  quote: (text) => `“${text}”`,
  about: (subjects) => `Your goal fits this path, which is about ${subjects}.`,
  teaches: (skills) => `Your goal fits this path, which teaches ${skills}.`,
  aboutAndTeaches: (subjects, skills) =>
    `Your goal fits this path, which is about ${subjects} and teaches ${skills}.`,
  prepares: (path) => `It prepares you for ${path}.`,
  courseFits: (skills) => `This course teaches ${skills}, which fits your goal.`,
  courseTeaches: (skills) => `In this course you learn ${skills}.`,
  coursePartOf: (path) => `This course is part of the path ${path}.`,
  general: 'No foundation path leads to your goal directly; this one is a good start for any goal.',
  start: 'No learning path matched your goal; this one is a good start.',
  nothingMatched:
    'No learning path matches this goal yet. Start with these paths, or describe the goal in other words',
  completed: 'You completed this course.',
  mastered: (skills) => `You already know ${skills}.`,
  nextLesson: (lesson, course) => `Continue with the lesson ${lesson} of the course ${course}.`,
  needsSubscription: (course) => `The course ${course} is next. It needs a subscription.`,
  finished: 'You completed all courses of your roadmap.',
  allMastered: 'You already have all the skills of your roadmap.',
}
