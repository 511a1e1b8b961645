/**
 * Operations whose response is not stored in the same transaction, and what a retry finds instead;
 * docs/idempotency.md lists the same under “The rest”.
 */
export const NOT_STORED: Record<string, { why: string }> = {
  'POST /quiz-battles/queue/join': { why: 'the same ticket is given' },
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
