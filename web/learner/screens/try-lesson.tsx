import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { LessonPlayer, type PlayedLesson } from '../../ui/player/lesson-player.tsx'
import { type StoredPlay, storePlay } from '../first-lesson/stored-plays.ts'
import { TryOffer } from '../first-lesson/try-offer.tsx'
import { PublicQuery } from '../public/public-query.tsx'

const route = getRouteApi('/try/$lessonId')

/** The first lesson of a course, played without an account. The result stays on the device. */
export default function TryLesson() {
  const { lessonId } = route.useParams()
  const navigate = useNavigate()
  const query = useApi('GET /public/lessons/{id}', { path: { id: lessonId } })
  const answers = useRef<StoredPlay['answers']>([])
  const [played, setPlayed] = useState<PlayedLesson>()
  if (!query.data) return <PublicQuery query={query}>{() => null}</PublicQuery>
  const lesson = query.data.data
  if (played) return <TryOffer lesson={lesson} played={played} />
  return (
    <LessonPlayer
      key={lessonId}
      lesson={lesson}
      onAnswer={(questionId, selectedOption) => {
        answers.current.push({ questionId, selectedOption })
        return undefined
      }}
      onFinish={(result) => {
        storePlay(lessonId, result, answers.current)
        setPlayed(result)
      }}
      onLeave={() => void navigate({ to: '/courses/$courseId', params: { courseId: lesson.courseId } })}
    />
  )
}
