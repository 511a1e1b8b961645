import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  question_file_missing: {
    kind: 'unprocessable',
    message: 'There is no file. Send one as the part `file`, or its text as `text`.',
  },
  too_many_questions: {
    kind: 'unprocessable',
    message: 'More than 2,000 questions match. Choose fewer by topic, tag, type or search.',
  },
  topic_exists: { kind: 'conflict', message: 'There is a topic with this title. Use it.' },
  topic_unknown: { kind: 'not_found', message: 'There is no such topic. List them at /admin/topics.' },
})
