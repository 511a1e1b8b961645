import type { LearningPath, PathId } from '../catalog/public/catalog.ts'
import { AMBIGUOUS_STEMS, IGNORED_STEMS, LEVEL_STEMS } from './common-words.ts'
import { isMisspelling } from './is-misspelling.ts'
import type { PathReason } from './path-reason.ts'
import type { PathTerm, Word } from './path-terms.ts'

export interface RecommendedPath {
  id: PathId
  reason: PathReason
}

export interface PathMatchResult {
  /** False if no path matches the goal. */
  isMatched: boolean
  foundationPaths: RecommendedPath[]
  specializationPaths: RecommendedPath[]
}

/** A word of the goal that equals or resembles a word of the paths. */
interface WordMatch {
  wanted: string
  stem: string
  /** 1 if the words are equal. */
  similarity: number
}

interface ScoredPath {
  path: LearningPath
  /** 0 if the path does not match. */
  score: number
  /** The terms that match the goal, best first. */
  hits: { term: PathTerm; score: number }[]
}

const WEIGHTS = { title: 1, synonym: 1, skill: 0.9, course: 0.6, description: 0.25 } as const
/** Extra weight of the best matching term: a term that matches completely counts more than scattered words. */
const FULL_TERM_WEIGHT = 1
const MISSPELLING_SIMILARITY = 0.8
const MAX_PATHS = 3
const MIN_SCORE = 0.5
/** Paths with a smaller share of the best score are left out. */
const MIN_SHARE_OF_BEST = 0.45
const TERMS_NAMED = 3

/**
 * Ranks paths by the words that they share with the goal. Rare words weigh more than common ones, so "blockchain
 * developer" matches blockchain paths rather than developer paths. A path that matches what the goal rejects at least
 * as well as what it asks for is not recommended at all. The result is deterministic.
 */
