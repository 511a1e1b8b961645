/** The sentences of a roadmap in one language. Lists and names are quoted already. */
export interface RoadmapTexts {
  /** Locale of lists: "a, b and c". */
  locale: string
  quote(text: string): string
  about(subjects: string): string
  teaches(skills: string): string
  aboutAndTeaches(subjects: string, skills: string): string
  prepares(path: string): string
  /** The goal asks for these skills, and a course teaches them. */
  courseFits(skills: string): string
  /** These skills of a course are new to the learner. */
  courseTeaches(skills: string): string
  /** The skills of a course are not known. */
  coursePartOf(path: string): string
  general: string
  start: string
  nothingMatched: string
  /** A course is left out, because the learner has completed it. */
  completed: string
  /** A course is left out, because the learner already has its skills. */
  mastered(skills: string): string
  nextLesson(lesson: string, course: string): string
  needsSubscription(course: string): string
  /** The learner has completed every course. */
  finished: string
  /** Nothing is left to learn, but the learner has not completed every course. */
  allMastered: string
}
