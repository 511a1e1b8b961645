import { Navigate } from '@tanstack/react-router'
import { useApi } from '../../ui/api/use-api.ts'
import { PublicQuery } from '../public/public-query.tsx'
import { coursesRequest } from '../public/requests.ts'

/** Opens the first lesson of the first free course, beginners' courses first. */
export default function Try() {
  const query = useApi('GET /public/courses', coursesRequest({}))
  return (
    <PublicQuery query={query}>
      {({ data: courses }) => {
        const free = courses.filter(({ firstLessonId }) => firstLessonId !== null)
        const lessonId = (free.find(({ level }) => level === 'BEGINNER') ?? free[0])?.firstLessonId
        return lessonId ? (
          <Navigate to="/try/$lessonId" params={{ lessonId }} replace />
        ) : (
          <Navigate to="/courses" replace />
        )
      }}
    </PublicQuery>
  )
}
