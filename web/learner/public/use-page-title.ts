import { useEffect } from 'react'

/** The title of the browser tab while a page is open. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    document.title = title
    return () => {
      document.title = 'Lyceum'
    }
  }, [title])
}
