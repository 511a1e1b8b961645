/**
 * Operations whose response is not stored in the same transaction, and what a retry finds instead;
 * docs/idempotency.md lists the same under “The rest”.
 */
export const NOT_STORED: Record<string, { why: string }> = {
  'PATCH /user/profile': { why: 'what is set is set again' },
  'PUT /notifications/preferences': { why: 'what is set is set again' },
  'POST /notifications/device-token': { why: 'a token is registered once' },
  'PATCH /notifications/{id}/read': { why: 'read is read' },
  'POST /learning-path/roadmap': { why: 'a goal takes the place of the one before' },
  'POST /referral/code': { why: 'everybody has one' },
  'POST /user-courses/enroll/{courseId}': { why: 'the first enrollment is given' },
  'POST /user-lessons/{lessonId}/answers': { why: 'the first answer counts' },
  'POST /user/contests/{id}/start': { why: 'the clock was started' },
  'POST /certificates/claim': { why: 'the same certificate is given' },
  'POST /quiz-battles/queue/join': { why: 'the same ticket is given' },
  'DELETE /quiz-battles/queue/{ticket}': { why: 'cancelled is cancelled' },
  'POST /quiz-battles/bot/start': { why: 'the same battle is given' },
  'POST /payment/on-ramp/initiate': { why: 'it goes on with the order of the quote' },
  'POST /webhook/contract-events': { why: 'an event is stored once' },
  'POST /webhooks/revenuecat': { why: 'an event is stored once' },
  'POST /webhooks/payments/{provider}': { why: 'an event is stored once' },
}

/** Operations that are not tested, by the reason. */
export const NOT_TESTED: Record<string, string> = {
  'POST /auth/username-available': 'changes nothing',
  'POST /payment/on-ramp/quote': 'another quote is given, and one that nobody takes up lapses',
  'POST /payment/off-ramp/quote': 'another quote is given, and one that nobody takes up lapses',
  'POST /payment/off-ramp/initiate': 'needs a chain: see lost-commit-reply.pg.test.ts',
  'POST /blockchain/link-wallet': 'needs a chain: see lost-commit-reply.pg.test.ts',
}
