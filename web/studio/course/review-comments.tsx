import type { Api } from '../../../packages/client/src/lyceum.ts'

/** What the reviewer says about the course and its lessons. */
export function ReviewComments({ request: { comments, lessons } }: { request: Api.ReviewRequest }) {
  return (
    <ul className="grid gap-3 [overflow-wrap:anywhere]">
      {comments.map(({ lessonId, text }) => (
        <li key={`${lessonId} ${text}`}>
          {lessonId && (
            <p dir="auto" className="font-bold">
              {lessons.find(({ id }) => id === lessonId)?.title}
            </p>
          )}
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ul>
  )
}
