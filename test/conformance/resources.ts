import { acceptedFields, fields } from './kinds.ts'
import type { Section } from './row.ts'
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
} from './scenes.ts'
import { nearBadge } from './streaks-and-badges.ts'
import type { World } from './world.ts'

/** Every resource with every field that the specification shows. */
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
  fields('Lesson summary', async (world) => (await world.once(freeCourse)).lessons[0], {
    id: 'string',
    title: 'string',
    order: 'number',
    xpReward: 'number',
    gemReward: 'number',
    isCompleted: 'boolean',
    isLocked: 'boolean',
  }),
  fields('Lesson content', lesson, { id: 'string', title: 'string', slides: 'array' }),
  fields('Slide', async (world) => (await world.once(lesson)).slides[0], {
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
  fields('Quiz question', async (world) => (await slideOf('QUIZ')(world)).question, {
    id: 'string',
    prompt: 'string',
    options: 'array of strings',
    correctIndex: 'number',
  }),
  fields('Learning path', async (world) => (await world.once(paths))[0], {
    id: 'string',
    title: 'string',
    description: 'string',
    category: 'string',
    isPremium: 'boolean',
    userHasAccess: 'boolean',
    totalCourses: 'number',
    courses: 'array',
  }),
  fields('Course of a learning path', async (world) => (await world.once(paths))[0].courses[0], {
    id: 'string',
    title: 'string',
    order: 'number',
  }),
  fields('Roadmap', async (world) => (await world.once(roadmap)).mine, {
    status: 'string',
    roadmap: 'object',
  }),
  fields('Roadmap.roadmap', async (world) => (await world.once(roadmap)).mine.roadmap, {
    careerGoal: 'string',
    totalCourses: 'number',
    coursesCompleted: 'number',
    foundationPaths: 'array',
    specializationPaths: 'array',
  }),
  fields('Foundation path', async (world) => (await world.once(roadmap)).mine.roadmap.foundationPaths[0], {
    id: 'string',
    title: 'string',
    isCompleted: 'boolean',
  }),
  fields(
    'Specialization path',
    async (world) => (await world.once(roadmap)).mine.roadmap.specializationPaths[0],
    { id: 'string', title: 'string', requiresSubscription: 'boolean', userHasAccess: 'boolean' },
  ),
  fields('Contest', async (world) => (await world.once(contests)).live, {
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
  fields('Contest.userStatus', async (world) => (await world.once(contests)).live.userStatus, {
    hasJoined: 'boolean',
    hasStarted: 'boolean',
    hasCompleted: 'boolean',
    score: 'number or null',
    rank: 'number or null',
  }),
  acceptedFields('Contest answer', contestAnswer, { questionId: 'string', selectedOption: 'number' }),
  fields(
    'Capstone project',
    async (world) =>
      world.get(`/course/${(await world.once(projectCourse)).id}/project`, await world.once(learner)),
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
    async (world) =>
      (await world.get(`/course/${(await world.once(projectCourse)).id}/project`, await world.once(learner)))
        .rubric[0],
    { criterion: 'string', points: 'number' },
  ),
  fields('Draft submission', async (world) => (await world.once(submission)).draft.data, {
    id: 'string',
    status: 'string',
    updatedAt: 'timestamp',
  }),
  fields('Final submission', async (world) => (await world.once(submission)).submitted.data, {
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
  fields('Leaderboard', async (world) => (await world.once(board)).data, {
    period: 'string',
    startDate: 'timestamp',
    endDate: 'timestamp',
    entries: 'array',
  }),
  fields('Leaderboard entry', async (world) => (await world.once(board)).data.entries[0], {
    rank: 'number',
    userId: 'string',
    username: 'string',
    avatarUrl: 'string URL',
    totalXP: 'number',
    totalGems: 'number',
    currentStreak: 'number',
  }),
  fields('Popup', async (world) => (await world.once(promotions)).popup, {
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
  fields('Banner', async (world) => (await world.once(promotions)).banners[0], {
    id: 'string',
    title: 'string',
    subtitle: 'string',
    imageUrl: 'string URL',
    ctaText: 'string',
    ctaAction: 'string',
    priority: 'number',
  }),
  fields('Badge progress', async (world) => (await world.once(badges))[0], {
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
  fields('Referral statistics', async (world) => (await world.once(inviter)).stats, {
    referralCode: 'string',
    totalInvited: 'number',
    activeLearners: 'number',
    totalGemsEarned: 'number',
    totalXPEarned: 'number',
    referrals: 'array',
  }),
  fields('Referral', async (world) => (await world.once(inviter)).stats.referrals[0], {
    username: 'string',
    joinedAt: 'timestamp',
    hasCompletedFirstCourse: 'boolean',
    bonusClaimed: 'boolean',
  }),
  fields('Queue entry', async (world) => (await world.once(queued)).data, {
    status: 'string',
    queueTicket: 'string',
    matchmakingTimeoutSeconds: 'number',
  }),
  fields('Bot battle', async (world) => (await world.once(botBattle)).data, {
    roomId: 'string',
    opponent: 'object',
    questions: 'array',
  }),
  fields('Opponent', async (world) => (await world.once(botBattle)).data.opponent, {
    username: 'string',
    avatarUrl: 'string URL',
  }),
  fields('Notification', async (world) => (await world.once(notified)).inbox[0], {
    id: 'string',
    title: 'string',
    body: 'string',
    type: 'string',
    isRead: 'boolean',
    createdAt: 'timestamp',
  }),
]

/** The first answer of a submission, with one field otherwise, and whether it was taken. */
async function contestAnswer(world: World, changes: Record<string, unknown>): Promise<number> {
  const { user, contestId, questions } = await world.once(contestant)
  const answers = [{ questionId: questions[0].id, selectedOption: 0, ...changes }]
  const body = { answers, timeTakenSeconds: 1 }
  return (await world.call(`POST /user/contests/${contestId}/submit`, user, { body })).status
}

/** Of all lessons that open by themselves, a slide that has a picture. */
async function pictureSlide(world: World): Promise<Record<string, unknown>> {
  const { slides } = await world.once(lesson)
  return slides.find(
    (slide: { type: string; mediaUrl?: string | null }) => slide.type === 'TEXT_WITH_IMAGE' && slide.mediaUrl,
  )
}
