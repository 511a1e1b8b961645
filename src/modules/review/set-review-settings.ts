import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { shareLockOwnAccount } from '../accounts/public/own-account.ts'
import { type ReviewSettings, upsertSettings } from './learner-queries.ts'

/** Stores the settings. Cards keep their due day; the next answer to each uses the new retention. */
export async function setReviewSettings(tx: Tx, userId: UserId, settings: ReviewSettings): Promise<void> {
  await shareLockOwnAccount(tx, userId)
  await upsertSettings(tx, userId, settings)
}
