import { useCallback, useEffect, useRef, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
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
  lesson: Api.EditedLesson
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
  const [hasChanges, setHasChanges] = useState(opened.lesson.hasUnpublishedChanges)
  const saver = useRef<LessonSaver>(null)
  saver.current ??= new LessonSaver(
    {
      store: (stored) => opened.drafts.store(stored),
      forget: () => opened.drafts.forget(),
      sendLesson: async (body, version) => {
        const path = { id: lessonId }
        const headers = etag(version)
        const { data } = await lyceum.call('PATCH /admin/lessons/{id}', { path, body, headers })
        setHasChanges(data.hasUnpublishedChanges)
        return data
      },
      sendQuestion: async (id, body, version) => {
        const headers = etag(version)
        const { data } = await lyceum.call('PATCH /admin/questions/{id}', { path: { id }, body, headers })
        // Another question may still have changes.
        if (data.hasUnpublishedChanges) setHasChanges(true)
        return data
      },
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
      if (own.takeUnanswered(saved)) return
      // Another page has saved the same words.
      if (isSameLesson(saved.draft, own.draft)) {
        setDraft(saved.draft)
        own.resolve(saved.draft, saved)
      } else setConflict({ mine: own.draft, theirs: saved, base: own.saved.draft })
    } catch (found) {
      setFault(found)
      setTimeout(() => void showConflict(), 5_000)
    }
  }

  /** Takes what the service has. Only `isForced` gives up what was typed meanwhile. */
  const take = async (saved: SavedLesson, isForced: boolean) => {
    if (!isForced && isSameLesson(saved.draft, own.saved.draft)) own.follow(saved)
    else if (isForced || own.isSaved) {
      setDraft(saved.draft)
      await own.replace(saved)
    } else {
      own.pause()
      setConflict({ mine: own.draft, theirs: saved, base: own.saved.draft })
    }
    setSavedCount((count) => count + 1)
  }

  // The page of the course shows which lessons have changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it changes.
  useEffect(() => forgetCourses(), [hasChanges])

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
    /** The service has every word. */
    isSaved: () => own.isSaved,
    /** Learners see an earlier version of the lesson. */
    hasChanges,
    betweenSaves: <Result>(work: () => Promise<Result>) => own.betweenSaves(work),
    /** Publishing gives questions other ids and versions, so the lesson is read again before the next save. */
    readAgain: async ({ isForced = false, version }: { isForced?: boolean; version?: number } = {}) => {
      if (version !== undefined) own.rebase(version)
      const { lesson, saved } = await withPatience(() => readSavedLesson(lessonId))
      setHasChanges(lesson.hasUnpublishedChanges)
      await take(saved, isForced)
      forgetCourses()
    },
    decide: (merged: LessonDraft) => {
      if (!conflict) return
      setDraft(merged)
      setConflict(undefined)
      own.resolve(merged, conflict.theirs)
    },
  }
}

/** Courses are read again when they are shown. */
function forgetCourses(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).includes('/admin/courses'),
  })
}

/** Reads again a few times if the service does not answer. */
async function withPatience<Result>(read: () => Promise<Result>, tries = 4): Promise<Result> {
  try {
    return await read()
  } catch (fault) {
    if (tries === 1) throw fault
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return withPatience(read, tries - 1)
  }
}

export type LessonEditing = ReturnType<typeof useLessonDraft>
