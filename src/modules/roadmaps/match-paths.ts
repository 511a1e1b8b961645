import type { LearningPath, PathId } from '../catalog/public/catalog.ts'

/** A text of a path, such as its title or a skill, with its full-text search lexemes. */
export interface PathTerm {
  pathId: PathId
  kind: 'title' | 'skill' | 'synonym' | 'description' | 'course'
  text: string
  words: string[]
}

/** A word of the goal that equals or resembles a word of the paths. */
export interface WordMatch {
  wanted: string
  word: string
  /** 1 if the words are equal. */
  similarity: number
}

export interface RecommendedPath {
  id: PathId
  /** A sentence that the learner reads. */
  reason: string
}

export interface PathMatchResult {
  /** False if no path matches the goal. */
  isMatched: boolean
  foundationPaths: RecommendedPath[]
  specializationPaths: RecommendedPath[]
}

interface ScoredPath {
  path: LearningPath
  score: number
  /** The terms that match the goal, best first. */
  hits: { term: PathTerm; score: number }[]
}

const WEIGHTS = { title: 1, synonym: 1, skill: 0.9, course: 0.6, description: 0.25 } as const
/** Extra weight of the best matching term: a term that matches completely counts more than scattered words. */
const FULL_TERM_WEIGHT = 1
const MAX_PATHS = 3
const MIN_SCORE = 0.6
/** Paths with a smaller share of the best score are left out. */
const MIN_SHARE_OF_BEST = 0.45

/** Stems of words that occur in any goal and are ignored. */
const STOP_WORDS = new Set(
  'abl becom best big build career chang compani day find get goal good great help hire improv job know learn life like live love make money month need new one peopl person play profession realli someon start thing time tri use want way work world would year'.split(
    ' ',
  ),
)

/**
 * Ranks paths by the words that they share with the goal. Rare words weigh more than common ones, so "blockchain
 * developer" matches blockchain paths rather than developer paths. The result is deterministic.
 */
export function matchPaths(paths: LearningPath[], terms: PathTerm[], matches: WordMatch[]): PathMatchResult {
  const relevant = relevantMatches(matches)
  const rarity = rarityOfWords(paths.length, terms)
  const scored = paths
    .map((path) =>
      scorePath(
        path,
        terms.filter((term) => term.pathId === path.id),
        relevant,
        rarity,
      ),
    )
    .sort((one, other) => other.score - one.score || (one.path.key < other.path.key ? -1 : 1))
  const best = scored[0]?.score ?? 0
  const matching = scored.filter(({ score }) => score >= MIN_SCORE && score >= MIN_SHARE_OF_BEST * best)
  const specializations = matching.filter(({ path }) => path.kind === 'SPECIALIZATION').slice(0, MAX_PATHS)
  return {
    isMatched: matching.length > 0,
    specializationPaths: specializations.map(explain),
    foundationPaths: chooseFoundations(scored, matching, specializations),
  }
}

/** Drops stop words, and similar words where the paths contain the exact word. */
function relevantMatches(matches: WordMatch[]): WordMatch[] {
  const known = new Set(matches.filter(({ wanted, word }) => wanted === word).map(({ wanted }) => wanted))
  return matches.filter(
    ({ wanted, word }) => !STOP_WORDS.has(wanted) && (wanted === word || !known.has(wanted)),
  )
}

function rarityOfWords(pathCount: number, terms: PathTerm[]): Map<string, number> {
  const pathsByWord = new Map<string, Set<PathId>>()
  for (const { pathId, words } of terms) {
    for (const word of words) {
      const known = pathsByWord.get(word)
      if (known) known.add(pathId)
      else pathsByWord.set(word, new Set([pathId]))
    }
  }
  return new Map(
    [...pathsByWord].map(([word, { size }]) => [
      word,
      Math.log2(1 + pathCount / size) / Math.log2(1 + pathCount),
    ]),
  )
}

