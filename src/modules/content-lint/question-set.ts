/** CHALLENGE: the battle questions of a topic. LESSONS: the quizzes of a course. TEST: the test pool of a course. */
export type SetKind = 'CONTEST' | 'CHALLENGE' | 'LESSONS' | 'TEST'

export interface LintedQuestion {
  file: string
  line: number
  key: string
  /** The key that determines the stored index of the right option; null if the order is shuffled for each user. */
  storedKey: string | null
  prompt: string
  /** Empty if the question is not a choice of one option. */
  right: string
  wrong: string[]
  /** The wrong options of a choice of one or several options that have no feedback. */
  wrongWithoutFeedback: string[]
  explanation: string
  skill: string | undefined
}

/** Questions that a user meets together, so a habit of their author helps a guesser. */
export interface QuestionSet {
  kind: SetKind
  file: string
  questions: LintedQuestion[]
  /** Time to read and answer one question; null if there is no limit. */
  secondsPerQuestion: number | null
  /** The skills that a question may name; null if no course teaches one. */
  skills: string[] | null
}

export interface Finding {
  /** Path relative to the pack folder. */
  file: string
  line: number
  /** The key of the question, or the file name of the set or slide. */
  key: string
  rule: Rule
  message: string
}

export type Rule =
  | 'unreadable'
  | 'longest-option'
  | 'shortest-option'
  | 'option-index'
  | 'duplicate'
  | 'missing-explanation'
  | 'missing-skill'
  | 'missing-feedback'
  | 'missing-alt-text'
  | 'slide-words'
  | 'question-words'
  | 'double-negation'
  | 'all-of-the-above'

export function optionsOf({ right, wrong }: Pick<LintedQuestion, 'right' | 'wrong'>): string[] {
  return right === '' ? [] : [right, ...wrong]
}

/** Counts the words of a Markdown text. A sign without a letter or digit is not a word. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
