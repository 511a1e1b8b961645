/** Why a path is in a roadmap, as stored. It is written in the language of the learner when it is read. */
export type PathReason =
  /** The goal shares these titles and synonyms (`about`), and skills and courses (`teaches`), with the path. */
  | { kind: 'matched'; about: string[]; teaches: string[] }
  /** The path leads to a path that matches. */
  | { kind: 'prepares'; pathTitle: string }
  /** No foundation leads to the matching paths, and this one suits any goal. */
  | { kind: 'general' }
  /** No path matches the goal. */
  | { kind: 'start' }
  /** The language model wrote the reason. */
  | { kind: 'model'; text: string }
