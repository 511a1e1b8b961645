import type { ResourceKind } from '../harness/operations/owned-resources.ts'
import type { RouteProber } from '../harness/operations/route-prober.ts'

/**
 * Creates a course with a lesson and a project, a question, a roadmap, a contest and a campaign from the
 * examples of the document.
 */
export async function createContent(prober: RouteProber): Promise<Partial<Record<ResourceKind, string>>> {
  const make = async (name: string, changes: Record<string, unknown> = {}, id?: string): Promise<string> => {
    const operation = prober.operations.find((known) => known.name === `POST /api/v2/admin/${name}`)!
    const { topicId: _, ...example } = operation.bodyExample
    const body = { ...example, ...changes }
    const response = await prober.send({
      operation,
      what: 'content',
      body,
      ...(id ? { path: { id } } : {}),
      expected: [201],
    })
    return response.data.id ?? response.data.courseId
  }
  const course = await make('courses')
  const slides = [{ type: 'FLASHCARD', front: 'A key?', back: 'It opens.' }]
  const lesson = await make('courses/{id}/lessons', { slides }, course)
  await make('capstones', { courseId: course })
  return {
    course,
    projectCourse: course,
    lesson,
    question: await make('questions'),
    path: await make('learning-paths', { courseIds: [course] }),
    contest: await make('contests'),
    promotion: await make('promotions'),
  }
}
