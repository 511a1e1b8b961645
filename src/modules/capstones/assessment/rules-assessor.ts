import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import type { AssessorResult } from './assessment.ts'
import type { AssessedSubmission, Assessor } from './assessor.ts'
import { type Passage, passagesOf, type Term, vocabularyOf } from './keyword-matching.ts'

/** The share of the terms of a criterion that gives all of its points. */
const SUFFICIENT_SHARE = 0.5
/** Weight of passages that repeat the task or list its words. */
const HOLLOW_WEIGHT = 0.3
const QUOTED_LENGTH = 160

/**
 * Assesses by keywords: counts the terms of the rubric that occur in the notes and files. The result is deterministic.
 * It does not measure quality, so it passes nothing: it prepares the decision of a reviewer.
 */
export const rulesAssessor: Assessor = {
  name: 'rules',
  promptVersion: 'rules-2',
  canPass: false,
  assess: async (submission) => assessByKeywords(submission),
}

export function assessByKeywords(submission: AssessedSubmission): AssessorResult {
  const { rubric } = submission.project
  const vocabularies = rubric.map(({ criterion, evidence }) => vocabularyOf(criterion, evidence))
  const passages = readPassages(submission, vocabularies.flat())
  const criteria = rubric.map((line, index) => assessCriterion(line, vocabularies[index]!, passages))
  const names = (chosen: typeof criteria) => chosen.map(({ criterion }) => criterion)
  const strong = criteria.filter(({ share }) => share >= 1)
  const weak = criteria.filter(({ share }) => share < 0.5)
  return {
    criteria,
    strengths: names(strong),
    weaknesses: names(weak),
    recommendations: weak.map(
      ({ criterion }) =>
        `Describe in your notes, in a few sentences, how your work meets this criterion: ${criterion}`,
    ),
    summary: [
      'Built-in rules assessed this submission. They look for the words of the rubric in your notes and files, and do not understand them.',
      'They do not open links, archives, PDF files or images, so describe your work in the notes.',
      'They pass no submission: a reviewer decides if there are enough points. If there are too few and you disagree, appeal.',
    ].join(' '),
    isSuspicious: false,
  }
}

/** Splits notes into sentences and files into paragraphs. Archives give the names of their entries. */
function readPassages(submission: AssessedSubmission, vocabulary: Term[]): Passage[] {
  const { description, rubric } = submission.project
  const task = {
    text: [description, ...rubric.map(({ criterion }) => criterion)].join('\n'),
    stems: new Set(vocabulary.flatMap(({ stems }) => stems)),
  }
  return [
    ...passagesOf(submission.notes, 'notes', task),
    ...submission.files.flatMap(({ name, text, entries }) => [
      ...(text === null ? [] : passagesOf(text, name, task)),
      // File names alone are weak evidence.
      ...(entries === null
        ? []
        : passagesOf(entries.join(' '), name, task).map((names) => ({ ...names, isHollow: true }))),
    ]),
  ]
}

interface AssessedCriterion {
  criterion: string
  share: number
  points: number
  evidence: string
  feedback: string
}

function assessCriterion(
  { criterion, points: max }: CapstoneProject['rubric'][number],
  vocabulary: Term[],
  passages: Passage[],
): AssessedCriterion {
  const worth = new Map<Term, number>()
  let quoted: Passage | undefined
  let bestScore = 0
  for (const passage of passages) {
    const value = passage.isHollow ? HOLLOW_WEIGHT : 1
    const terms = vocabulary.filter(({ stems }) => stems.every((stem) => passage.stems.has(stem)))
    for (const term of terms) worth.set(term, Math.max(worth.get(term) ?? 0, value))
    const score = value * terms.reduce((sum, { isHint }) => sum + (isHint ? 2 : 1), 0)
    if (score > bestScore) [bestScore, quoted] = [score, passage]
  }
  const found = [...worth.values()].reduce((sum, value) => sum + value, 0)
  const share = Math.min(1, found / Math.max(1, SUFFICIENT_SHARE * vocabulary.length))
  return {
    criterion,
    share,
    points: Math.floor(share * max),
    evidence: quoted ? `${quoted.from}: “${quoted.text.slice(0, QUOTED_LENGTH).toWellFormed()}”` : '',
    feedback: feedbackOn(share, worth.size, vocabulary.length),
  }
}

function feedbackOn(share: number, found: number, sought: number): string {
  if (found === 0) return 'Your notes and files do not mention this.'
  const counted = `Your notes and files contain ${found} of the ${sought} expected terms.`
  return share >= 1 ? counted : `${counted} Describe it in more detail, in your own words.`
}
