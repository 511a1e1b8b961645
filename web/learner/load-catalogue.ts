import type { LoadCatalogue } from '../ui/i18n/locale-root.tsx'

const CATALOGUES = {
  en: () => import('./messages/en.ts'),
  fr: () => import('./messages/fr.ts'),
  pt: () => import('./messages/pt.ts'),
  sw: () => import('./messages/sw.ts'),
  ar: () => import('./messages/ar.ts'),
}

export const loadCatalogue: LoadCatalogue = async (locale) => (await CATALOGUES[locale]()).default
