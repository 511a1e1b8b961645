import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  review_card_not_found: { kind: 'not_found', message: 'This card does not exist.' },
  review_card_suspended: {
    kind: 'conflict',
    message: 'This card is suspended. Unsuspend it to review it.',
  },
  review_card_not_due: { kind: 'conflict', message: 'This card is not due. See dueOn.' },
  review_repetition_mismatch: {
    kind: 'conflict',
    message: 'The card has another repetition number now. Read the session again.',
  },
  occurred_before_due: {
    kind: 'unprocessable',
    message: '`occurredAt` is before the day on which the card is due. Leave it out to count the answer now.',
  },
  review_not_last_answer: {
    kind: 'conflict',
    message: 'Only your last review can be undone. Read the session again.',
  },
})
