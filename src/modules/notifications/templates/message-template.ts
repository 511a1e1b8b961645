/**
 * The text of a notice. `{days}` is a formatted value; `{days:day|days}` is a word that depends on a number: the first form
 * for one, the second for many, by the plural rules of the language. A language with six forms has all of them, in the order
 * zero, one, two, few, many, other.
 */
export interface MessageTemplate {
  title: string
  body: string
}

/** All texts of one language. */
export interface LanguagePack<Name extends string> {
  tag: string
  /** The first and the last line of an e-mail. */
  greeting: string
  closing: string
  /** The name of a deleted user in notifications to others. */
  deletedUser: string
  templates: Record<Name, MessageTemplate>
}

/** The divisions above the lowest one, in their order. */
const RISEN_DIVISIONS = ['SILVER', 'GOLD', 'PEARL', 'MARBLE', 'OLIVE', 'LAUREL'] as const
type LeagueTemplate = `LEAGUE_RISEN_${(typeof RISEN_DIVISIONS)[number]}`

/** The texts about a rise to each division. `names` are the names of the divisions in a language, in their order. */
export function leagueTemplates(
  names: readonly [string, string, string, string, string, string],
  textFor: (name: string) => MessageTemplate,
): Record<LeagueTemplate, MessageTemplate> {
  const texts = RISEN_DIVISIONS.map((division, index) => [`LEAGUE_RISEN_${division}`, textFor(names[index]!)])
  return Object.fromEntries(texts)
}
