import { setChoiceCookie } from './choice-cookie.ts'

export type Theme = 'system' | 'light' | 'dark'

const STORED = 'lyceum.theme'

export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** `system` follows the device; the others are fixed. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(STORED)
    delete document.documentElement.dataset.theme
    setChoiceCookie('theme', undefined)
  } else {
    localStorage.setItem(STORED, theme)
    document.documentElement.dataset.theme = theme
    setChoiceCookie('theme', theme)
  }
}
