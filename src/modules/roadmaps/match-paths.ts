import type { LearningPath, PathId } from '../catalog/public/catalog.ts'

/** A title, a skill or another thing that a path says of itself, and its words as full-text search knows them. */
export interface PathTerm {
  pathId: PathId
  kind: 'title' | 'skill' | 'synonym' | 'description' | 'course'
  text: string
  words: string[]
}

/** A word of the goal that is, or is nearly, a word of the paths. */
export interface WordMatch {
  wanted: string
  word: string
  /** 1 for the same word. */
  similarity: number
}

export interface RecommendedPath {
  id: PathId
  /** A sentence for the learner. */
  reason: string
}

export interface PathMatchResult {
  /** False when nothing in the catalogue has to do with the goal. */
  isMatched: boolean
  foundationPaths: RecommendedPath[]
  specializationPaths: RecommendedPath[]
}

interface ScoredPath {
  path: LearningPath
  score: number
  /** The terms that the goal touches, the most telling first. */
  hits: { term: PathTerm; score: number }[]
}

const WEIGHTS = { title: 1, synonym: 1, skill: 0.9, course: 0.6, description: 0.25 } as const
/** A term whose every word is in the goal says more than the same words here and there. */
const FULL_TERM_WEIGHT = 1
const MAX_PATHS = 3
const MIN_SCORE = 0.6
/** Paths that are far behind the best one are not what was asked for. */
const MIN_SHARE_OF_BEST = 0.45

/** Words that people put around any goal. They say nothing of which. */
const FILLERS = new Set(
  'abl becom best big build career chang compani day find get goal good great help hire improv job know learn life like live love make money month need new one peopl person play profession realli someon start thing time tri use want way work world would year'.split(
    ' ',
  ),
)

/**
 * Ranks paths by how much of the goal they speak of. Words that few paths have weigh more than words that all have, so
 * that "blockchain developer" is about blockchains. The same goal always gives the same result.
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
  const fitting = scored.filter(({ score }) => score >= MIN_SCORE && score >= MIN_SHARE_OF_BEST * best)
  const specializations = fitting.filter(({ path }) => path.kind === 'SPECIALIZATION').slice(0, MAX_PATHS)
  return {
    isMatched: fitting.length > 0,
    specializationPaths: specializations.map(explain),
    foundationPaths: chooseFoundations(scored, fitting, specializations),
  }
}

/** A word that the paths know is meant as it stands; one that they do not know may be a slip of the pen. */
function relevantMatches(matches: WordMatch[]): WordMatch[] {
  const known = new Set(matches.filter(({ wanted, word }) => wanted === word).map(({ wanted }) => wanted))
  return matches.filter(({ wanted, word }) => !FILLERS.has(wanted) && (wanted === word || !known.has(wanted)))
}

function rarityOfWords(pathCount: number, terms: PathTerm[]): Map<string, number> {
  const holders = new Map<string, Set<PathId>>()
  for (const { pathId, words } of terms) {
    for (const word of words) {
      const known = holders.get(word)
      if (known) known.add(pathId)
      else holders.set(word, new Set([pathId]))
    }
  }
  return new Map(
    [...holders].map(([word, { size }]) => [
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

/** What the goal itself asks for, else what leads to the specializations, else where anybody can begin. */
function chooseFoundations(
  scored: ScoredPath[],
  fitting: ScoredPath[],
  specializations: ScoredPath[],
): RecommendedPath[] {
  const foundations = scored.filter(({ path }) => path.kind === 'FOUNDATION')
  const requested = foundations.filter((path) => fitting.includes(path))
  const leading = foundations.flatMap((foundation) => {
    const goal = specializations.find((specialization) => leadsTo(foundation.path, specialization.path))
    return goal && !requested.includes(foundation)
      ? [{ id: foundation.path.id, reason: `It prepares you for “${goal.path.title}”.` }]
      : []
  })
  const chosen = [...requested.map(explain), ...leading].slice(0, MAX_PATHS)
  if (chosen.length > 0) return chosen
  if (specializations.length > 0) {
    return generalFirst(foundations)
      .slice(0, 1)
      .map(({ path }) => ({
        id: path.id,
        reason: 'No foundation of its own leads to your goal; this one is a good beginning for any.',
      }))
  }
  return generalFirst(foundations).map(({ path }) => ({
    id: path.id,
    reason: 'Nothing in the catalogue matched your goal, so this is simply a good place to begin.',
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
    ...(synonyms.length > 0 ? [`is about ${listed(synonyms)}`] : []),
    ...(skills.length > 0 ? [`teaches ${listed(skills)}`] : []),
  ]
  return {
    id: path.id,
    reason:
      parts.length > 0
        ? `Your goal fits this path, which ${parts.join(' and ')}.`
        : 'Words of your goal are in the description of this path.',
  }
}

function listed(items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
