import type { Finding, LintedQuestion, QuestionSet } from './question-set.ts'

const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from has have how if in is it its of on or so than that the their they this to was what when where which who why will with you your'.split(
    ' ',
  ),
)
/** Share of common words from which two prompts count as nearly the same. */
const SAME_PROMPT = 0.8
/** The same with an equal right option. */
const SAME_PROMPT_AND_ANSWER = 0.5

interface Compared {
  question: LintedQuestion
  prompt: string
  words: Set<string>
  answer: string
}

/** Reports every question whose prompt is the same or nearly the same as an earlier one, in any set. */
export function lintDuplicates(sets: QuestionSet[]): Finding[] {
  const seen: Compared[] = []
  const findings: Finding[] = []
  for (const question of sets.flatMap((set) => set.questions)) {
    const prompt = plain(question.prompt)
    const compared = { question, prompt, words: wordsOf(prompt), answer: plain(question.right) }
    const earlier = seen.find((other) => isNearlyTheSame(compared, other))
    if (earlier)
      findings.push({
        file: question.file,
        line: question.line,
        key: question.key,
        rule: 'duplicate',
        message: `asks nearly the same as ${earlier.question.key} in ${earlier.question.file}`,
      })
    seen.push(compared)
  }
  return findings
}

function isNearlyTheSame(one: Compared, other: Compared): boolean {
  if (one.prompt === other.prompt) return true
  const similarity = similarityOf(one.words, other.words)
  const isSameAnswer = one.answer !== '' && one.answer === other.answer
  return similarity >= (isSameAnswer ? SAME_PROMPT_AND_ANSWER : SAME_PROMPT)
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Signs between digits or letters belong to a word, and operators count as words: code differs by them. */
function wordsOf(prompt: string): Set<string> {
  const words = prompt.match(/[\p{L}\p{N}_.+*/<>=&|?-]*[\p{L}\p{N}]|[+*/<>=&|]+/gu) ?? []
  return new Set(words.filter((word) => !STOP_WORDS.has(word)))
}

/** Jaccard similarity; zero if a prompt consists of stop words only. */
function similarityOf(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}
