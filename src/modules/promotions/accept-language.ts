import { languageFallbacks } from '../../platform/language-fallbacks.ts'

const MAX_HEADER_LENGTH = 500
const MAX_RANGES = 20
const WEIGHT = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** Returns the tags of an Accept-Language header by weight. Skips invalid tags and `*`. */
export function parseAcceptLanguage(header: string | undefined): string[] {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return []
  return header
    .split(',', MAX_RANGES)
    .flatMap((range) => {
      const [tag, ...parameters] = range.split(';').map((part) => part.trim())
      const weight = weightOf(parameters)
      const canonical = weight > 0 ? canonicalTag(tag!) : undefined
      return canonical ? [{ tag: canonical, weight }] : []
    })
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

function weightOf(parameters: string[]): number {
  if (parameters.length === 0) return 1
  const weight = parameters.map((parameter) => WEIGHT.exec(parameter)?.[1]).find((found) => found)
  return weight === undefined ? 0 : Number(weight)
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** `pt-BR` matches a promotion in `pt`, but `pt` does not match one in `pt-BR`. */
export function matchesLanguage(languages: readonly string[], tag: string): boolean {
  return languageFallbacks(tag).some((candidate) => languages.includes(candidate))
}
