import { defineRefusals } from '../../platform/errors.ts'

export const errors = defineRefusals({
  course_not_found: { kind: 'not_found', message: 'There is no such course in the catalogue.' },
  lesson_not_found: { kind: 'not_found', message: 'There is no such lesson in the catalogue.' },
  path_not_found: { kind: 'not_found', message: 'There is no such learning path in the catalogue.' },
  project_not_found: {
    kind: 'not_found',
    message: 'This course has no project, or there is no such course.',
  },
  owned_by_pack: {
    kind: 'conflict',
    message: 'This comes from a content pack. Change it in the pack and import that again.',
  },
  course_has_no_lessons: { kind: 'conflict', message: 'Publish a lesson of this course first.' },
  last_lesson: {
    kind: 'conflict',
    message: 'This is the only lesson that the course shows. Archive the course instead.',
  },
  path_has_no_courses: { kind: 'conflict', message: 'Publish a course of this path first.' },
  project_exists: { kind: 'conflict', message: 'This course has a project already. Change that one.' },
  question_in_use: {
    kind: 'conflict',
    message: 'A question is asked in one place of one lesson only. Write another one.',
  },
  unknown_course: { kind: 'unprocessable', message: 'At least one of the courses does not exist.' },
  not_for_practice: {
    kind: 'unprocessable',
    message: 'At least one of the questions does not exist, or is not for practice.',
  },
  lesson_locked: {
    kind: 'conflict',
    message: 'This lesson is locked. Complete the lesson before it first.',
  },
  premium_required: {
    kind: 'forbidden',
    message: 'This course is for subscribers. Subscribe to open its lessons.',
  },
})
