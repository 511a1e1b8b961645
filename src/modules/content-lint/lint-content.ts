import { lintDuplicates } from './duplicate-rule.ts'
import { lintQuestions } from './question-rules.ts'
import type { Finding } from './question-set.ts'
import { readLintedContent } from './read-linted-content.ts'
import { lintSet } from './set-rules.ts'
import { lintSlides } from './slide-rules.ts'

/** Lints a content pack with its contests and test pools. Returns the findings in the order of files and lines. */
export async function lintContent(folder: string): Promise<Finding[]> {
  const { sets, lessons, errors } = await readLintedContent(folder)
  return [
    ...errors.map((error) => ({ ...error, key: error.file, rule: 'unreadable' as const })),
    ...sets.flatMap((set) => [...lintSet(set), ...lintQuestions(set)]),
    ...lintDuplicates(sets),
    ...lessons.flatMap(lintSlides),
  ].sort((one, other) => (one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1))
}
