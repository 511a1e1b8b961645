import { type GuessScore, isFair, isPlausible, scoreByIndex, scoreByLength } from './guess-score.ts'
import { type Finding, type LintedQuestion, optionsOf, type QuestionSet, type Rule } from './question-set.ts'

/** Finds habits of the author that let a user guess better than chance. */
export function lintSet(set: QuestionSet): Finding[] {
  const { questions } = set
  const findings: Finding[] = []
  const report = (rule: Rule, habit: string, score: GuessScore, hint: string) =>
    findings.push({
      file: set.file,
      line: 1,
      key: set.file,
      rule,
      message: `the right option is ${habit} in ${describe(score)}${hint}`,
    })

  const longest = scoreByLength(questions, 'longest')
  if (!isFair(longest)) report('longest-option', 'the longest', longest, hintOf(questions, longest))
  const shortest = scoreByLength(questions, 'shortest')
  if (!isPlausible(shortest)) report('shortest-option', 'the shortest', shortest, '')

  const first = scoreByIndex(questions, 0)
  if (!isFair(first)) report('option-index', 'stored first', first, '; change some keys')
  const most = Math.max(0, ...questions.map((question) => optionsOf(question).length))
  for (let index = 1; index < most; index++) {
    const score = scoreByIndex(questions, index)
    if (!isPlausible(score)) report('option-index', `stored at index ${index}`, score, '; change some keys')
  }
  return findings
}

function describe({ hits, count, chance }: GuessScore): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return `${percent(hits / count)} of ${count} questions, chance is ${percent(chance)}`
}

/** Names the questions to change first: those whose right option stands out most, or could become the longest. */
function hintOf(questions: LintedQuestion[], { hits, count, chance }: GuessScore): string {
  const isTooOften = hits > count * chance
  const leads = questions
    .filter((question) => optionsOf(question).length > 1)
    .map(({ key, right, wrong }) => ({
      key,
      lead: right.length - Math.max(...wrong.map((option) => option.length)),
    }))
    .filter(({ lead }) => (isTooOften ? lead > 0 : lead <= 0))
    .sort((one, other) => other.lead - one.lead)
  return `; look at ${leads
    .slice(0, 5)
    .map(({ key }) => key)
    .join(', ')}`
}
