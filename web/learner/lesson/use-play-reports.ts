import { useEffect, useEffectEvent, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { PlayTimer } from './play-timer.ts'

/**
 * Reports how far the learner comes in a lesson, for its author: when the page is hidden or left, and at the end. A lesson
 * that the learner has completed before is not reported. A lost report only changes the statistics, so nothing is retried
 * later.
 */
export function usePlayReports(lesson: Api.LessonContent | undefined, isPlaying: boolean) {
  const [timer] = useState(() => new PlayTimer())
  const [wasCompleted, setWasCompleted] = useState<boolean>()
  // The response is read again after the completion; the first one decides.
  if (lesson && wasCompleted === undefined) setWasCompleted(lesson.isCompleted)

  const report = () => {
    const body = timer.takeReport()
    if (!body || !lesson || wasCompleted !== false) return
    const { id: lessonId, contentVersion } = lesson
    const given = { path: { lessonId }, body: { contentVersion, ...body }, keepalive: true }
    lyceum.call('POST /user-lessons/{lessonId}/plays', given).catch(() => undefined)
  }
  const onVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'visible') return timer.unhide(performance.now())
    timer.hide(performance.now())
    report()
  })
  const onLeave = useEffectEvent(() => report())
  useEffect(() => {
    if (!isPlaying) return
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [isPlaying])
  useEffect(() => () => onLeave(), [])

  return {
    show: (slide: number | undefined) => timer.show(slide, performance.now()),
    seconds: () => timer.seconds(performance.now()),
    finish: () => timer.finish(performance.now()),
    report,
  }
}
