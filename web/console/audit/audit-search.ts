import { searchReader } from '../list/list-search.ts'

/** The kinds of things that actions change, the frequent ones. */
export const SUBJECTS = [
  'user',
  'order',
  'certificate',
  'submission',
  'report',
  'course',
  'lesson',
  'question',
  'contest',
  'promotion',
  'badge',
  'medium',
  'broadcast',
  'email',
  'job',
  'inbox_event',
  'ledger_audit',
  'site',
  'settings',
] as const

export const readAuditSearch = searchReader({ user: 'text', act: 'text', subject: SUBJECTS, open: 'text' })
