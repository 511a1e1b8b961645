import { BookOpen, ClipboardCheck, Images, ListChecks } from 'lucide-react'
import { HOME_PATH, MEDIA_PATH, QUESTIONS_PATH, SUBMISSIONS_PATH } from '../paths.ts'

/** The sections of the studio, in the rail of a wide screen and in the bar of a phone. */
export const SECTIONS = [
  { to: HOME_PATH, text: 'nav.courses', Icon: BookOpen },
  { to: QUESTIONS_PATH, text: 'nav.questions', Icon: ListChecks },
  { to: SUBMISSIONS_PATH, text: 'nav.submissions', Icon: ClipboardCheck },
  { to: MEDIA_PATH, text: 'nav.media', Icon: Images },
] as const

/** The section that an address belongs to: the longest address above it. */
export function sectionOf(pathname: string): string | undefined {
  if (pathname.startsWith('/studio/courses/')) return HOME_PATH
  if (pathname.startsWith(`${QUESTIONS_PATH}/`)) return QUESTIONS_PATH
  return SECTIONS.find(({ to }) => to === pathname.replace(/\/$/, ''))?.to
}
