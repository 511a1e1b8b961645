import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the projects that wait for a decision. */
export default {
  'review.NEEDS_REVISION': 'Ask for changes',
  'review.PASSED': 'Pass',
  'review.appeal': 'Why the learner asks for a review',
  'review.ask.NEEDS_REVISION':
    'The learner has to change the project and submit it again. A decision is final.',
  'review.ask.PASSED': 'The learner passes and gets the reward. A decision is final.',
  'review.attempt': 'Attempt {attempt}',
  'review.cause.APPEAL': 'Appeal',
  'review.cause.ASSESSMENT_FAILED': 'Not assessed',
  'review.cause.PASS_PROPOSED': 'Enough points, not confirmed',
  'review.cause.SUSPICIOUS': 'Looks suspicious',
  'review.confirm': 'Decide',
  'review.done.NEEDS_REVISION': 'The learner knows what to change.',
  'review.done.PASSED': 'The project is passed.',
  'review.none': 'No project waits',
  'review.noneText': 'Projects that need a person appear here.',
  'review.passing': 'Enough to pass: {share}',
  'review.points': { one: '{count} point', other: '{count} points' },
  'review.pointsOf': '{points} of {max}',
  'review.reason': 'Reason',
  'review.reasonHint': 'The learner reads it.',
  'review.rubric': 'Rubric',
  'review.text': 'Projects of your courses that a person has to decide, the longest wait first.',
  'review.work': 'The work',
} satisfies Catalogue
