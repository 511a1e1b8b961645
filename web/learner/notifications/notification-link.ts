/** The pages of the app that notifications name, by the beginning of their link. */
const PAGES: [RegExp, (found: RegExpExecArray) => string][] = [
  [/^badges(?:\/|$)/, () => '/badges'],
  [/^certificates\/([\w-]+)$/, ([, number]) => `/certificates/mine/${number}`],
  [/^certificates$/, () => '/certificates'],
  [/^courses\/([\w-]+)(?:\/|$)/, ([, id]) => `/learn/${id}`],
  [/^courses$/, () => '/learn'],
  [/^contests\/([\w-]+)(?:\/|$)/, ([, id]) => `/play/contests/${id}`],
  [/^contests$/, () => '/play/contests'],
  [/^battles(?:\/|$)/, () => '/play'],
  [/^streak$/, () => '/'],
  [/^orders\/([\w-]+)$/, ([, id]) => `/wallet/orders/${id}`],
  [/^orders$/, () => '/wallet/orders'],
  [/^referral$/, () => '/refer'],
  [/^subscription$/, () => '/premium'],
  [/^leaderboard$/, () => '/leaderboard'],
]

/**
 * The page of this app that a notification opens, or undefined if there is none. The service sends a link for the
 * mobile app, such as `lyceum://badges/NIGHT_OWL`; its prefix is configurable.
 */
export function notificationPath(link: string): string | undefined {
  const path = link.replace(/^[a-z][\w+.-]*:\/\/(?:[^/]*\.[^/]*\/|localhost(?::\d+)?\/)?/i, '')
  for (const [pattern, pathOf] of PAGES) {
    const found = pattern.exec(path)
    if (found) return pathOf(found)
  }
  return undefined
}
