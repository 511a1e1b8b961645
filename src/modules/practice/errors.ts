import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  practice_lesson_not_completed: {
    kind: 'conflict',
    message: 'Complete this lesson first. Then you can practise it.',
  },
  practice_skill_not_found: { kind: 'not_found', message: 'No course teaches this skill.' },
  practice_too_few_questions: {
    kind: 'conflict',
    message: 'There are too few questions about this yet. Complete more lessons of the course.',
  },
  practice_round_not_found: { kind: 'not_found', message: 'This round does not exist.' },
})
