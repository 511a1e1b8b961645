import type { Catalogue } from '../ui/i18n/catalogue.ts'
import type { Locale } from '../ui/i18n/locales.ts'

const FRAME = {
  en: () => import('./messages/en.ts'),
  fr: () => import('./messages/fr.ts'),
  pt: () => import('./messages/pt.ts'),
  sw: () => import('./messages/sw.ts'),
  ar: () => import('./messages/ar.ts'),
}

const SCREENS = {
  en: () => import('./messages/screens/en.ts'),
  fr: () => import('./messages/screens/fr.ts'),
  pt: () => import('./messages/screens/pt.ts'),
  sw: () => import('./messages/screens/sw.ts'),
  ar: () => import('./messages/screens/ar.ts'),
}

const loaded = new Map<Locale, Record<string, Catalogue[string]>>()
let isScreenOpened = false

/** The texts of the frame and of most screens, and those of `messages/screens` if such a screen is already opened. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const catalogue = { ...(await FRAME[locale]()).default }
  loaded.set(locale, catalogue)
  if (isScreenOpened) Object.assign(catalogue, (await SCREENS[locale]()).default)
  return catalogue
}

/** Adds the texts of `messages/screens` to the languages in use. A screen that needs them is shown after they are loaded. */
export async function loadScreenTexts(): Promise<void> {
  isScreenOpened = true
  await Promise.all(
    [...loaded].map(async ([locale, catalogue]) =>
      Object.assign(catalogue, (await SCREENS[locale]()).default),
    ),
  )
}
