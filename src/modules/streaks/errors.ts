import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  freezes_full: {
    kind: 'conflict',
    message:
      'You already hold the maximum of two streak freezes. A freeze is used automatically when you miss a day.',
  },
  streak_not_lost: {
    kind: 'conflict',
    message: 'There is no lost streak to repair. See repair of your streak.',
  },
  streak_repair_too_late: {
    kind: 'conflict',
    message: 'A streak can be repaired within 48 hours after it ended. Start a new one today.',
  },
  streak_repair_used: {
    kind: 'conflict',
    message: 'You have already repaired a streak this month. The next repair is possible next month.',
  },
})
