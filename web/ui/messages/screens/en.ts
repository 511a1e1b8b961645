import type { Catalogue } from '../../i18n/catalogue.ts'

/** Texts of the questions, which the first view does not need. */
export default {
  'question.check': 'Check',
  'question.choices': 'Choose from these',
  'question.correct': 'The right answer',
  'question.down': 'Move down: {item}',
  'question.empty': 'Choose',
  'question.gap': 'Gap {number}',
  'question.handle': '{item}, position {position}. Move it with the arrow keys.',
  'question.hint': 'Show a hint',
  'question.hintTitle': 'Hint',
  'question.matchHelp': 'Tap a row, then what belongs to it.',
  'question.moved': '{item}: now at position {position}',
  'question.notANumber': 'Type a number',
  'question.number': 'Your number',
  'question.orderHelp': 'Drag the items, or use the arrows.',
  'question.several': 'Choose all that are right.',
  'question.text': 'Your answer',
  'question.unit': 'Unit',
  'question.up': 'Move up: {item}',
} satisfies Catalogue
