import type { KillMoment } from './processes/kill-point.ts'

/** The last digits select the behaviour of the sandbox for a payout. */
export const PAID = '+254712345678'
export const FAILS = '+254712345702'
const REFUSED = '+254712345707'

export interface OffRampKillPoint {
  name: string
  phone: string
  moment: KillMoment
  /**
   * The state that the killed process left: the status of the order, whether its tokens have arrived, and
   * whether the provider was called.
   */
  expectedState: RegExp
}

const killPoint = (
  name: string,
  phone: string,
  of: RegExp,
  at: KillMoment['at'],
  expectedState: RegExp,
  nth = 1,
): OffRampKillPoint => ({
  name,
  phone,
  moment: { of, at, nth },
  expectedState,
})
const RETURNS_TOKENS = /insert into chain_transaction.*return_tokens/s
const IN_PROGRESS = /^(PROCESSING|PAYOUT_SENT) arrived asked$/

/** Every step that another process can see: just before it, or just after it. */
const MAIN_KILL_POINTS: OffRampKillPoint[] = [
  killPoint('the tokens are reserved', PAID, /insert into token_reservation/, 'before', /^none$/),
  killPoint(
    'the operation is handed over',
    PAID,
    /insert into payment_order/,
    'after commit',
    /^PROCESSING$/,
  ),
  killPoint('the operation is signed', PAID, /insert into chain_attempt/, 'after commit', /^PROCESSING$/),
  killPoint('the operation is mined, unheard', PAID, /eth_sendRawTransaction/, 'after', /^PROCESSING$/),
  killPoint('the tokens have arrived', PAID, /set tokens_collected_at/, 'before commit', /^PROCESSING$/),
  killPoint(
    'the pay-out is requested',
    PAID,
    /insert into sandbox_payment/,
    'before',
    /^PROCESSING arrived$/,
  ),
  killPoint(
    'it is accepted, unread',
    PAID,
    /insert into sandbox_payment/,
    'after',
    /^PROCESSING arrived asked$/,
  ),
  killPoint('a webhook is kept', PAID, /insert into webhook_event/, 'after', / asked$/),
  killPoint('the order is completed', PAID, /ledger_post.*:paid/s, 'before commit', IN_PROGRESS),
  killPoint('a failure is noted', FAILS, RETURNS_TOKENS, 'before commit', IN_PROGRESS),
  killPoint(
    'tokens went back, unheard',
    FAILS,
    /eth_sendRawTransaction/,
    'after',
    /^FAILED arrived asked$/,
    2,
  ),
]
const EXTRA_KILL_POINTS: OffRampKillPoint[] = [
  killPoint('the order is initiated', PAID, /insert into payment_order/, 'before commit', /^none$/),
  killPoint('the operation has a nonce', PAID, /insert into chain_attempt/, 'before commit', /^PROCESSING$/),
  killPoint('arrival is noted', PAID, /set tokens_collected_at/, 'after commit', /^PROCESSING arrived$/),
  killPoint('the order is claimed', PAID, /set claim_id = \$/, 'after commit', /^PROCESSING arrived$/),
  killPoint(
    'the pay-out was sent',
    PAID,
    /set claim_id = null/,
    'before commit',
    /^PROCESSING arrived asked$/,
  ),
  killPoint(
    'that is noted',
    PAID,
    /set claim_id = null/,
    'after commit',
    /^(PAYOUT_SENT|COMPLETED) arrived asked$/,
  ),
  killPoint('a webhook comes', PAID, /insert into webhook_event/, 'before', / asked$/),
  killPoint('a webhook is applied', PAID, /update webhook_event as event/, 'before commit', / asked$/),
  killPoint('completion is noted', PAID, /ledger_post.*:paid/s, 'after commit', /^COMPLETED arrived asked$/),
  killPoint('a refusal is noted', REFUSED, RETURNS_TOKENS, 'before commit', /^PROCESSING arrived$/),
  killPoint('tokens are to go back', FAILS, RETURNS_TOKENS, 'after commit', /^FAILED arrived asked$/),
  killPoint('tokens are back', FAILS, /ledger_post.*:returned/s, 'before commit', /^FAILED arrived asked$/),
  killPoint(
    'that is noted too',
    FAILS,
    /ledger_post.*:returned/s,
    'after commit',
    /^REFUNDED arrived asked$/,
  ),
]
/** OFF_RAMP_KILLS=all also kills at the steps between them. */
export const OFF_RAMP_KILL_POINTS =
  process.env.OFF_RAMP_KILLS === 'all' ? [...MAIN_KILL_POINTS, ...EXTRA_KILL_POINTS] : MAIN_KILL_POINTS
