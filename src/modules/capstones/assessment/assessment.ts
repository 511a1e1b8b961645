import type { CapstoneProject } from '../../catalog/public/capstone-project.ts'
import { maxPoints, passingPoints } from '../project.ts'
import type { Assessment } from '../public/submission.ts'

/** The output of an assessor. Sums, limits and the verdict are calculated by `buildAssessment`. */
export interface AssessorResult
  extends Pick<Assessment, 'strengths' | 'weaknesses' | 'recommendations' | 'summary'> {
  /** One for each criterion of the rubric, in its order. */
  criteria: { points: number; evidence: string; feedback: string }[]
  /** The submission tries to influence the assessor. A pass then needs a manual review. */
  isSuspicious: boolean
}

const EVIDENCE_LENGTH = 600
const TEXT_LENGTH = 1_500
const ITEMS = 10

/** Calculates the totals. Only an assessor that may pass a submission can do so. Clamps points to integers between 0 and the points of the rubric. */
export function buildAssessment(
  project: CapstoneProject,
  result: AssessorResult,
  assessor: { name: string; promptVersion: string; canPass: boolean },
): Assessment {
  const criteria = project.rubric.map(({ criterion, points: max }, index) => {
    const criterionResult = result.criteria[index]
    return {
      criterion,
      points: Math.min(max, Math.max(0, Math.floor(criterionResult?.points || 0))),
      maxPoints: max,
      evidence: truncate(criterionResult?.evidence ?? '', EVIDENCE_LENGTH),
      feedback: truncate(criterionResult?.feedback ?? '', TEXT_LENGTH),
    }
  })
  const totalPoints = criteria.reduce((sum, { points }) => sum + points, 0)
  const max = maxPoints(project)
  const list = (texts: string[]) => texts.slice(0, ITEMS).map((text) => truncate(text, EVIDENCE_LENGTH))
  return {
    totalPoints,
    maxPoints: max,
    percentage: Math.floor((100 * totalPoints) / max),
    passed: assessor.canPass && totalPoints >= passingPoints(project),
    criteria,
    strengths: list(result.strengths),
    weaknesses: list(result.weaknesses),
    recommendations: list(result.recommendations),
    summary: truncate(result.summary, TEXT_LENGTH),
    assessor: assessor.name,
    promptVersion: assessor.promptVersion,
  }
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text
}
