import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type CodePurpose, RESEND_DELAY_SECONDS } from './public/one-time-code.ts'

/** Returns false within the resend delay of the last code, or above the daily limit. */
export async function replaceCode(
  tx: Tx,
  code: {
    purpose: CodePurpose
    subject: string
    digest: Buffer
    expiresAt: Date
    dailySendLimit: number
    requesterNetworkDigest: Buffer | null
  },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into one_time_code as existing
      (purpose, subject, code_digest, expires_at, sent_at, send_window_started_at, requester_network_digest)
    values (${code.purpose}, ${code.subject}, ${code.digest}, ${code.expiresAt}, ${now}, ${now}, ${code.requesterNetworkDigest})
    on conflict (purpose, subject) do update set
      code_digest = excluded.code_digest, expires_at = excluded.expires_at, sent_at = excluded.sent_at,
      requester_network_digest = excluded.requester_network_digest, attempts = 0, attempts_other_networks = 0, used_at = null,
      send_window_started_at = case when existing.send_window_started_at <= excluded.sent_at - interval '24 hours'
        then excluded.sent_at else existing.send_window_started_at end,
      sends_in_window = case when existing.send_window_started_at <= excluded.sent_at - interval '24 hours'
        then 1 else existing.sends_in_window + 1 end
    where existing.sent_at <= excluded.sent_at - make_interval(secs => ${RESEND_DELAY_SECONDS})
      and (existing.sends_in_window < ${code.dailySendLimit} or existing.send_window_started_at <= excluded.sent_at - interval '24 hours')
    returning 1`
  return rows.length > 0
}

export async function findSendTimes(
  db: Db,
  purpose: CodePurpose,
  subject: string,
): Promise<{ sentAt: Date; windowStartedAt: Date; sendsInWindow: number } | undefined> {
  const [row] = await db<{ sentAt: Date; windowStartedAt: Date; sendsInWindow: number }>`
    select sent_at as "sentAt", send_window_started_at as "windowStartedAt", sends_in_window as "sendsInWindow"
    from one_time_code where purpose = ${purpose} and subject = ${subject}`
  return row
}

interface CodeAttempt {
  digest: Buffer
  expiresAt: Date
  attempts: number
  usedAt: Date | null
}

/**
 * Counts the attempt before the code is compared, so that concurrent attempts are all counted. Attempts from the
 * requester's network and from other networks have separate counters. `networkDigest` is null for signed-in users.
 */
export async function updateAttempts(
  tx: Tx,
  purpose: CodePurpose,
  subject: string,
  networkDigest: Buffer | null,
): Promise<CodeAttempt | undefined> {
  const [row] = await tx<CodeAttempt>`
    update one_time_code
    set attempts = attempts + case when requester_network_digest <> ${networkDigest}::bytea then 0 else 1 end,
      attempts_other_networks = attempts_other_networks + case when requester_network_digest <> ${networkDigest}::bytea then 1 else 0 end
    where purpose = ${purpose} and subject = ${subject}
    returning code_digest as digest, expires_at as "expiresAt", used_at as "usedAt",
      case when requester_network_digest <> ${networkDigest}::bytea then attempts_other_networks else attempts end as attempts`
  return row
}

export async function updateCodeUsed(
  tx: Tx,
  purpose: CodePurpose,
  subject: string,
  now: Date,
): Promise<void> {
  await tx`update one_time_code set used_at = ${now} where purpose = ${purpose} and subject = ${subject}`
}
