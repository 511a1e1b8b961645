import { EditedCourseSchema, EditedLessonSchema } from '../authoring/public/content-draft.ts'

/** Examples of content in the API document, and responses with them. */

const DRAFT_STATE = { origin: 'ADMIN', status: 'DRAFT', canEdit: true, version: 1 } as const
export const AUTHOR_ID = '019a8b5e-7c1d-7000-8000-0000000000b2'
export const COURSE_ID = '019a8b5e-7c1d-7000-8000-0000000000c1'
export const QUESTION_ID = '019a8b5e-7c1d-7000-8000-0000000000f1'
export const TOPIC_ID = '019a8b5e-7c1d-7000-8000-0000000000d1'

export const COURSE_DRAFT_EXAMPLE = {
  title: 'Keeping keys safe',
  description: 'What a key opens, and how it gets lost.',
  category: 'BLOCKCHAIN',
  level: 'BEGINNER',
  isPremium: false,
  skills: ['security'],
  bonusXp: 50,
  bonusGems: 10,
  requiredScore: null,
} as const

export const COURSE_EXAMPLE = {
  id: COURSE_ID,
  ...DRAFT_STATE,
  hasUnpublishedChanges: false,
  changedLessonIds: [],
  ...COURSE_DRAFT_EXAMPLE,
  skills: ['security'],
  topicId: TOPIC_ID,
  totalLessons: 0,
  hasProject: false,
  ownerId: AUTHOR_ID,
  takenOverFrom: null,
  schedule: null,
}

export const LISTED_COURSE_EXAMPLE = {
  ...COURSE_EXAMPLE,
  coverUrl: 'http://localhost:3000/files/library/019a8b5e-7c1d-7000-8000-0000000000f1-300.webp',
  updatedAt: '2026-11-02T08:00:00.000Z',
}

export const LESSON_DRAFT_EXAMPLE = {
  title: 'What a key opens',
  xpReward: 20,
  gemReward: 5,
  slides: [
    { type: 'TEXT_WITH_IMAGE', title: 'One key', content: 'Who has the key has the money.' },
    {
      type: 'QUIZ',
      question: {
        prompt: 'Who may spend what an address holds?',
        options: ['Who has its key', 'Who knows the address'],
        correctIndex: 0,
        explanation: 'The address is public. The key is not.',
      },
    },
  ],
}

export const LESSON_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000e1',
  ...DRAFT_STATE,
  hasUnpublishedChanges: false,
  courseId: COURSE_ID,
  title: 'What a key opens',
  order: 1,
  xpReward: 20,
  gemReward: 5,
  requiredScore: null,
  schedule: null,
  slides: [
    { type: 'TEXT_WITH_IMAGE', title: 'One key', content: 'Who has the key has the money.' },
    { type: 'QUIZ', questionId: QUESTION_ID },
  ],
}

export const QUESTION_DRAFT_EXAMPLE = {
  prompt: 'Who may spend what an address holds?',
  options: ['Who has its key', 'Who knows the address'],
  correctIndex: 0,
  explanation: 'The address is public. The key is not.',
  difficulty: 'EASY',
  use: 'CHALLENGE',
} as const

export const QUESTION_EXAMPLE = {
  hasUnpublishedChanges: false,
  id: QUESTION_ID,
  ...DRAFT_STATE,
  type: 'SINGLE_CHOICE' as const,
  ...QUESTION_DRAFT_EXAMPLE,
  tags: ['keys'],
  options: ['Who has its key', 'Who knows the address'],
  hint: null,
  optionFeedback: null,
  skill: null,
  topicId: TOPIC_ID,
  courseId: null,
}

export const PATH_DRAFT_EXAMPLE = {
  title: 'Wallets without fear',
  description: 'From the first key to a lost one.',
  category: 'BLOCKCHAIN',
  kind: 'SPECIALIZATION',
  isPremium: false,
  skills: ['security'],
  synonyms: ['wallet support'],
  courseIds: [COURSE_ID],
} as const

export const PATH_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  ...DRAFT_STATE,
  ...PATH_DRAFT_EXAMPLE,
  skills: ['security'],
  synonyms: ['wallet support'],
  courseIds: [COURSE_ID],
  ownerId: AUTHOR_ID,
}

const PROJECT = {
  title: 'A plan for lost keys',
  description: 'Write down what happens when a phone is stolen.',
  allowedSubmissionTypes: ['TEXT' as const],
  passingScore: 70,
  xpReward: 200,
  gemReward: 50,
  rubric: [{ criterion: 'It says who has which copy', points: 100, evidence: ['backup'] }],
}

export const CAPSTONE_DRAFT_EXAMPLE = { courseId: COURSE_ID, ...PROJECT }
export const CAPSTONE_EXAMPLE = {
  id: COURSE_ID,
  ...DRAFT_STATE,
  courseId: COURSE_ID,
  courseTitle: COURSE_DRAFT_EXAMPLE.title,
  ...PROJECT,
}

export const COURSE_RESPONSE = {
  data: EditedCourseSchema,
  example: COURSE_EXAMPLE,
  isVersioned: true,
} as const

export const LESSON_RESPONSE = {
  data: EditedLessonSchema,
  example: LESSON_EXAMPLE,
  isVersioned: true,
} as const
