import { useEffect } from 'react'
import { settings } from '../../ui/api/settings.ts'

/** The title of the browser tab while a page is open. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = title
    return () => {
      document.title = settings.siteName
    }
  }, [title])
}
