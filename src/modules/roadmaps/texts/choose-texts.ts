import { chooseByLanguage } from '../../../platform/language-fallbacks.ts'
import type { PathReason } from '../path-reason.ts'
import { arabic } from './ar.ts'
import { english } from './en.ts'
import { french } from './fr.ts'
import { portuguese } from './pt.ts'
import type { RoadmapTexts } from './roadmap-texts.ts'
import { swahili } from './sw.ts'

const TEXTS = new Map([
  ['en', english],
  ['fr', french],
  ['pt', portuguese],
  ['sw', swahili],
  ['ar', arabic],
])

/** Returns the texts of the best match, or English. */
export function chooseTexts(language: string): RoadmapTexts {
  return chooseByLanguage(TEXTS, language) ?? english
}

export function explainReason(texts: RoadmapTexts, reason: PathReason): string {
  switch (reason.kind) {
    case 'matched': {
      const { about, teaches } = reason
      if (about.length === 0) return texts.teaches(listNames(texts, teaches))
      if (teaches.length === 0) return texts.about(listNames(texts, about))
      return texts.aboutAndTeaches(listNames(texts, about), listNames(texts, teaches))
    }
    case 'prepares':
      return texts.prepares(texts.quote(reason.pathTitle))
    case 'model':
      return reason.text
    default:
      return texts[reason.kind]
  }
}

/** Writes names as a quoted list in the language of the texts. */
export function listNames({ locale, quote }: RoadmapTexts, names: string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names.map(quote))
}
