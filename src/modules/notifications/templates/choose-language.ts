import { english } from './en.ts'
import { french } from './fr.ts'
import { portuguese } from './pt.ts'
import { swahili } from './sw.ts'
import type { Language } from './words.ts'

const LANGUAGES = new Map([english, french, portuguese, swahili].map((language) => [language.tag, language]))

/** RFC 4647 lookup: the tag loses its last part until there is a language for it; English when there is none. */
export function chooseLanguage(tag: string): Language {
  let range = tag.toLowerCase()
  while (range !== '') {
    const found = LANGUAGES.get(range)
    if (found) return found
    range = range.slice(0, Math.max(range.lastIndexOf('-'), 0))
    // A single letter announces what followed it, and means nothing without.
    if (/-[a-z0-9]$/.test(range)) range = range.slice(0, -2)
  }
  return english
}
