/** The beginnings of the keys of questions that packs contain. */
export const QUIZ_PREFIX = 'course:'
export const CHALLENGE_PREFIX = 'topic:'

export function quizKeyOf(course: string, quiz: string): string {
  return `${QUIZ_PREFIX}${course}/${quiz}`
}

/** The key of a question of the course's test pool. It differs from the keys of all quizzes, which contain one slash. */
export function testKeyOf(course: string, quiz: string): string {
  return quizKeyOf(course, `test/${quiz}`)
}

/** The key of a question that only rounds of practice ask. It also contains two slashes. */
export function practiceKeyOf(course: string, quiz: string): string {
  return quizKeyOf(course, `practice/${quiz}`)
}

export function challengeKeyOf(topic: string, quiz: string): string {
  return `${CHALLENGE_PREFIX}${topic}/${quiz}`
}
