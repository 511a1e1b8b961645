import type { Tx } from '../../../platform/transaction/tx.ts'
import type {
  CoursePatch,
  EditedCourse,
  EditedLesson,
  EditedPath,
  EditedProject,
  LessonPatch,
  PathPatch,
  ProjectPatch,
  SlideDraft,
} from '../../authoring/public/content-draft.ts'
import { updateCapstoneProject } from '../../authoring/public/edit-capstone-project.ts'
import { updateCourse } from '../../authoring/public/edit-course.ts'
import { listReusableQuestions, updateLesson } from '../../authoring/public/edit-lesson.ts'
import { updatePath } from '../../authoring/public/edit-path.ts'
import type { Editor } from '../../authoring/public/editor.ts'
import type { Edit } from '../../authoring/public/question-draft.ts'
import type { CourseId, LessonId, PathId } from '../../catalog/public/catalog.ts'
import { getEditedQuestions } from '../../questions/public/get-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { getRevision } from './read-history.ts'
import type { SnapshotSlide } from './snapshot.ts'

interface RestoreRevision<Id> {
  id: Id
  version: number
  editor: Editor
  now: Date
}

/** Edits a course to what it was at a version. */
export async function restoreCourse(
  tx: Tx,
  { id: courseId, version, editor, now }: RestoreRevision<CourseId>,
): Promise<Edit<EditedCourse>> {
  const { snapshot } = await getRevision(tx, { kind: 'COURSE', subjectId: courseId }, version)
  return updateCourse(tx, { courseId, patch: snapshot as CoursePatch, editor, now })
}

/** Edits a lesson to what it was at a version. */
export async function restoreLesson(
  tx: Tx,
  { id: lessonId, version, editor, now }: RestoreRevision<LessonId>,
): Promise<Edit<EditedLesson>> {
  const { snapshot } = await getRevision(tx, { kind: 'LESSON', subjectId: lessonId }, version)
  const { slides = [], ...fields } = snapshot
  const patch = { ...fields, slides: await toSlideDrafts(tx, { lessonId, slides, editor }) }
  return updateLesson(tx, { lessonId, patch: patch as LessonPatch, editor, now })
}

/** Edits a learning path to what it was at a version. Learners see the change of a published path at once. */
export async function restorePath(
  tx: Tx,
  { id: pathId, version, editor }: Omit<RestoreRevision<PathId>, 'now'>,
): Promise<Edit<EditedPath>> {
  const { snapshot } = await getRevision(tx, { kind: 'PATH', subjectId: pathId }, version)
  return updatePath(tx, { pathId, patch: snapshot as PathPatch, editor })
}

/** Edits a project to what it was at a version. Learners see the change of a published project at once. */
export async function restoreProject(
  tx: Tx,
  { id: courseId, version, editor, now }: RestoreRevision<CourseId>,
): Promise<Edit<EditedProject>> {
  const { snapshot } = await getRevision(tx, { kind: 'PROJECT', subjectId: courseId }, version)
  return updateCapstoneProject(tx, { courseId, patch: snapshot as ProjectPatch, editor, now })
}

/** A question that is still what it was, and that the editor may use, is used again. Any other one becomes a new question. */
async function toSlideDrafts(
  tx: Tx,
  { lessonId, slides, editor }: { lessonId: LessonId; slides: SnapshotSlide[]; editor: Editor },
): Promise<SlideDraft[]> {
  const questionIds = slides.flatMap(({ questionId }) => (questionId ? [questionId as QuestionId] : []))
  const reusable = await listReusableQuestions(tx, { lessonId, questionIds, editor })
  const questions = new Map(
    (await getEditedQuestions(tx, reusable)).map(({ html: _, id, ...question }) => [id as string, question]),
  )
  return slides.map((slide) => {
    if (!slide.questionId) return slide as SlideDraft
    const isSame = Bun.deepEquals(questions.get(slide.questionId) as unknown, slide.question)
    return (
      isSame ? { type: 'QUIZ', questionId: slide.questionId } : { type: 'QUIZ', question: slide.question }
    ) as SlideDraft
  })
}