export function matchPaths(
  paths: LearningPath[],
  { wanted, rejected, terms }: { wanted: Word[]; rejected: Word[]; terms: PathTerm[] },
): PathMatchResult {
  const rarity = rarityOfWords(paths.length, terms)
  const scorePaths = (words: Word[]) => {
    const matches = matchWords(words, terms)
    return paths.map((path) => {
      const own = terms.filter(({ pathId }) => pathId === path.id)
      return scorePath({ path, terms: own, goal: words, matches, rarity })
    })
  }
  const unwanted = scorePaths(rejected)
  const scored = scorePaths(wanted)
    .filter(({ score }, index) => unwanted[index]!.score === 0 || unwanted[index]!.score < score)
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

/** Compares the words of a goal with those of the terms. Descriptions are not searched for misspelled words. */
function matchWords(words: Word[], terms: PathTerm[]): WordMatch[] {
  const known = new Set(terms.flatMap((term) => term.words.map(({ stem }) => stem)))
  const named = new Map(
    terms
      .filter(({ kind }) => kind !== 'description')
      .flatMap((term) => term.words.map(({ spelling, stem }) => [spelling, stem])),
  )
  return words.flatMap(({ spelling, stem }) => {
    if (known.has(stem)) return [{ wanted: stem, stem, similarity: 1 }]
    const similar = [...named].filter(([other]) => isMisspelling(spelling, other))
    return similar.map(([, other]) => ({ wanted: stem, stem: other, similarity: MISSPELLING_SIMILARITY }))
  })
}

function rarityOfWords(pathCount: number, terms: PathTerm[]): Map<string, number> {
  const pathsByStem = new Map<string, Set<PathId>>()
  for (const { pathId, words } of terms) {
    for (const { stem } of words) {
      const known = pathsByStem.get(stem)
      if (known) known.add(pathId)
      else pathsByStem.set(stem, new Set([pathId]))
    }
  }
  return new Map(
    [...pathsByStem].map(([stem, { size }]) => [
      stem,
      Math.log2(1 + pathCount / size) / Math.log2(1 + pathCount),
    ]),
  )
}

interface ScorePath {
  path: LearningPath
  terms: PathTerm[]
  goal: Word[]
  matches: WordMatch[]
  rarity: Map<string, number>
}

function scorePath({ path, terms, goal, matches, rarity }: ScorePath): ScoredPath {
  if (!isEvident(terms, goal, matches)) return { path, score: 0, hits: [] }
  const best = new Map<string, number>()
  const hits: ScoredPath['hits'] = []
  const relevant = matches.filter(({ stem }) => !IGNORED_STEMS.has(stem))
  for (const term of terms) {
    const stems = new Set(term.words.map(({ stem }) => stem))
    const inTerm = relevant.filter(({ stem }) => stems.has(stem))
    if (inTerm.length === 0) continue
    const weight = WEIGHTS[term.kind]
    for (const { wanted, stem, similarity } of inTerm) {
      const worth = weight * similarity * rarity.get(stem)!
      best.set(wanted, Math.max(best.get(wanted) ?? 0, worth))
    }
    const share = new Set(inTerm.map(({ stem }) => stem)).size / stems.size
    const worth =
      weight * share * Math.max(...inTerm.map(({ stem, similarity }) => similarity * rarity.get(stem)!))
    hits.push({ term, score: worth })
  }
  hits.sort((one, other) => other.score - one.score || (one.term.text < other.term.text ? -1 : 1))
  const words = [...best.values()].reduce((sum, worth) => sum + worth, 0)
  return { path, score: words + FULL_TERM_WEIGHT * (hits[0]?.score ?? 0), hits }
}

/**
 * Whether the words show that the path fits: a word with one meaning, a whole term of several words, or nothing but
 * words of the path. Words of the description are no evidence.
 */
function isEvident(terms: PathTerm[], goal: Word[], matches: WordMatch[]): boolean {
  const named = terms.filter(({ kind }) => kind !== 'description')
  const stems = new Set(named.flatMap(({ words }) => words.map(({ stem }) => stem)))
  const found = matches.filter(({ stem }) => stems.has(stem) && !IGNORED_STEMS.has(stem))
  if (found.length === 0) return false
  if (found.some(({ stem }) => !AMBIGUOUS_STEMS.has(stem))) return true
  const replaced = new Map(matches.map(({ wanted, stem }) => [wanted, stem]))
  const text = goal.map(({ stem }) => replaced.get(stem) ?? stem)
  if (named.some(({ words }) => containsTerm(text, words))) return true
  return text.every((stem) => stems.has(stem) || IGNORED_STEMS.has(stem))
}

/** Whether the goal contains all words of the term one after another, at least two. */
function containsTerm(goal: string[], words: Word[]): boolean {
  const core = words.map(({ stem }) => stem).filter((stem) => !LEVEL_STEMS.has(stem))
  const whole = core.length > 1 ? core : words.map(({ stem }) => stem)
  if (whole.length < 2 || whole.every((stem) => IGNORED_STEMS.has(stem))) return false
  return ` ${goal.join(' ')} `.includes(` ${whole.join(' ')} `)
}

/** Returns foundations that match the goal or lead to the specializations, or else general ones. */
function chooseFoundations(
  scored: ScoredPath[],
  matching: ScoredPath[],
  specializations: ScoredPath[],
): RecommendedPath[] {
  const foundations = scored.filter(({ path }) => path.kind === 'FOUNDATION')
  const matched = foundations.filter((path) => matching.includes(path))
  const leading = foundations.flatMap((foundation): RecommendedPath[] => {
    const goal = specializations.find((specialization) => leadsTo(foundation.path, specialization.path))
    return goal && !matched.includes(foundation)
      ? [{ id: foundation.path.id, reason: { kind: 'prepares', pathTitle: goal.path.title } }]
      : []
  })
  const chosen = [...matched.map(explain), ...leading].slice(0, MAX_PATHS)
  if (chosen.length > 0) return chosen
  const [count, kind] = specializations.length > 0 ? [1, 'general' as const] : [MAX_PATHS, 'start' as const]
  return generalFirst(foundations)
    .slice(0, count)
    .map(({ path }) => ({ id: path.id, reason: { kind } }))
}

function generalFirst(foundations: ScoredPath[]): ScoredPath[] {
  const isGeneral = ({ path }: ScoredPath) => path.category === 'GENERAL'
  return [...foundations.filter(isGeneral), ...foundations.filter((path) => !isGeneral(path))]
}

function leadsTo(foundation: LearningPath, goal: LearningPath): boolean {
  const courses = new Set(goal.courses.map((course) => course.id))
  return foundation.category === goal.category || foundation.courses.some((course) => courses.has(course.id))
}

function explain({ path, hits }: ScoredPath): RecommendedPath {
  const seen = new Set<string>()
  const named = (kinds: PathTerm['kind'][]) =>
    hits
      .filter(({ term }) => kinds.includes(term.kind))
      .filter(({ term }) => !seen.has(term.text.toLowerCase()) && seen.add(term.text.toLowerCase()))
      .map(({ term }) => term.text)
  const teaches = named(['skill', 'course']).slice(0, TERMS_NAMED)
  const about = named(['title', 'synonym']).slice(0, TERMS_NAMED - 1)
  return { id: path.id, reason: { kind: 'matched', about, teaches } }
}
