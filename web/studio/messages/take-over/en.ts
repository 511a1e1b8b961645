import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of taking a shipped course over, and of giving it back. */
export default {
  'giveBack.confirm': 'Give back',
  'giveBack.done': 'The course is the pack’s again.',
  'giveBack.open': 'Give back…',
  'giveBack.text':
    'It is read-only again. Learners see what they see now until the pack is imported the next time; then the shipped texts return. Changes that are not published are lost.',
  'giveBack.title': 'Give this course back to its pack?',
  'takeOver.confirm': 'Take over',
  'takeOver.done': 'It is an authored course now.',
  'takeOver.note': 'This course was taken over from the pack “{pack}”. Imports of the pack leave it alone.',
  'takeOver.open': 'Take over…',
  'takeOver.owner': 'Owner (optional)',
  'takeOver.ownerHint': 'The e-mail of an author. Empty: you.',
  'takeOver.reason': 'Reason',
  'takeOver.reasonHint': 'It is written to the audit log.',
  'takeOver.text':
    'The course becomes editable. Learners keep their progress, answers and certificates. Later imports of its pack no longer change it. Its new owner gets no XP and no gems from it.',
  'takeOver.title': 'Take this course over?',
} satisfies Catalogue
