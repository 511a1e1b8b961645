import type { ResourceKind } from '../harness/operations/owned-resources.ts'

/** The resources that another user may access by id, and why. All others are answered as not found. */
export const ALLOWED_ACCESS: Record<string, { resources: ResourceKind[]; because: string }> = {
  'GET /api/v2/badges/progress/{userId}': {
    resources: ['user'],
    because: 'badges are part of the public profile',
  },
  'GET /api/v2/badges/near-completion/{userId}': {
    resources: ['user'],
    because: 'badges are part of the public profile',
  },
  'GET /api/v2/certificates/verify/{certificateNumber}': {
    resources: ['certificateNumber'],
    because: 'anybody may verify a certificate whose number they were shown',
  },
  'POST /api/v2/quiz-battles/rooms/{roomCode}/join': {
    resources: ['roomCode'],
    because: 'the code of a room is an invitation into it',
  },
  'POST /api/v2/user/contests/join': {
    resources: ['contestCode'],
    because: 'the code of a contest is an invitation into it',
  },
  'POST /api/v2/user/contests/{id}/join': {
    resources: ['contestCode', 'privateContest'],
    because: 'whoever was told the id of a private contest is asked for its code, and shown nothing of it',
  },
  'POST /api/v2/referral/redeem': {
    resources: ['referralCode'],
    because: 'a referral code is made to be given away',
  },
  'POST /api/v2/auth/register': {
    resources: ['referralCode'],
    because: 'a referral code is made to be given away',
  },
  'POST /api/v2/auth/otp/login': {
    resources: ['referralCode'],
    because: 'a referral code is made to be given away',
  },
  'POST /api/v2/auth/social': {
    resources: ['referralCode'],
    because: 'a referral code is made to be given away',
  },
  'POST /api/v2/notifications/device-token': {
    resources: ['device'],
    because: 'a phone belongs to whoever registered it last',
  },
  'POST /api/v2/auth/refresh': {
    resources: ['refreshToken'],
    because: 'it is no id but a credential: whoever has it is its owner',
  },
}

/** Shared resources that every user may see and use; the use by others is in their own rows. */
export const PUBLIC_RESOURCES: ResourceKind[] = [
  'course',
  'projectCourse',
  'lesson',
  'question',
  'path',
  'promotion',
  'contest',
]

/** Tables with rows of a user that this test does not fill, and why an id does not give access to them. */
export const UNFILLED_TABLES: Record<string, string> = {
  audit_entry: 'written by administrators about users, read by administrators alone',
  audit_entry_personal: 'the same',
  badge_counted_item: 'counts towards badges; no route names them',
  battle_rating: 'made by the end of a battle; no route names them',
  battle_daily_xp: 'made by the end of a battle; no route names them',
  contest_daily_xp: 'made by the end of a contest; no route names them',
  practice_daily_xp: 'made by the end of a round of practice; no route names them',
  medium: 'made by authors; src/modules/content-admin/media.pg.test.ts tests other authors',
  mastery_answer: 'folded by a job; no route names them',
  skill_mastery: 'made by a job; no route names them',
  contest_plan: 'made by authors; src/modules/content-admin/contest-plans.pg.test.ts tests other authors',
  contest_answer_reader: 'made when staff opens a contest; no route names them',
  author_daily_promise: 'made when an author publishes; no route names them',
  staff_grant: 'granted by administrators, read by administrators alone',
  user_note: 'written by staff about users, read by staff alone',
  webhook_event: 'what other systems told; read by administrators alone',
  leaderboard_hidden_user: 'made by hiding oneself; no route names them',
  leaderboard_rank_index: 'made by a job from many scores',
  league_member: 'made by a job from the first XP of a week; no route names them',
  referral_rejection: 'why an invitation did not count; no route names them',
  leaderboard_score_change: 'made and folded by a job; no route names them',
  settlement_due: 'found and settled by a job',
  settlement_line: 'made by the settlement on the chain',
  settlement_position: 'made by the settlement on the chain',
  report: 'read and decided by staff alone; no route of users names them',
  social_identity: 'made by a sign-in with another company; no route names them',
}

/** Body fields that look like ids and have no owner. */
export const UNOWNED_FIELDS = [
  'deviceId',
  'totpCode',
  'otpCode',
  'accessToken',
  'idToken',
  'topicId',
  'bankCode',
  'contractAddress',
  'userAddress',
  'tokenId',
  'courseIds',
  'questionIds',
  'lessonIds',
  'mediumId',
  'targetId',
  'email',
  'ids',
]
