const LANGUAGES = String.raw`(?::lang\(\w+\),?)+`

/** A rule as the bundler writes it for browsers without logical properties: six rules, chosen by the language. */
const BY_LANGUAGE = new RegExp(
  [
    String.raw`(?<selector>[^{}]+):not\(:-webkit-any\((?<list>${LANGUAGES})\)\)(?<end>[\w:-]*)\{(?<ltr>[\w-]+):(?<value>[^{};]*)\}`,
    String.raw`\k<selector>:not\(:-moz-any\(\k<list>\)\)\k<end>\{\k<ltr>:\k<value>\}`,
    String.raw`\k<selector>:not\(:is\(\k<list>\)\)\k<end>\{\k<ltr>:\k<value>\}`,
    String.raw`\k<selector>:-webkit-any\(\k<list>\)\k<end>\{(?<rtl>[\w-]+):\k<value>\}`,
    String.raw`\k<selector>:-moz-any\(\k<list>\)\k<end>\{\k<rtl>:\k<value>\}`,
    String.raw`\k<selector>:is\(\k<list>\)\k<end>\{\k<rtl>:\k<value>\}`,
  ].join(''),
  'g',
)

/** By the property of a language that is written from left to right. */
const LOGICAL: Record<string, string> = {
  left: 'inset-inline-start',
  right: 'inset-inline-end',
  'border-top-left-radius': 'border-start-start-radius',
  'border-top-right-radius': 'border-start-end-radius',
  'border-bottom-left-radius': 'border-end-start-radius',
  'border-bottom-right-radius': 'border-end-end-radius',
}

/**
 * Restores logical properties, which every supported browser has: a fifth of the styles were these rules, and they follow the
 * language of an element instead of its direction.
 */
export function restoreLogicalProperties(css: string): string {
  return css.replace(BY_LANGUAGE, (...given) => {
    const { selector, end, ltr, value } = given.at(-1) as Record<string, string>
    const logical = LOGICAL[ltr!]
    return logical ? `${selector}${end}{${logical}:${value}}` : (given[0] as string)
  })
}
