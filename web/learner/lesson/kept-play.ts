import type { Api } from '../../../packages/client/src/lyceum.ts'
import type { KeptPlay } from '../../ui/player/lesson-player.tsx'
import { type PlayState, startPlay } from '../../ui/player/play-state.ts'

/** Only the last lesson is kept: a phone that ends the page opens it again soon. */
const KEPT = 'lyceum.lesson'
const LONGEST_MS = 12 * 3_600_000

interface Stored extends KeptPlay {
  userId: string | undefined
  lessonId: string
  contentVersion: string
  savedAt: number
}

/** The play of this lesson that a reload or the back button has interrupted, if it still fits. */
export function readKeptPlay(
  { id, contentVersion, slides }: Api.LessonContent,
  userId: string | undefined,
  canGrade: boolean,
): KeptPlay | undefined {
  try {
    const stored: Stored = JSON.parse(localStorage.getItem(KEPT) ?? 'null')
    const isSame =
      stored.lessonId === id && stored.userId === userId && stored.contentVersion === contentVersion
    if (!isSame || !(Math.abs(Date.now() - stored.savedAt) < LONGEST_MS)) return undefined
    const { state } = stored
    // JSON has no undefined: a left side without a right side is stored as null.
    const drafts = Object.fromEntries(
      Object.entries(stored.drafts).map(([key, draft]) => {
        const matches = draft.matches.map((right) => right ?? undefined)
        return [key, { ...draft, matches }]
      }),
    )
    // Without a connection some questions are left out; then the play has other steps.
    const isFitting = keysOf(state) === keysOf(startPlay(slides, canGrade)) && state.at in state.steps
    return isFitting ? { state, drafts } : undefined
  } catch {
    return undefined
  }
}

const keysOf = ({ steps }: PlayState) => steps.flatMap(({ key, isRepeat }) => (isRepeat ? [] : key)).join()

export function keepPlay(lesson: Api.LessonContent, userId: string | undefined, play: KeptPlay): void {
  const { id: lessonId, contentVersion } = lesson
  const stored: Stored = { ...play, userId, lessonId, contentVersion, savedAt: Date.now() }
  try {
    localStorage.setItem(KEPT, JSON.stringify(stored))
  } catch {
    // A full or forbidden storage only means that the lesson starts again.
  }
}

export function forgetPlay(): void {
  localStorage.removeItem(KEPT)
}
