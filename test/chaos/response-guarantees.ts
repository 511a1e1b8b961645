import type { Db } from '../../src/platform/db/database.ts'
import type { RecordedResponse } from '../cluster/response-history.ts'

/** A confirmed effect: its user and its subject. */
export interface Effect {
  user: string
  key: string
}

/** A kind of response, and how to check its effect in the database. */
export interface Guarantee {
  what: string
  route: RegExp
  /** The subject, if it is not part of the path. */
  keyIn?: (response: RecordedResponse) => string
  /** Returns the effects that do not exist. */
  findLost: (db: Db, effects: Effect[]) => Promise<Effect[]>
}

/** Every response with a guaranteed effect. Other responses are not checked. */
export const GUARANTEES: Guarantee[] = [
  {
    what: 'the registration',
    route: /^POST \/auth\/register$/,
    keyIn: ({ body }) => body.data.user.id,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from user_account where id = expected.key::uuid)`,
  },
  {
    what: 'the account deletion',
    route: /^DELETE \/user\/account$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from user_account where id = expected."user"::uuid and deleted_at is not null)`,
  },
  {
    what: 'the enrollment in',
    route: /^POST \/user-courses\/enroll\/([^/]+)$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from enrollment where user_id = expected."user"::uuid and course_id = expected.key::uuid)`,
  },
  {
    what: 'the completion of lesson',
    route: /^POST \/user-lessons\/([^/]+)\/complete$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (
        select from lesson_completion where user_id = expected."user"::uuid and lesson_id = expected.key::uuid)`,
  },
  {
    what: 'the certificate',
    route: /^POST \/certificates\/claim$/,
    keyIn: ({ body }) => body.data.certificateNumber,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from certificate where user_id = expected."user"::uuid and number = expected.key)`,
  },
  {
    what: 'joining the contest',
    route: /^POST \/user\/contests\/([^/]+)\/join$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (
        select from contest_participant where user_id = expected."user"::uuid and contest_id = expected.key::uuid)`,
  },
  {
    what: 'submitting to the contest',
    route: /^POST \/user\/contests\/([^/]+)\/submit$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (
        select from contest_participant
        where user_id = expected."user"::uuid and contest_id = expected.key::uuid and submitted_at is not null)`,
  },
  {
    what: 'the order',
    route: /^POST \/payment\/(?:on|off)-ramp\/initiate$/,
    keyIn: ({ body }) => body.data.orderId,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from payment_order where user_id = expected."user"::uuid and id = expected.key::uuid)`,
  },
  {
    what: 'the wallet PIN',
    route: /^POST \/auth\/set-wallet-pin$/,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from wallet_pin where user_id = expected."user"::uuid)`,
  },
  {
    what: 'the referral code',
    route: /^POST \/referral\/code$/,
    keyIn: ({ body }) => body.referralCode,
    findLost: (db, effects) => db<Effect>`
      select expected.* from jsonb_to_recordset(${effects}::jsonb) as expected ("user" text, key text)
      where not exists (select from referral_code where user_id = expected."user"::uuid and code = expected.key)`,
  },
]
