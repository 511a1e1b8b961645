import { useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PracticePage } from '../practice/practice-page.tsx'
import { ReviewSessionPage } from '../review/session.tsx'
import { TestPage } from '../test/test-page.tsx'

const PAGES: Readonly<Record<string, () => ReactNode>> = {
  '/review/session': ReviewSessionPage,
  '/test/$attemptId': TestPage,
  '/practice/$roundId': PracticePage,
}

/**
 * The pages without the frame that ask questions. One file for all of them, because the first view contains the list of
 * files that the app can load.
 */
export default function Questions() {
  const Page = PAGES[useMatch({ strict: false }).fullPath]!
  return <Page />
}
