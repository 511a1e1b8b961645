import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  question_not_found: { kind: 'not_found', message: 'There is no such question in the pool.' },
  topic_not_found: { kind: 'unprocessable', message: 'There is no such topic. List them at /admin/topics.' },
  owned_by_pack: {
    kind: 'conflict',
    message: 'This comes from a content pack. Change it in the pack and import that again.',
  },
})
