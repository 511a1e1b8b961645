/**
 * Returns the lookup tags of a language, the most specific first: `zh-Hant-TW`, `zh-Hant`, `zh`. This is the
 * lookup of RFC 4647: the first available tag is used, and a general tag never matches a more specific one.
 */
export function languageFallbacks(tag: string): string[] {
  const subtags = tag.split('-')
  const chain: string[] = []
  while (subtags.length > 0) {
    chain.push(subtags.join('-'))
    subtags.pop()
    // A single letter introduces the next subtag and has no meaning at the end.
    while (subtags.at(-1)?.length === 1) subtags.pop()
  }
  return chain
}

/** Returns the value for the language or its most specific fallback. */
export function chooseByLanguage<Value>(
  values: ReadonlyMap<string, Value>,
  language: string,
): Value | undefined {
  const tag = languageFallbacks(language.toLowerCase()).find((candidate) => values.has(candidate))
  return tag === undefined ? undefined : values.get(tag)
}
