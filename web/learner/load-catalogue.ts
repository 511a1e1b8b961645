import type { Catalogue } from '../ui/i18n/catalogue.ts'
import type { Locale } from '../ui/i18n/locales.ts'

const FIRST_VIEW = {
  en: () => import('./messages/en.ts'),
  fr: () => import('./messages/fr.ts'),
  pt: () => import('./messages/pt.ts'),
  sw: () => import('./messages/sw.ts'),
  ar: () => import('./messages/ar.ts'),
}

const PLAYER = {
  en: () => import('./messages/player/en.ts'),
  fr: () => import('./messages/player/fr.ts'),
  pt: () => import('./messages/player/pt.ts'),
  sw: () => import('./messages/player/sw.ts'),
  ar: () => import('./messages/player/ar.ts'),
}

/** Those of the lesson player are apart. */
const SCREENS = {
  en: () => import('./messages/screens/en.ts'),
  fr: () => import('./messages/screens/fr.ts'),
  pt: () => import('./messages/screens/pt.ts'),
  sw: () => import('./messages/screens/sw.ts'),
  ar: () => import('./messages/screens/ar.ts'),
}

const loaded = new Map<Locale, Record<string, Catalogue[string]>>()
type Texts = Record<Locale, () => Promise<{ default: Catalogue }>>

/** What the opened screens need besides the first view. */
const needed = new Set<Texts>()

/** The texts of the first view, and those of the screens that are opened. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  const catalogue = { ...(await FIRST_VIEW[locale]()).default }
  loaded.set(locale, catalogue)
  // The router may open a screen while the texts of the first view are loaded.
  for (const texts of needed) Object.assign(catalogue, (await texts[locale]()).default)
  return catalogue
}

/** Adds the texts of the lesson player: a lesson is shown sooner without those of all screens. */
export const loadPlayerTexts = () => addTexts([PLAYER])

/** Adds the texts of the screens to the languages in use. A screen is shown after they are loaded. */
export const loadScreenTexts = () => addTexts([PLAYER, SCREENS])

async function addTexts(added: Texts[]): Promise<void> {
  for (const texts of added) needed.add(texts)
  await Promise.all(
    [...loaded].flatMap(([locale, catalogue]) =>
      added.map(async (texts) => Object.assign(catalogue, (await texts[locale]()).default)),
    ),
  )
}
