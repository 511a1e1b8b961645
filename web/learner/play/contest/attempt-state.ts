/** The chosen options by question id. */
export type AttemptAnswers = Readonly<Record<string, number>>

const keyOf = (contestId: string) => `lyceum.contest.${contestId}`

/** Answers survive a reload of the page until they are submitted. */
export function readAnswers(contestId: string): AttemptAnswers {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(contestId)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as AttemptAnswers) : {}
  } catch {
    return {}
  }
}

export function storeAnswers(contestId: string, answers: AttemptAnswers): void {
  sessionStorage.setItem(keyOf(contestId), JSON.stringify(answers))
}

export function deleteAnswers(contestId: string): void {
  sessionStorage.removeItem(keyOf(contestId))
}

/** The answers in the format of the API; options that a question does not have are omitted. */
export function submittedAnswers(
  questions: readonly { id: string; options: readonly string[] }[],
  answers: AttemptAnswers,
): { questionId: string; selectedOption: number }[] {
  return questions.flatMap(({ id, options }) => {
    const selectedOption = answers[id]
    return selectedOption !== undefined && selectedOption in options
      ? [{ questionId: id, selectedOption }]
      : []
  })
}
