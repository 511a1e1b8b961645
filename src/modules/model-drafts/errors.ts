import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  model_not_configured: {
    kind: 'conflict',
    message: 'This installation has no language model. An operator configures one with LLM_BASE_URL.',
  },
  model_failed: {
    kind: 'unavailable',
    message: 'The language model gave no usable response in time. Nothing was created. Try again later.',
  },
  model_draft_empty: {
    kind: 'unprocessable',
    message: 'The language model drafted nothing that can be used. Try a longer or clearer text.',
  },
  model_mark_not_found: { kind: 'not_found', message: 'There is no such mark. It may be removed already.' },
})
