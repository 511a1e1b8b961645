import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { type KeptPlay, LessonPlayer, type PlayedLesson } from '../../ui/player/lesson-player.tsx'
import { type StoredPlay, storePlay } from '../first-lesson/stored-plays.ts'
import { TryOffer } from '../first-lesson/try-offer.tsx'
import { forgetPlay, keepPlay, readKeptPlay } from '../lesson/kept-play.ts'
import { PublicQuery } from '../public/public-query.tsx'

const route = getRouteApi('/try/$lessonId')

/** The first lesson of a course, played without an account. The result stays on the device. */
export default function TryLesson() {
  const { lessonId } = route.useParams()
  const navigate = useNavigate()
  const query = useApi('GET /public/lessons/{id}', { path: { id: lessonId } })
  const answers = useRef<StoredPlay['answers']>([])
  const [kept, setKept] = useState<KeptPlay>()
  const [readFor, setReadFor] = useState<string>()
  const [played, setPlayed] = useState<PlayedLesson>()
  if (query.data && readFor !== lessonId) {
    setReadFor(lessonId)
    setKept(readKeptPlay(query.data.data, undefined, false))
  }
  if (!query.data) return <PublicQuery query={query}>{() => null}</PublicQuery>
  const lesson = query.data.data
  if (played) return <TryOffer lesson={lesson} played={played} />
  return (
    <LessonPlayer
      key={lessonId}
      lesson={lesson}
      kept={kept}
      onKeep={(play) => keepPlay(lesson, undefined, play)}
      onAnswer={(questionId, selectedOption) => {
        answers.current.push({ questionId, selectedOption })
        return undefined
      }}
      onFinish={(result) => {
        forgetPlay()
        storePlay(lessonId, result, [...answersOf(kept), ...answers.current])
        setPlayed(result)
      }}
      onLeave={() => {
        forgetPlay()
        void navigate({ to: '/courses/$courseId', params: { courseId: lesson.courseId } })
      }}
    />
  )
}

/** The first answers that were given before the reload. */
function answersOf(kept: KeptPlay | undefined): StoredPlay['answers'] {
  return (kept?.state.steps ?? []).flatMap(({ key, slide, isRepeat }) => {
    const selectedOption = kept!.state.chosen[key]
    if (slide.type !== 'QUIZ' || isRepeat || selectedOption === undefined) return []
    return [{ questionId: slide.question.id, selectedOption }]
  })
}
