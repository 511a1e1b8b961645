import { useCallback, useEffect, useRef, useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { isSameLesson, type LessonDraft, type SavedLesson, savedLessonOf } from './draft.ts'
import { LessonSaver, type SaveState, withIds } from './lesson-saver.ts'
import { LocalDrafts, type StoredDraft } from './local-drafts.ts'

/** What the service has now. */
export async function readSavedLesson(lessonId: string) {
  const [{ data: lesson }, { data: questions }] = await Promise.all([
    lyceum.call('GET /admin/lessons/{id}', { path: { id: lessonId } }),
    lyceum.call('GET /admin/questions', { query: { lessonId, limit: 100 } }),
  ])
  return { lesson, saved: savedLessonOf(lesson, questions) }
}

const etag = (version: number) => ({ 'if-match': `"${version}"` })

/** The two versions between which the author decides. */
export interface Conflict {
  mine: LessonDraft
  theirs: SavedLesson
  base: LessonDraft
}

export interface OpenedLesson {
  drafts: LocalDrafts
  saved: SavedLesson
  /** What the device has and the service not. */
  stored: StoredDraft | undefined
}

/** Reads the lesson of the service and what this device has of it. */
export async function openLesson(userId: string, lessonId: string) {
  const drafts = new LocalDrafts(userId, lessonId)
  try {
    const [read, stored] = await Promise.all([
      readSavedLesson(lessonId),
      drafts.find().catch(() => undefined),
    ])
    return { ...read, drafts, stored }
  } catch (fault) {
    drafts.close()
    throw fault
  }
}

function startOf({ saved, stored }: OpenedLesson) {
  if (!stored || isSameLesson(stored.draft, saved.draft))
    return { draft: saved.draft, base: saved, isChanged: false, conflict: undefined }
  const { draft, base } = stored
  if (isSameVersion(base, saved)) return { draft, base, isChanged: true, conflict: undefined }
  const conflict: Conflict = { mine: draft, theirs: saved, base: base.draft }
  return { draft, base, isChanged: true, conflict }
}

/** The draft was begun with what the service has. */
function isSameVersion(base: SavedLesson, saved: SavedLesson): boolean {
  return (
    base.version === saved.version &&
    Object.entries(saved.questions).every(([id, { version }]) => base.questions[id]?.version === version)
  )
}

/** The draft of an opened lesson, which saves itself. */
export function useLessonDraft(lessonId: string, opened: OpenedLesson) {
  useUser()
  const [start] = useState(() => startOf(opened))
  const [draft, setDraft] = useState(start.draft)
  const [state, setState] = useState<SaveState>(start.conflict ? 'conflict' : 'saved')
  const [fault, setFault] = useState<unknown>()
  const [conflict, setConflict] = useState<Conflict | undefined>(start.conflict)
  const [savedCount, setSavedCount] = useState(0)
  const saver = useRef<LessonSaver>(null)
  saver.current ??= new LessonSaver(
    {
      store: (stored) => opened.drafts.store(stored),
      forget: () => opened.drafts.forget(),
      sendLesson: async (body, version) => {
        const path = { id: lessonId }
        return (await lyceum.call('PATCH /admin/lessons/{id}', { path, body, headers: etag(version) })).data
      },
      sendQuestion: async (id, body, version) =>
        (await lyceum.call('PATCH /admin/questions/{id}', { path: { id }, body, headers: etag(version) }))
          .data,
      onConflict: () => void showConflict(),
      onState: (next, found) => {
        setState(next)
        setFault(found)
        if (next === 'saved' || next === 'incomplete') setSavedCount((count) => count + 1)
      },
      onSaved: (_, ids) => {
        if (ids.size > 0) setDraft((before) => withIds(before, ids))
      },
    },
    start.draft,
    start.base,
    start.isChanged,
  )
  const own = saver.current

  const showConflict = async () => {
    try {
      const { saved } = await readSavedLesson(lessonId)
      // The response to an earlier request was lost: the service has the same words.
      if (isSameLesson(saved.draft, own.draft)) {
        setDraft(saved.draft)
        own.resolve(saved.draft, saved)
      } else setConflict({ mine: own.draft, theirs: saved, base: own.saved.draft })
    } catch (found) {
      setFault(found)
      setTimeout(() => void showConflict(), 5_000)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what the device kept goes to the service.
  useEffect(() => {
    if (start.conflict) own.pause()
    else if (start.isChanged) void own.save()
    else void opened.drafts.forget().catch(() => undefined)
    const onOnline = () => void own.save()
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('online', onOnline)
      own.leave()
    }
  }, [])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (state === 'unsafe') event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [state])

  const change = useCallback(
    (update: (before: LessonDraft) => LessonDraft) => {
      const changed = update(own.draft)
      own.change(changed)
      setDraft(changed)
    },
    [own],
  )
  return {
    draft,
    state,
    fault,
    conflict,
    /** Counts the saves, so that a view of the service can be read again. */
    savedCount,
    change,
    save: () => own.save(),
    /** The version that the service has. */
    version: () => own.saved.version,
    rebase: (version: number) => own.rebase(version),
    decide: (merged: LessonDraft) => {
      if (!conflict) return
      setDraft(merged)
      setConflict(undefined)
      own.resolve(merged, conflict.theirs)
    },
  }
}

export type LessonEditing = ReturnType<typeof useLessonDraft>
