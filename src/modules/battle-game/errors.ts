import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  battle_not_started: { kind: 'conflict', message: 'The battle has not started.' },
  battle_over: { kind: 'conflict', message: 'The battle is over.' },
  wrong_question: { kind: 'conflict', message: 'This is not the current question.' },
  already_answered: {
    kind: 'conflict',
    message: 'You have already answered this question. The first answer counts.',
  },
  answer_too_late: { kind: 'conflict', message: 'The time for this question is over.' },
  option_out_of_range: { kind: 'invalid', message: 'The question has no such option.' },
})
