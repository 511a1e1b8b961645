import { settings } from '../api/settings.ts'
import { setChoiceCookie } from '../choice-cookie.ts'

/** The languages of the interface, by their own names. */
export const LOCALES = {
  en: { name: 'English', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  sw: { name: 'Kiswahili', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

export type Locale = keyof typeof LOCALES

const STORED = 'lyceum.locale'

export function isLocale(value: string | null | undefined): value is Locale {
  return value !== null && value !== undefined && value in LOCALES
}

/** The language that was chosen on this device, the first supported language of the browser, or that of the site. */
export function preferredLocale(): Locale {
  return supportedLocale([localStorage.getItem(STORED) ?? '', ...navigator.languages, settings.language])
}

/** The first supported language of a list of language tags. */
export function supportedLocale(tags: readonly string[]): Locale {
  return tags.map((tag) => tag.split('-')[0]!.toLowerCase()).find(isLocale) ?? 'en'
}

export function storeLocale(locale: Locale): void {
  localStorage.setItem(STORED, locale)
  setChoiceCookie('locale', locale)
}
