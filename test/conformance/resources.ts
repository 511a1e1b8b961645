import type { ConformanceClient } from './conformance-client.ts'
import { acceptedFields, fields } from './field-types.ts'
import {
  badges,
  balance,
  board,
  botBattle,
  completion,
  contestant,
  contests,
  enrollment,
  freeCourse,
  inviter,
  learner,
  lesson,
  notified,
  paths,
  profile,
  projectCourse,
  promotions,
  queued,
  roadmap,
  slideOf,
  submission,
} from './fixtures.ts'
import type { Section } from './row.ts'
import { nearBadge } from './streaks-and-badges.ts'

/** Every resource with every field of the specification. */
export const RESOURCES: Section[] = [
  fields('User profile', profile, {
    id: 'string',
    email: 'string',
    username: 'string',
    role: 'string (USER)',
    country: 'string, ISO 3166-1 alpha-2',
    isEmailVerified: 'boolean',
    is2FAEnabled: 'boolean',
    walletAddress: 'string (EVM address)',
    totalXP: 'number',
    totalGems: 'number',
    currentStreak: 'number',
    longestStreak: 'number',
    profileImageUrl: 'string URL',
    createdAt: 'timestamp',
  }),
  fields('Course', freeCourse, {
    id: 'string',
    title: 'string',
    description: 'string',
    isPremium: 'boolean',
    totalLessons: 'number',
    lessons: 'array',
  }),
  fields('Lesson summary', async (client) => (await client.shared(freeCourse)).lessons[0], {
    id: 'string',
    title: 'string',
    order: 'number',
    xpReward: 'number',
    gemReward: 'number',
    isCompleted: 'boolean',
    isLocked: 'boolean',
  }),
  fields('Lesson content', lesson, { id: 'string', title: 'string', slides: 'array' }),
  fields('Slide', async (client) => (await client.shared(lesson)).slides[0], {
    id: 'string',
    order: 'number',
    type: 'string',
  }),
  fields('Slide TEXT_WITH_IMAGE', pictureSlide, {
    title: 'string',
    content: 'string',
    mediaUrl: 'string URL',
  }),
  fields('Slide QUIZ', slideOf('QUIZ'), { question: 'object' }),
  fields('Quiz question', async (client) => (await slideOf('QUIZ')(client)).question, {
    id: 'string',
    prompt: 'string',
    options: 'array of strings',
    correctIndex: 'number',
  }),
  fields('Learning path', async (client) => (await client.shared(paths))[0], {
    id: 'string',
    title: 'string',
    description: 'string',
    category: 'string',
    isPremium: 'boolean',
    userHasAccess: 'boolean',
    totalCourses: 'number',
    courses: 'array',
  }),
  fields('Course of a learning path', async (client) => (await client.shared(paths))[0].courses[0], {
    id: 'string',
    title: 'string',
    order: 'number',
  }),
  fields('Roadmap', async (client) => (await client.shared(roadmap)).mine, {
    status: 'string',
    roadmap: 'object',
  }),
  fields('Roadmap.roadmap', async (client) => (await client.shared(roadmap)).mine.roadmap, {
    careerGoal: 'string',
    totalCourses: 'number',
    coursesCompleted: 'number',
    foundationPaths: 'array',
    specializationPaths: 'array',
  }),
  fields(
    'Foundation path',
    async (client) => (await client.shared(roadmap)).mine.roadmap.foundationPaths[0],
    {
      id: 'string',
      title: 'string',
      isCompleted: 'boolean',
    },
  ),
  fields(
    'Specialization path',
    async (client) => (await client.shared(roadmap)).mine.roadmap.specializationPaths[0],
    { id: 'string', title: 'string', requiresSubscription: 'boolean', userHasAccess: 'boolean' },
  ),
  fields('Contest', async (client) => (await client.shared(contests)).live, {
    id: 'string',
    title: 'string',
    description: 'string',
    entryFeeGems: 'number',
    prizePoolGems: 'number',
    startsAt: 'timestamp',
    endsAt: 'timestamp',
    participantCount: 'number',
    userStatus: 'object',
  }),
  fields('Contest.userStatus', async (client) => (await client.shared(contests)).live.userStatus, {
    hasJoined: 'boolean',
    hasStarted: 'boolean',
    hasCompleted: 'boolean',
    score: 'number or null',
    rank: 'number or null',
  }),
  acceptedFields('Contest answer', contestAnswer, { questionId: 'string', selectedOption: 'number' }),
  fields(
    'Capstone project',
    async (client) =>
      client.get(`/course/${(await client.shared(projectCourse)).id}/project`, await client.shared(learner)),
    {
      id: 'string',
      courseId: 'string',
      title: 'string',
      description: 'string',
      allowedSubmissionTypes: 'array of strings',
      rubric: 'array',
    },
  ),
  fields(
    'Rubric',
    async (client) =>
      (
        await client.get(
          `/course/${(await client.shared(projectCourse)).id}/project`,
          await client.shared(learner),
        )
      ).rubric[0],
    { criterion: 'string', points: 'number' },
  ),
  fields('Draft submission', async (client) => (await client.shared(submission)).draft.data, {
    id: 'string',
    status: 'string',
    updatedAt: 'timestamp',
  }),
  fields('Final submission', async (client) => (await client.shared(submission)).submitted.data, {
    submissionId: 'string',
    status: 'string',
    aiAssessmentStatus: 'string',
  }),
  fields('Enrollment', enrollment, {
    id: 'string',
    courseId: 'string',
    progressPercentage: 'number',
    enrolledAt: 'timestamp',
  }),
  fields('Lesson completion result', completion, {
    lessonId: 'string',
    courseId: 'string',
    xpEarned: 'number',
    gemsEarned: 'number',
    newTotalXP: 'number',
    newTotalGems: 'number',
    courseProgress: 'number',
    streakDays: 'number',
    unlockedBadge: 'null when none',
  }),
  fields('Leaderboard', async (client) => (await client.shared(board)).data, {
    period: 'string',
    startDate: 'timestamp',
    endDate: 'timestamp',
    entries: 'array',
  }),
  fields('Leaderboard entry', async (client) => (await client.shared(board)).data.entries[0], {
    rank: 'number',
    userId: 'string',
    username: 'string',
    avatarUrl: 'string URL',
    totalXP: 'number',
    totalGems: 'number',
    currentStreak: 'number',
  }),
  fields('Popup', async (client) => (await client.shared(promotions)).popup, {
    id: 'string',
    title: 'string',
    subtitle: 'string',
    bodyText: 'string',
    imageUrl: 'string URL',
    ctaText: 'string',
    ctaAction: 'string',
    ctaPayload: 'object',
    priority: 'number',
    dismissible: 'boolean',
  }),
  fields('Banner', async (client) => (await client.shared(promotions)).banners[0], {
    id: 'string',
    title: 'string',
    subtitle: 'string',
    imageUrl: 'string URL',
    ctaText: 'string',
    ctaAction: 'string',
    priority: 'number',
  }),
  fields('Badge progress', async (client) => (await client.shared(badges))[0], {
    badgeType: 'string',
    name: 'string',
    description: 'string',
    currentProgress: 'number',
    requiredProgress: 'number',
    isCompleted: 'boolean',
    progressPercentage: 'number',
    imageUrl: 'string URL',
  }),
  fields('Badge near completion', nearBadge, {
    badgeType: 'string',
    currentProgress: 'number',
    requiredProgress: 'number',
    progressPercentage: 'number',
  }),
  fields('Blockchain balance', balance, {
    userId: 'string',
    walletAddress: 'string (EVM address)',
    network: 'string',
    chainId: 'number',
    xpTokenBalance: 'decimal string',
    gemTokenBalance: 'decimal string',
    nativeEthBalance: 'decimal string',
    nftBadgesCount: 'number',
  }),
  fields('Referral statistics', async (client) => (await client.shared(inviter)).stats, {
    referralCode: 'string',
    totalInvited: 'number',
    activeLearners: 'number',
    totalGemsEarned: 'number',
    totalXPEarned: 'number',
    referrals: 'array',
  }),
  fields('Referral', async (client) => (await client.shared(inviter)).stats.referrals[0], {
    username: 'string',
    joinedAt: 'timestamp',
    hasCompletedFirstCourse: 'boolean',
    bonusClaimed: 'boolean',
  }),
  fields('Queue entry', async (client) => (await client.shared(queued)).data, {
    status: 'string',
    queueTicket: 'string',
    matchmakingTimeoutSeconds: 'number',
  }),
  fields('Bot battle', async (client) => (await client.shared(botBattle)).data, {
    roomId: 'string',
    opponent: 'object',
    questions: 'array',
  }),
  fields('Opponent', async (client) => (await client.shared(botBattle)).data.opponent, {
    username: 'string',
    avatarUrl: 'string URL',
  }),
  fields('Notification', async (client) => (await client.shared(notified)).inbox[0], {
    id: 'string',
    title: 'string',
    body: 'string',
    type: 'string',
    isRead: 'boolean',
    createdAt: 'timestamp',
  }),
]

/** Sends a submission with one changed answer field, and returns whether it was accepted. */
async function contestAnswer(client: ConformanceClient, changes: Record<string, unknown>): Promise<number> {
  const { user, contestId, questions } = await client.shared(contestant)
  const answers = [{ questionId: questions[0].id, selectedOption: 0, ...changes }]
  const body = { answers, timeTakenSeconds: 1 }
  return (await client.call(`POST /user/contests/${contestId}/submit`, user, { body })).status
}

/** A slide with an image, from the lessons that are open without a prerequisite. */
async function pictureSlide(client: ConformanceClient): Promise<Record<string, unknown>> {
  const { slides } = await client.shared(lesson)
  return slides.find(
    (slide: { type: string; mediaUrl?: string | null }) => slide.type === 'TEXT_WITH_IMAGE' && slide.mediaUrl,
  )
}
