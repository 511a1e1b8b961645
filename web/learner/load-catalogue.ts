import type { Catalogue } from '../ui/i18n/catalogue.ts'
import type { Locale } from '../ui/i18n/locales.ts'

const FIRST_VIEW = {
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

/** The texts of the first view, and those of the screens if one is already opened. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const catalogue = { ...(await FIRST_VIEW[locale]()).default }
  loaded.set(locale, catalogue)
  // The router may open a screen while the texts of the first view are loaded.
  if (isScreenOpened) Object.assign(catalogue, (await SCREENS[locale]()).default)
  return catalogue
}

/** Adds the texts of the screens to the languages in use. A screen is shown after they are loaded. */
export async function loadScreenTexts(): Promise<void> {
  isScreenOpened = true
  await Promise.all(
    [...loaded].map(async ([locale, catalogue]) =>
      Object.assign(catalogue, (await SCREENS[locale]()).default),
    ),
  )
}
