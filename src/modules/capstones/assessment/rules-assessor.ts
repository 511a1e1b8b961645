import type { Capstone } from '../capstone.ts'
import type { Judgement } from './assessment.ts'
import type { Assessor, SubmittedWork } from './assessor.ts'
import { isRepeated, type Passage, passagesOf, stemsOf, vocabularyOf } from './words.ts'

/** So much of the vocabulary of a criterion is enough for all of its points. */
const ENOUGH = 0.6
/** What only repeats the task shows less than what is said in words of one's own. */
const REPEATED_WORTH = 0.5
const QUOTED_LENGTH = 160

/**
 * Judges by words alone: which of those that the rubric looks for stand in the notes and files, in sentences. It is
 * the same for the same work at any time, says plainly what it is, and knows nothing of whether the work is good.
 */
export const rulesAssessor: Assessor = {
  name: 'rules',
  promptVersion: 'rules-1',
  assess: async (work) => judgeByWords(work),
}

export function judgeByWords(work: SubmittedWork): Judgement {
  const passages = readPassages(work)
  const criteria = work.project.rubric.map((line) => judgeCriterion(line, work.project, passages))
  const names = (chosen: typeof criteria) => chosen.map(({ criterion }) => criterion)
  const strong = criteria.filter(({ share }) => share >= 1)
  const weak = criteria.filter(({ share }) => share < 0.5)
  return {
    criteria,
    strengths: names(strong),
    weaknesses: names(weak),
    recommendations: weak.map(
      ({ criterion }) => `Say in your notes, in a few sentences, how your work does this: ${criterion}`,
    ),
    summary: [
      'This was judged by built-in rules, which look for the words of the rubric in your notes and files and do not understand them.',
      'Links are not opened, and archives, PDF files and pictures are not looked into, so describe your work in the notes.',
      'If you find the result wrong, appeal, and people will look at it.',
    ].join(' '),
    isSuspicious: false,
  }
}

/** Notes by the sentence, files by the paragraph, archives by the names of what they hold. */
function readPassages(work: SubmittedWork): Passage[] {
  const task = [work.project.description, ...work.project.rubric.map(({ criterion }) => criterion)].join('\n')
  return [
    ...passagesOf(work.notes, 'notes', task),
    ...work.files.flatMap(({ name, text, entries }) => [
      ...(text === null ? [] : passagesOf(text, name, task)),
      ...(entries === null ? [] : passagesOf(entries.join(' '), name, task)),
    ]),
  ]
}

interface JudgedCriterion {
  criterion: string
  share: number
  points: number
  evidence: string
  feedback: string
}

function judgeCriterion(
  { criterion, points: most, evidence: hints }: Capstone['rubric'][number],
  project: Capstone,
  passages: Passage[],
): JudgedCriterion {
  const vocabulary = vocabularyOf(criterion, hints)
  const own = new Set(stemsOf(criterion))
  let found = 0
  let quoted: Passage | undefined
  let mostTerms = 0
  const worth = new Map<string, number>()
  for (const passage of passages) {
    const terms = vocabulary.filter(({ stems }) => stems.every((stem) => passage.stems.has(stem)))
    const isBare =
      terms.length > 0 && passage.stems.size < 2 * new Set(terms.flatMap(({ stems }) => stems)).size
    if (terms.length === 0 || (isBare && !passage.isFromFile)) continue
    const value = isRepeated(passage, own) ? REPEATED_WORTH : 1
    for (const { term } of terms) worth.set(term, Math.max(worth.get(term) ?? 0, value))
    if (terms.length * value > mostTerms) [mostTerms, quoted] = [terms.length * value, passage]
  }
  for (const value of worth.values()) found += value
  const share = Math.min(1, found / Math.max(1, ENOUGH * vocabulary.length))
  return {
    criterion,
    share,
    points: Math.floor(share * most),
    evidence: quoted ? `${quoted.from}: “${quoted.text.slice(0, QUOTED_LENGTH).toWellFormed()}”` : '',
    feedback: feedbackOn(share, worth.size, vocabulary.length, project),
  }
}

function feedbackOn(share: number, found: number, sought: number, { submissionTypes }: Capstone): string {
  if (share >= 1) return `Your work speaks of ${found} of the ${sought} things that were looked for.`
  const where = submissionTypes.includes('FILE_UPLOAD') ? 'your notes or files' : 'your notes'
  return found === 0
    ? `Nothing about this was found in ${where}.`
    : `${found} of ${sought} things that were looked for were found in ${where}. Say more about it, in your own words.`
}
