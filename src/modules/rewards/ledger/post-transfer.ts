import { DatabaseFault } from '../../../platform/db/faults.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { isHouse } from './account.ts'
import { countTransfer } from './count-transfer.ts'
import { insertTransfer } from './queries.ts'
import { checkLegs, inOrder, type Leg, type Posting, type Transfer } from './transfer.ts'

/** Moves value between accounts, all legs or none, once per source. */
export async function postTransfer(tx: Tx, { source, reason, legs, now }: Transfer): Promise<Posting> {
  checkLegs(source, legs)
  try {
    const posting = await insertTransfer(tx, { id: newId(), source, reason, legs: inOrder(legs), now })
    if (posting.posted) tx.afterCommit(() => countTransfer(reason, legs))
    return posting
  } catch (fault) {
    if (isOverdraft(fault)) throw overdraftOf(legs)
    throw fault
  }
}

function isOverdraft(fault: unknown): boolean {
  return (
    fault instanceof DatabaseFault &&
    fault.sqlState === '23514' &&
    fault.constraint === 'ledger_balance_balance_check'
  )
}

function overdraftOf(legs: readonly Leg[]) {
  const givers = legs.filter(({ account, amount }) => amount < 0n && !isHouse(account))
  return givers.every(({ asset }) => asset === 'GEM')
    ? errors.insufficient_gems()
    : errors.insufficient_balance()
}
