import type { Catalogue } from '../../ui/i18n/catalogue.ts'
import type { Locale } from '../../ui/i18n/locales.ts'
import ar from '../messages/ar.ts'
import en from '../messages/en.ts'
import fr from '../messages/fr.ts'
import arPlayer from '../messages/player/ar.ts'
import enPlayer from '../messages/player/en.ts'
import frPlayer from '../messages/player/fr.ts'
import ptPlayer from '../messages/player/pt.ts'
import swPlayer from '../messages/player/sw.ts'
import pt from '../messages/pt.ts'
import arScreens from '../messages/screens/ar.ts'
import enScreens from '../messages/screens/en.ts'
import frScreens from '../messages/screens/fr.ts'
import ptScreens from '../messages/screens/pt.ts'
import swScreens from '../messages/screens/sw.ts'
import sw from '../messages/sw.ts'

/** All texts by language. The server has them in memory; a browser loads those of its language. */
export const SERVER_TEXTS: Record<Locale, Catalogue> = {
  en: { ...en, ...enPlayer, ...enScreens },
  fr: { ...fr, ...frPlayer, ...frScreens },
  pt: { ...pt, ...ptPlayer, ...ptScreens },
  sw: { ...sw, ...swPlayer, ...swScreens },
  ar: { ...ar, ...arPlayer, ...arScreens },
}
