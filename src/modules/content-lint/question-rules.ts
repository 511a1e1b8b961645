import {
  countWords,
  type Finding,
  type LintedQuestion,
  optionsOf,
  type QuestionSet,
  type Rule,
  type SetKind,
} from './question-set.ts'

/** A practised reader of 240 words a minute; battles leave no time for more. */
const WORDS_PER_SECOND = 4
const MAX_PROMPT_WORDS: Record<SetKind, number> = { CHALLENGE: 16, CONTEST: 30, LESSONS: 30, TEST: 30 }
const MAX_QUESTION_WORDS = 70
const MIN_EXPLANATION_WORDS = 5

/** Which courses teach the skills that a question may name. */
const TEACHERS: Record<SetKind, string> = {
  CHALLENGE: 'a course of the topic',
  CONTEST: 'a course',
  LESSONS: 'the course',
  TEST: 'the course',
}
const KINDS_WITH_FEEDBACK = new Set<SetKind>(['CHALLENGE', 'LESSONS'])

const NEGATION =
  /\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|except)\b|n['’]t\b/giu
const ASKS_FOR_NEGATIVE =
  /^(?:what|which|who|whom|where|when)\b.*?(?:\b(?:not|never|cannot|except)\b|n['’]t\b)/isu
const ALL_OF_THE_ABOVE =
  /\b(?:all|none|both|any|neither|either) of (?:the above|these|those|the others?|the answers)\b|\babove\b.*\b(?:answers?|options?)\b/iu

const CODE = /`[^`]*`/g

export function lintQuestions(set: QuestionSet): Finding[] {
  return set.questions.flatMap((question) => {
    const findings: Finding[] = []
    const report = (rule: Rule, message: string) =>
      findings.push({ file: question.file, line: question.line, key: question.key, rule, message })
    checkExplanation(question, report)
    checkSkill(question, set, report)
    checkFeedback(question, set.kind, report)
    checkWords(question, set, report)
    checkWording(question, report)
    return findings
  })
}

type Report = (rule: Rule, message: string) => void

function checkExplanation({ explanation, right }: LintedQuestion, report: Report): void {
  if (countWords(explanation) < MIN_EXPLANATION_WORDS || explanation === right)
    report('missing-explanation', 'the explanation is missing or does not say why the right option is right')
}

function checkSkill({ skill }: LintedQuestion, { kind, skills }: QuestionSet, report: Report): void {
  if (skills === null || (skill && skills.includes(skill))) return
  report('missing-skill', skill ? `"${skill}" is not a skill of ${TEACHERS[kind]}` : 'the skill is missing')
}

function checkFeedback({ wrongWithoutFeedback }: LintedQuestion, kind: SetKind, report: Report): void {
  if (!KINDS_WITH_FEEDBACK.has(kind) || wrongWithoutFeedback.length === 0) return
  report('missing-feedback', `no feedback on the wrong options: ${wrongWithoutFeedback.join(', ')}`)
}

function checkWords(
  question: LintedQuestion,
  { kind, secondsPerQuestion }: QuestionSet,
  report: Report,
): void {
  const words = countWords(question.prompt)
  const maxPrompt = MAX_PROMPT_WORDS[kind]
  if (words > maxPrompt) report('question-words', `the prompt has ${words} words, the limit is ${maxPrompt}`)
  const all = words + optionsOf(question).reduce((total, option) => total + countWords(option), 0)
  const readable =
    secondsPerQuestion === null ? Number.POSITIVE_INFINITY : secondsPerQuestion * WORDS_PER_SECOND
  const limit = Math.min(MAX_QUESTION_WORDS, Math.floor(readable))
  if (all > limit) report('question-words', `prompt and options have ${all} words, the limit is ${limit}`)
}

function checkWording(question: LintedQuestion, report: Report): void {
  const options = optionsOf(question)
  const prose = question.prompt.replaceAll(CODE, '')
  const negations = prose.match(NEGATION) ?? []
  const asked = prose.split(/(?<=[.!?:])\s+/u).at(-1) ?? ''
  if (negations.length > 1)
    report('double-negation', `the prompt has ${negations.length} negations: ${negations.join(', ')}`)
  else if (
    ASKS_FOR_NEGATIVE.test(asked) &&
    options.some((option) => option.replaceAll(CODE, '').search(NEGATION) !== -1)
  )
    report('double-negation', 'the prompt asks for what is not so, and an option has a negation')
  const lumped = options.find((option) => ALL_OF_THE_ABOVE.test(option))
  if (lumped !== undefined) report('all-of-the-above', `the option "${lumped}" refers to other options`)
}
