/** What a learner does on one day at one of the two servers. */
export type LyceumDay = {
  server: 'lyceum'
  email: string
  password: string
  lessonId: string
  courseId: string
  questionId: string
}

export type MoodleDay = {
  server: 'moodle'
  username: string
  password: string
  courseId: number
  pageId: number
  pageModuleId: number
  quizId: number
}

export type Day = LyceumDay | MoodleDay

export type DayPlan = { port: number; seconds: number; concurrency: number; days: Day[] }
