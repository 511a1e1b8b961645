/**
 * The code in two groups, which are easier to read aloud. In an address the hyphen also keeps a code of digits a text:
 * the router reads `12E45678` as a number.
 */
export function groupedCode(code: string): string {
  return code.replace(/^(.{4})(.{4})$/, '$1-$2')
}

/** The page on which a friend registers with the code. */
export function referralLink(origin: string, code: string): string {
  return `${origin}/sign-up?ref=${encodeURIComponent(groupedCode(code))}`
}
