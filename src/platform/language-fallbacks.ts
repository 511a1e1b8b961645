/**
 * What a language tag is looked up as, the closest first: `zh-Hant-TW`, `zh-Hant`, `zh`. That is the lookup of RFC 4647:
 * whoever has something for one of them takes it, and a wider tag never stands for a closer one.
 */
export function languageFallbacks(tag: string): string[] {
  const subtags = tag.split('-')
  const chain: string[] = []
  while (subtags.length > 0) {
    chain.push(subtags.join('-'))
    subtags.pop()
    // A single letter announces what follows it, and means nothing at the end.
    while (subtags.at(-1)?.length === 1) subtags.pop()
  }
  return chain
}
