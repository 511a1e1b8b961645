import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useApi } from '../../ui/api/use-api.ts'
import { ScreenLoading } from '../frame/screen-loading.tsx'
import { PublicQuery } from '../public/public-query.tsx'
import { coursesRequest } from '../public/requests.ts'

/** Opens the first lesson of the first free course, beginners' courses first. */
export default function Try() {
  const navigate = useNavigate()
  const query = useApi('GET /public/courses', coursesRequest({}))
  const free = query.data?.data.filter(({ firstLessonId }) => firstLessonId !== null)
  const first = free?.find(({ level }) => level === 'BEGINNER') ?? free?.[0]
  const lessonId = free && (first?.firstLessonId ?? null)
  useEffect(() => {
    if (lessonId) void navigate({ to: '/try/$lessonId', params: { lessonId }, replace: true })
    else if (lessonId === null) void navigate({ to: '/courses', replace: true })
  }, [lessonId, navigate])
  return <PublicQuery query={query}>{() => <ScreenLoading />}</PublicQuery>
}
