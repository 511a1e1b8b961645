import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteAccount } from '../../modules/account-lifecycle/public/delete-account.ts'
import { findDeletionState } from '../../modules/accounts/public/user-status.ts'
import { countOpenSessions, endAllSessions } from '../../modules/sessions/public/end-all-sessions.ts'
import { now, SECOND_MS } from '../../platform/clock.ts'
import { fsyncFolder, readStateFile, writeStateFile } from '../../platform/embedded/data-folder.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Erasure } from './erasure-log.ts'

/** Names the work that is left after the files of a backup were copied. */
const PENDING_FILE = 'restore.pending'

/** Stores which deletions must be repeated before the restored installation serves anyone. */
export function storePendingRestore(dataDir: string, erasures: Erasure[]): void {
  writeStateFile(dataDir, PENDING_FILE, `${JSON.stringify(erasures)}\n`, 0o600)
}

/**
 * Finishes a restore of the data folder if one is pending. The restore calls it, and so does every start, so that a
 * restore that was interrupted cannot serve old sessions and deleted accounts.
 */
export async function finishPendingRestore(
  platform: Pick<Platform, 'db' | 'write' | 'config'>,
  onProgress: (line: string) => void,
): Promise<void> {
  const { dataDir } = platform.config
  const pending = readStateFile(dataDir, PENDING_FILE)
  if (pending === undefined) return
  await securePastState(platform, JSON.parse(pending), onProgress)
  rmSync(join(dataDir, PENDING_FILE))
  fsyncFolder(dataDir)
}

/**
 * Makes a database that went back in time safe: ends all sessions, refuses all access tokens that were issued before, and
 * repeats deletions of accounts. It can run again.
 */
export async function securePastState(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  erasures: Erasure[],
  onProgress: (line: string) => void,
): Promise<void> {
  const at = now()
  const ended = await write((tx) => endAllSessions(tx, 'backup restored', at))
  onProgress(`${ended} sessions were ended, and older access tokens are refused.`)
  let count = 0
  for await (const userId of undeletedAccounts(db, erasures)) {
    await write((tx) => deleteAccount(tx, { userId, now: at, isRepeated: true }))
    count++
  }
  onProgress(`${count} accounts that were deleted after the backup were deleted again.`)
  // The time of a token has whole seconds: a token of the second of the restore would be refused as older.
  await pause(SECOND_MS - (at.getTime() % SECOND_MS))
}

/** Says what `securePastState` would do, and changes nothing. */
export async function previewPastState(
  { db }: Pick<Platform, 'db'>,
  erasures: Erasure[],
  onProgress: (line: string) => void,
): Promise<void> {
  onProgress(`Dry run: ${await countOpenSessions(db)} sessions would be ended.`)
  for await (const userId of undeletedAccounts(db, erasures))
    onProgress(`Dry run: ${userId} would be deleted again.`)
}

/** The accounts of the deletions that the database has. It can lack them, if they are newer, and know them as deleted. */
async function* undeletedAccounts(db: Platform['db'], erasures: Erasure[]): AsyncGenerator<UserId> {
  for (const userId of new Set(erasures.map((erasure) => erasure.userId))) {
    const state = (await findDeletionState(db, [userId])).get(userId)
    if (state && !state.isDeleted) yield userId
  }
}
