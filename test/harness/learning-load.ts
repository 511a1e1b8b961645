import type { TestUser } from './api-client.ts'
import type { ServiceProcess } from './processes/service-process.ts'

export interface LearningLoad {
  /** The number of completions with a 200 response. */
  acknowledged: { userId: string; lessonId: string }[]
  learners: TestUser[]
  /** Courses that a learner has completed. */
  completedCourses: { learner: TestUser; courseId: string }[]
  stop(): Promise<void>
}

/** Learners who complete lesson after lesson of the shipped catalogue until they are stopped. */
export async function startLearningLoad(
  service: Pick<ServiceProcess, 'call' | 'register'>,
  concurrency: number,
): Promise<LearningLoad> {
  const load: LearningLoad = { acknowledged: [], learners: [], completedCourses: [], stop: async () => {} }
  let isStopped = false
  const learn = async (learner: TestUser, courses: { id: string; isPremium: boolean }[]) => {
    const token = learner.accessToken
    for (const { id: courseId } of courses.filter(({ isPremium }) => !isPremium)) {
      const { body } = await service.call(`GET /course/${courseId}`, { token })
      for (const lesson of body.data.lessons) {
        if (isStopped) return
        const { status } = await service.call(`POST /user-lessons/${lesson.id}/complete`, { token, body: {} })
        if (status === 200) load.acknowledged.push({ userId: learner.id, lessonId: lesson.id })
      }
      load.completedCourses.push({ learner, courseId })
    }
  }
  const worker = async () => {
    while (!isStopped) {
      const learner = await service.register()
      load.learners.push(learner)
      const { body } = await service.call('GET /course?limit=100', { token: learner.accessToken })
      await learn(learner, body.data)
    }
  }
  const running = Promise.all(Array.from({ length: concurrency }, worker))
  load.stop = async () => {
    isStopped = true
    await running
  }
  return load
}
