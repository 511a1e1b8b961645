import type { Db } from '../../src/platform/db/database.ts'
import type { Told } from '../cluster/history.ts'

/** What somebody was told is done: whom it is about, and what. */
export interface Made {
  user: string
  key: string
}

/** A kind of answer, and how to see in the database whether what it says is there. */
export interface Promised {
  what: string
  route: RegExp
  /** What it is about, where the path does not say. */
  keyIn?: (told: Told) => string
  /** Those that are not there. */
  findLost: (db: Db, made: Made[]) => Promise<Made[]>
}

/** Everything that an answer can promise; what is told by no line here is not looked at. */
export const PROMISES: Promised[] = [
  {
    what: 'the registration',
    route: /^POST \/auth\/register$/,
    keyIn: ({ body }) => body.data.user.id,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from user_account where id = told.key::uuid)`,
  },
  {
    what: 'the farewell',
    route: /^DELETE \/user\/account$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from user_account where id = told."user"::uuid and deleted_at is not null)`,
  },
  {
    what: 'the enrollment in',
    route: /^POST \/user-courses\/enroll\/([^/]+)$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from enrollment where user_id = told."user"::uuid and course_id = told.key::uuid)`,
  },
  {
    what: 'the completion of lesson',
    route: /^POST \/user-lessons\/([^/]+)\/complete$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (
        select from lesson_completion where user_id = told."user"::uuid and lesson_id = told.key::uuid)`,
  },
  {
    what: 'the certificate',
    route: /^POST \/certificates\/claim$/,
    keyIn: ({ body }) => body.data.certificateNumber,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from certificate where user_id = told."user"::uuid and number = told.key)`,
  },
  {
    what: 'joining the contest',
    route: /^POST \/user\/contests\/([^/]+)\/join$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (
        select from contest_participant where user_id = told."user"::uuid and contest_id = told.key::uuid)`,
  },
  {
    what: 'submitting to the contest',
    route: /^POST \/user\/contests\/([^/]+)\/submit$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (
        select from contest_participant
        where user_id = told."user"::uuid and contest_id = told.key::uuid and submitted_at is not null)`,
  },
  {
    what: 'the order',
    route: /^POST \/payment\/(?:on|off)-ramp\/initiate$/,
    keyIn: ({ body }) => body.data.orderId,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from payment_order where user_id = told."user"::uuid and id = told.key::uuid)`,
  },
  {
    what: 'the wallet PIN',
    route: /^POST \/auth\/set-wallet-pin$/,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from wallet_pin where user_id = told."user"::uuid)`,
  },
  {
    what: 'the referral code',
    route: /^POST \/referral\/code$/,
    keyIn: ({ body }) => body.referralCode,
    findLost: (db, made) => db<Made>`
      select told.* from jsonb_to_recordset(${made}::jsonb) as told ("user" text, key text)
      where not exists (select from referral_code where user_id = told."user"::uuid and code = told.key)`,
  },
]
