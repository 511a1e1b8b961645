import type { Account } from '../../../modules/accounts/public/account.ts'
import { lockAccount } from '../../../modules/accounts/public/account.ts'
import { consumeUndoLink, findUndoLink, type UndoLink } from '../../../modules/accounts/public/undo-link.ts'
import { revokeAllSessions } from '../../../modules/sessions/public/revoke-sessions.ts'
import { undoTwoFactorDisabled, undoTwoFactorEnabled } from '../../../modules/sign-in/undo-two-factor.ts'
import { undoFirstPin } from '../../../modules/wallet/pin/undo-first-pin.ts'
import { assert } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

type UndoOutcome = 'undone' | 'unknown' | 'unusable' | 'changed since'

/**
 * Undoes the change of a link and revokes all sessions of the account, among them the one that made the change. The link
 * stays usable if the same thing was changed again since: the link of the later change comes first.
 */
export async function undoChange(tx: Tx, { token, now }: { token: string; now: Date }): Promise<UndoOutcome> {
  const link = await findUndoLink(tx, token, now)
  const account = link && (await lockAccount(tx, link.userId))
  if (!account) return 'unknown'
  // Read again under the lock: a concurrent request may have used the link.
  if (!(await findUndoLink(tx, token, now))?.isUsable) return 'unusable'
  if (!(await undo(tx, { link, account, now }))) return 'changed since'
  assert(await consumeUndoLink(tx, token, now), 'the link was used by a concurrent request')
  await revokeAllSessions(tx, account.id, 'a change was undone by its link', now)
  return 'undone'
}

function undo(
  tx: Tx,
  { link, account, now }: { link: UndoLink; account: Account; now: Date },
): Promise<boolean> {
  const { changedAt, state } = link
  switch (link.change) {
    case 'two_factor_enabled':
      return undoTwoFactorEnabled(tx, { account, changedAt, now })
    case 'two_factor_disabled':
      return undoTwoFactorDisabled(tx, { account, changedAt, state, now })
    case 'wallet_pin_set':
      return undoFirstPin(tx, { userId: account.id, changedAt })
  }
}
