import type { Db } from '../../platform/db/database.ts'
import type { LearningPath, PathId } from '../catalog/public/catalog.ts'
import { normalizeText } from '../catalog/public/normalize-text.ts'
import { type GoalWords, readGoal } from './read-goal.ts'

/** A word without case and accents, and its stem of the full-text search. */
export interface Word {
  spelling: string
  stem: string
}

/** A text of a path, such as its title or a skill, with its words in order. */
export interface PathTerm {
  pathId: PathId
  kind: 'title' | 'skill' | 'synonym' | 'description' | 'course'
  text: string
  words: Word[]
}

/** Words between the words of a term in other languages than English, whose stop words PostgreSQL removes. */
const JOINING_WORDS = new Set('de da do des du la le les et en um uma para ya wa na'.split(' '))

/** Returns the words of the goal and the terms of all paths, with stems. */
export async function readTerms(
  db: Db,
  goal: string,
  paths: Iterable<LearningPath>,
): Promise<{ wanted: Word[]; rejected: Word[]; terms: PathTerm[] }> {
  const texts = [...paths].flatMap(textsOf).map((term) => ({ ...term, spellings: wordsOf(term.text) }))
  const { wanted, rejected }: GoalWords = readGoal(goal)
  const stems = await listStems(db, [...wanted, ...rejected, ...texts.flatMap(({ spellings }) => spellings)])
  const withStems = (spellings: string[]): Word[] =>
    spellings.flatMap((spelling) => {
      const stem = JOINING_WORDS.has(spelling) ? undefined : stems.get(spelling)
      return stem ? [{ spelling, stem }] : []
    })
  return {
    wanted: withStems(wanted),
    rejected: withStems(rejected),
    terms: texts.map(({ spellings, ...term }) => ({ ...term, words: withStems(spellings) })),
  }
}

function textsOf(path: LearningPath): Omit<PathTerm, 'words'>[] {
  const { id: pathId, title, description, skills, synonyms, courses } = path
  const term = (kind: PathTerm['kind']) => (text: string) => ({ pathId, kind, text })
  return [
    term('title')(title),
    ...skills.map(term('skill')),
    ...synonyms.map(term('synonym')),
    term('description')(description),
    ...courses.flatMap((course) => [course.title, ...course.skills]).map(term('course')),
  ]
}

function wordsOf(text: string): string[] {
  return (
    normalizeText(text)
      .replaceAll('-', '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Returns the stem of each word; English stop words have none. */
async function listStems(db: Db, spellings: string[]): Promise<Map<string, string>> {
  const rows = await db<{ spelling: string; stem: string }>`
    select spelling, (tsvector_to_array(to_tsvector('english', spelling)))[1] as stem
    from unnest(${[...new Set(spellings)]}::text[]) as word (spelling)
    where to_tsvector('english', spelling) <> ''`
  return new Map(rows.map(({ spelling, stem }) => [spelling, stem]))
}
