import { defineRefusals } from '../../platform/errors.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'

/** Authoring also throws the errors of the catalog. */
export const errors = {
  ...catalogErrors,
  ...defineRefusals({
    project_not_found: {
      kind: 'not_found',
      message: 'This course has no project, or there is no such course.',
    },
    question_not_found: { kind: 'not_found', message: 'There is no such question in the pool.' },
    topic_not_found: {
      kind: 'unprocessable',
      message: 'There is no such topic. List them at /admin/topics.',
    },
    category_not_found: {
      kind: 'unprocessable',
      message: 'There is no such category. Content packs define them.',
    },
    owned_by_pack: {
      kind: 'conflict',
      message: 'This comes from a content pack. Change it in the pack and import the pack again.',
    },
    not_of_a_pack: {
      kind: 'conflict',
      message: 'This course belongs to an author already. Transfer it instead.',
    },
    not_taken_over: {
      kind: 'conflict',
      message: 'This course was not taken over from a content pack, so it cannot be given back.',
    },
    not_an_author: {
      kind: 'forbidden',
      message:
        'Only its authors and an admin may do this. Ask the owner to make you a co-author, or copy it.',
    },
    not_the_owner: {
      kind: 'forbidden',
      message: 'Only the owner of the course and an admin may do this.',
    },
    no_such_author: {
      kind: 'unprocessable',
      message: 'No author has this id or address. Authors have the role CREATOR or ADMIN.',
    },
    co_author_not_found: { kind: 'not_found', message: 'This user is not a co-author of the course.' },
    too_many_co_authors: {
      kind: 'conflict',
      message: 'A course has at most 20 co-authors. Remove one first.',
    },
    version_changed: {
      kind: 'precondition_failed',
      message:
        'This was changed after you read it. Compare your version with the current one and send the edit again.',
      extraFields: {
        expected: z.int().openapi({ description: 'The version of If-Match' }),
        current: z.int().openapi({ description: 'The stored version' }),
        resource: z.looseObject({}).openapi({ description: 'The stored content, as a read returns it' }),
      },
    },
    lessons_differ: {
      kind: 'unprocessable',
      message: 'The ids must be those of all lessons of the course, in every status, each once.',
    },
    course_has_no_lessons: { kind: 'conflict', message: 'Publish a lesson of this course first.' },
    last_lesson: {
      kind: 'conflict',
      message: 'This is the only published lesson of a published course. Archive the course instead.',
    },
    path_has_no_courses: { kind: 'conflict', message: 'Publish a course of this path first.' },
    path_repeats_another: {
      kind: 'conflict',
      message: 'Another published path has the same courses. Add a course to this path or remove one.',
    },
    project_exists: { kind: 'conflict', message: 'This course already has a project. Change that one.' },
    question_in_use: {
      kind: 'conflict',
      message: 'A question can be used once, in one lesson only. Write another question.',
    },
    test_is_required: {
      kind: 'conflict',
      message:
        'Certificates of this course need its test, and without this question the pool is too small for it. Add another question first.',
    },
    unknown_course: { kind: 'unprocessable', message: 'At least one of the courses does not exist.' },
    not_for_practice: {
      kind: 'unprocessable',
      message: 'At least one of the questions does not exist, or is not a practice question.',
    },
  }),
}
