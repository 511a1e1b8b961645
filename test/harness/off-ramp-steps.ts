import type { Moment } from './processes/fate.ts'

/** What the sandbox does with a pay-out is in the last digits. */
export const PAID = '+254712345678'
export const FAILS = '+254712345702'
const REFUSED = '+254712345707'

export interface Step {
  name: string
  phone: string
  moment: Moment
  /** What the dead process has left: the order's status, whether its tokens have arrived, whether the company was asked. */
  left: RegExp
}

const step = (name: string, phone: string, of: RegExp, at: Moment['at'], left: RegExp, nth = 1): Step => ({
  name,
  phone,
  moment: { of, at, nth },
  left,
})
const GIVES_BACK = /insert into chain_transaction.*give_back/s
const UNDER_WAY = /^(PROCESSING|PAYOUT_SENT) arrived asked$/

/** Every step that another process can see: the last moment before it, or the first one after it. */
const NAMED: Step[] = [
  step('the tokens are reserved', PAID, /insert into payment_hold/, 'before', /^none$/),
  step('the operation is handed over', PAID, /insert into payment_order/, 'after commit', /^PROCESSING$/),
  step('the operation is signed', PAID, /insert into chain_attempt/, 'after commit', /^PROCESSING$/),
  step('the operation is mined, unheard', PAID, /eth_sendRawTransaction/, 'after', /^PROCESSING$/),
  step('the tokens have arrived', PAID, /set collected_at/, 'before commit', /^PROCESSING$/),
  step('the pay-out is requested', PAID, /insert into payment_sandbox/, 'before', /^PROCESSING arrived$/),
  step('it is accepted, unread', PAID, /insert into payment_sandbox/, 'after', /^PROCESSING arrived asked$/),
  step('a webhook is kept', PAID, /insert into inbox_event/, 'after', / asked$/),
  step('the order is completed', PAID, /ledger_post.*:paid/s, 'before commit', UNDER_WAY),
  step('a failure is noted', FAILS, GIVES_BACK, 'before commit', UNDER_WAY),
  step('tokens went back, unheard', FAILS, /eth_sendRawTransaction/, 'after', /^FAILED arrived asked$/, 2),
]
const BETWEEN: Step[] = [
  step('the order is initiated', PAID, /insert into payment_order/, 'before commit', /^none$/),
  step('the operation has a nonce', PAID, /insert into chain_attempt/, 'before commit', /^PROCESSING$/),
  step('arrival is noted', PAID, /set collected_at/, 'after commit', /^PROCESSING arrived$/),
  step('the order is claimed', PAID, /set claim_id = \$/, 'after commit', /^PROCESSING arrived$/),
  step('the pay-out was sent', PAID, /set claim_id = null/, 'before commit', /^PROCESSING arrived asked$/),
  step(
    'that is noted',
    PAID,
    /set claim_id = null/,
    'after commit',
    /^(PAYOUT_SENT|COMPLETED) arrived asked$/,
  ),
  step('a webhook comes', PAID, /insert into inbox_event/, 'before', / asked$/),
  step('a webhook is applied', PAID, /update inbox_event as event/, 'before commit', / asked$/),
  step('completion is noted', PAID, /ledger_post.*:paid/s, 'after commit', /^COMPLETED arrived asked$/),
  step('a refusal is noted', REFUSED, GIVES_BACK, 'before commit', /^PROCESSING arrived$/),
  step('tokens are to go back', FAILS, GIVES_BACK, 'after commit', /^FAILED arrived asked$/),
  step('tokens are back', FAILS, /ledger_post.*:returned/s, 'before commit', /^FAILED arrived asked$/),
  step('that is noted too', FAILS, /ledger_post.*:returned/s, 'after commit', /^REFUNDED arrived asked$/),
]
/** OFF_RAMP_KILLS=all kills at the steps between them too. */
export const STEPS = process.env.OFF_RAMP_KILLS === 'all' ? [...NAMED, ...BETWEEN] : NAMED
