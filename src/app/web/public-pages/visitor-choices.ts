import { readCookie } from '../session/cookies.ts'

/** The languages of a visitor: the one chosen on this device, then those of the browser, the preferred one first. */
export function visitorLanguages(request: Request): string[] {
  const chosen = readCookie(request, 'lyceum_locale')
  const accepted = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight ? Number(weight.slice(2)) || 0 : 1 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    // The sort is stable: equal weights keep the order of the browser.
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
  return chosen ? [chosen, ...accepted] : accepted
}

/** The appearance that was chosen on this device; undefined follows the system. */
export function visitorTheme(request: Request): 'light' | 'dark' | undefined {
  const theme = readCookie(request, 'lyceum_theme')
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
