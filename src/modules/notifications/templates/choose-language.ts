import { languageFallbacks } from '../../../platform/language-fallbacks.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import type { LanguagePack } from './message-template.ts'
import { portuguese } from './pt.ts'
import { swahili } from './sw.ts'

const LANGUAGES = new Map([english, french, portuguese, swahili].map((language) => [language.tag, language]))

/** Returns the best match by the lookup of RFC 4647, or English. */
export function chooseLanguage(tag: string): LanguagePack {
  for (const candidate of languageFallbacks(tag.toLowerCase())) {
    const found = LANGUAGES.get(candidate)
    if (found) return found
  }
  return english
}
