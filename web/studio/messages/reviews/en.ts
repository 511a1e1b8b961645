import type { Catalogue } from '../../../ui/i18n/catalogue.ts'

/** Texts of the review queue. */
export default {
  'reviews.COURSE.known': 'Course',
  'reviews.COURSE.new': 'New course',
  'reviews.LESSON.known': 'Lesson',
  'reviews.LESSON.new': 'New lesson',
  'reviews.comment': 'Comment on “{title}”',
  'reviews.commentsReturn': 'Comments go back to the author. Delete them to approve.',
  'reviews.lessons': { one: '{count} lesson', other: '{count} lessons' },
  'reviews.none': 'Nothing here',
  'reviews.noneText': 'Courses that authors submit for a review appear here.',
  'reviews.note': 'Learners will read:',
  'reviews.onlyAdmins':
    'Admins review courses here. What they say about yours is on the page of your course.',
  'reviews.outdated':
    'The author has changed the content after submitting it. It can be returned, and approved when it is submitted again.',
  'reviews.own': 'You submitted this yourself. Another admin decides about it.',
  'reviews.publishAt': 'To be published on {date} ({zone}).',
  'reviews.show': 'What changes',
  'reviews.status.APPROVED': 'Approved',
  'reviews.status.OPEN': 'Waiting',
  'reviews.status.RETURNED': 'Returned',
  'reviews.status.WITHDRAWN': 'Withdrawn',
  'reviews.text':
    'Courses that authors want to publish, the longest wait first. An approval publishes exactly what was submitted.',
  'reviews.unchanged': 'No words were changed.',
} satisfies Catalogue
