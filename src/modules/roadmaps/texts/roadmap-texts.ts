/** The sentences of a roadmap in one language. Lists and names are quoted already. */
export interface RoadmapTexts {
  /** Locale of lists: "a, b and c". */
  locale: string
  quote(text: string): string
  about(subjects: string): string
  teaches(skills: string): string
  aboutAndTeaches(subjects: string, skills: string): string
  prepares(path: string): string
  general: string
  start: string
  nothingMatched: string
  /** A course is left out, because the learner has completed it. */
  completed: string
  /** A course is left out, because other courses taught its skills. */
  mastered(skills: string): string
  nextLesson(lesson: string, course: string): string
  needsSubscription(course: string): string
  finished: string
}
