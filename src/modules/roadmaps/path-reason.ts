/** Why a path is in a roadmap, by the rules of the matcher. */
type RuleReason =
  /** The goal shares these titles and synonyms (`about`), and skills and courses (`teaches`), with the path. */
  | { kind: 'matched'; about: string[]; teaches: string[] }
  /** The path leads to a path that matches. */
  | { kind: 'prepares'; pathTitle: string }
  /** No foundation leads to the matching paths, and this one suits any goal. */
  | { kind: 'general' }
  /** No path matches the goal. */
  | { kind: 'start' }

/** A sentence of the language model. Roadmaps that were ranked before the two optional fields existed lack them. */
interface ModelReason {
  kind: 'model'
  text: string
  /** The language of the account when the model wrote the sentence. */
  language?: string
  /** The reason of the matcher, for an account whose language has changed since. */
  instead?: RuleReason
}

/** Why a path is in a roadmap, as stored. A rule reason is written in the language of the learner when it is read. */
export type PathReason = RuleReason | ModelReason

/** The reason of the matcher, also if the model has written another. */
export function ruleReasonOf(reason: PathReason): RuleReason | undefined {
  return reason.kind === 'model' ? reason.instead : reason
}

/** The reason for a reader of this language: a sentence of the model in another language is replaced. */
export function reasonForLanguage(reason: PathReason, language: string): PathReason {
  if (reason.kind !== 'model' || !reason.language || !reason.instead) return reason
  return isSameLanguage(reason.language, language) ? reason : reason.instead
}

/** Regions do not matter: a reader of `fr-CA` reads `fr`. */
function isSameLanguage(one: string, other: string): boolean {
  const [first, second] = [one, other].map((tag) => tag.toLowerCase().split('-')[0])
  return first === second
}