function scorePath(
  path: LearningPath,
  terms: PathTerm[],
  matches: WordMatch[],
  rarity: Map<string, number>,
): ScoredPath {
  const best = new Map<string, number>()
  const hits: ScoredPath['hits'] = []
  for (const term of terms) {
    const inTerm = matches.filter(({ word }) => term.words.includes(word))
    if (inTerm.length === 0) continue
    const weight = WEIGHTS[term.kind]
    for (const { wanted, word, similarity } of inTerm) {
      const worth = weight * similarity * rarity.get(word)!
      best.set(wanted, Math.max(best.get(wanted) ?? 0, worth))
    }
    const found = new Set(inTerm.map(({ word }) => word))
    const share = found.size / term.words.length
    const worth =
      weight * share * Math.max(...inTerm.map(({ word, similarity }) => similarity * rarity.get(word)!))
    hits.push({ term, score: worth })
  }
  hits.sort((one, other) => other.score - one.score || (one.term.text < other.term.text ? -1 : 1))
  const words = [...best.values()].reduce((sum, worth) => sum + worth, 0)
  return { path, score: words + FULL_TERM_WEIGHT * (hits[0]?.score ?? 0), hits }
}

/** Returns foundations that match the goal or lead to the specializations, or else general ones. */
function chooseFoundations(
  scored: ScoredPath[],
  matching: ScoredPath[],
  specializations: ScoredPath[],
): RecommendedPath[] {
  const foundations = scored.filter(({ path }) => path.kind === 'FOUNDATION')
  const matched = foundations.filter((path) => matching.includes(path))
  const leading = foundations.flatMap((foundation) => {
    const goal = specializations.find((specialization) => leadsTo(foundation.path, specialization.path))
    return goal && !matched.includes(foundation)
      ? [{ id: foundation.path.id, reason: `It prepares you for “${goal.path.title}”.` }]
      : []
  })
  const chosen = [...matched.map(explain), ...leading].slice(0, MAX_PATHS)
  if (chosen.length > 0) return chosen
  if (specializations.length > 0) {
    return generalFirst(foundations)
      .slice(0, 1)
      .map(({ path }) => ({
        id: path.id,
        reason: 'No foundation path leads to your goal directly; this one is a good start for any goal.',
      }))
  }
  return generalFirst(foundations).map(({ path }) => ({
    id: path.id,
    reason: 'No learning path matched your goal; this one is a good start.',
  }))
}

function generalFirst(foundations: ScoredPath[]): ScoredPath[] {
  const isGeneral = ({ path }: ScoredPath) => path.category === 'GENERAL'
  return [...foundations.filter(isGeneral), ...foundations.filter((path) => !isGeneral(path))].slice(
    0,
    MAX_PATHS,
  )
}

function leadsTo(foundation: LearningPath, goal: LearningPath): boolean {
  const courses = new Set(goal.courses.map((course) => course.id))
  return foundation.category === goal.category || foundation.courses.some((course) => courses.has(course.id))
}

const TERMS_NAMED = 3

function explain({ path, hits }: ScoredPath): RecommendedPath {
  const seen = new Set<string>()
  const named = (kinds: PathTerm['kind'][]) =>
    hits
      .filter(({ term }) => kinds.includes(term.kind))
      .filter(({ term }) => !seen.has(term.text.toLowerCase()) && seen.add(term.text.toLowerCase()))
      .map(({ term }) => `“${term.text}”`)
  const skills = named(['skill', 'course']).slice(0, TERMS_NAMED)
  const synonyms = named(['title', 'synonym']).slice(0, TERMS_NAMED - 1)
  const parts = [
    ...(synonyms.length > 0 ? [`is about ${joinWords(synonyms)}`] : []),
    ...(skills.length > 0 ? [`teaches ${joinWords(skills)}`] : []),
  ]
  return {
    id: path.id,
    reason:
      parts.length > 0
        ? `Your goal fits this path, which ${parts.join(' and ')}.`
        : 'Words of your goal are in the description of this path.',
  }
}

function joinWords(items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
