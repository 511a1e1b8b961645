import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of drafts by a model. */
export default {
  'model.added.questions': {
    one: '{count} question was drafted. Check it before you publish it.',
    other: '{count} questions were drafted. Check them before you publish them.',
  },
  'model.added.slides': {
    one: '{count} slide was added at the end. Check it before you publish it.',
    other: '{count} slides were added at the end. Check them before you publish them.',
  },
  'model.count.questions': 'How many questions',
  'model.count.slides': 'About how many slides',
  'model.dropped': { one: '{count} could not be used:', other: '{count} could not be used:' },
  'model.mark': 'Drafted by a model',
  'model.markText': '{model} drafted parts of it on {day}, and may be wrong. Source:',
  'model.open': 'Draft from a text',
  'model.send': 'Draft',
  'model.source': 'Text',
  'model.sourceHint':
    '{length} characters. From {min} to {max}. The text is sent to the model and not stored.',
  'model.sourceLength': 'Paste a text of {min} to {max} characters.',
  'model.sourceTitle': 'Title of the source',
  'model.sourceUrl': 'Address of the source (optional)',
  'model.tag': 'drafted by a model',
  'model.text.questions':
    'A language model writes questions about your text. They become drafts that only you see until you publish them.',
  'model.text.slides':
    'A language model writes slides about your text. They are added at the end of the lesson, and learners see them only after you publish it.',
  'model.title.questions': 'Draft questions from a text',
  'model.title.slides': 'Draft slides from a text',
  'model.titleMissing': 'Say where the text is from.',
  'model.unmark': 'I have checked it: remove the mark',
  'model.waiting': 'The model is writing. This takes up to a minute and a half.',
} satisfies Catalogue
