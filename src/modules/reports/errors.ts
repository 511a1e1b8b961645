import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  report_target_not_found: {
    kind: 'not_found',
    message: 'There is no such course, lesson, question or user to report.',
  },
  own_report: { kind: 'conflict', message: 'You cannot report yourself.' },
  report_limit_reached: {
    kind: 'conflict',
    message: 'You have sent the maximum number of reports for today. Continue tomorrow (UTC).',
  },
  report_not_found: { kind: 'not_found', message: 'This report does not exist.' },
  report_decided: {
    kind: 'conflict',
    message: 'Another member of staff has decided this report differently. Read it again.',
  },
  report_about_yourself: {
    kind: 'forbidden',
    message: 'This report is about you or from you. Another member of staff decides it.',
  },
})
