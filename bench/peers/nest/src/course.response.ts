import { Exclude, Expose, Type } from 'class-transformer'
import type { presentCourse } from './course.view.js'

@Exclude()
class LessonSummary {
  @Expose() id: string
  @Expose() title: string
  @Expose() order: number
  @Expose() xpReward: number
  @Expose() gemReward: number
  @Expose() isCompleted: boolean
  @Expose() isLocked: boolean
}

@Exclude()
class Change {
  @Expose() note: string
  @Expose() lessonId: string | null
  @Expose() publishedAt: string
}

/** Only exposed fields are returned, which is the usual guard against leaking a column. */
@Exclude()
export class CourseResponse {
  @Expose() id: string
  @Expose() title: string
  @Expose() description: string
  @Expose() category: string
  @Expose() categoryTitles: Record<string, string>
  @Expose() level: string
  @Expose() isPremium: boolean
  @Expose() coverUrl: string | null
  @Expose() cover: null
  @Expose() skills: string[]
  @Expose() totalLessons: number
  @Expose() learningPathIds: string[]
  @Expose() hasProject: boolean
  @Expose() isEnrolled: boolean
  @Expose() progressPercentage: number
  @Expose() @Type(() => LessonSummary) lessons: LessonSummary[]
  @Expose() @Type(() => Change) changes: Change[]

  static of(view: ReturnType<typeof presentCourse>) {
    return Object.assign(new CourseResponse(), {
      ...view,
      lessons: view.lessons.map((lesson) => Object.assign(new LessonSummary(), lesson)),
      changes: view.changes.map((change) => Object.assign(new Change(), change)),
    })
  }
}
