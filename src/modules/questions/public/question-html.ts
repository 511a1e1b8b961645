/** The texts of a question as safe HTML, in the stored order. */
export interface QuestionHtml {
  prompt: string
  explanation: string
  hint: string | null
  optionFeedback: string[] | null
  /** SINGLE_CHOICE and MULTIPLE_CHOICE. */
  options?: string[]
  /** ORDER. */
  items?: string[]
  /** MATCH. */
  left?: string[]
  /** MATCH: the right sides of the pairs, then the distractors. */
  right?: string[]
  /** GAP: a gap is an empty `<span data-gap="1">`. */
  text?: string
}
