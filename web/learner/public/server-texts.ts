import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import type { Locale } from '../../ui/i18n/locales.ts'
import ar from '../messages/ar.ts'
import en from '../messages/en.ts'
import fr from '../messages/fr.ts'
import pt from '../messages/pt.ts'
import arScreens from '../messages/screens/ar.ts'
import enScreens from '../messages/screens/en.ts'
import frScreens from '../messages/screens/fr.ts'
import ptScreens from '../messages/screens/pt.ts'
import swScreens from '../messages/screens/sw.ts'
import sw from '../messages/sw.ts'

/** All texts by language. The server has them in memory; a browser loads those of its language. */
export const SERVER_TEXTS: Record<Locale, Catalogue> = {
  en: { ...en, ...enScreens },
  fr: { ...fr, ...frScreens },
  pt: { ...pt, ...ptScreens },
  sw: { ...sw, ...swScreens },
  ar: { ...ar, ...arScreens },
}
