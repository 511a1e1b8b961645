import { reconcile } from '../../../platform/jobs/reconciler.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listDueMints, type OneBadge } from '../queries.ts'
import { enqueueBadgeBatch } from './enqueue-badge-batch.ts'
import { enqueueBadgeMint } from './enqueue-badge-mint.ts'

/** Well below the gas limit of a transaction (contracts/README.md). */
const BATCH_SIZE = 40
const MINTS_PER_READ = 400
/** With more due mints than this, a single one waits for the next batch. */
const MAX_SINGLE_MINTS = 50

type MintDeps = Pick<Platform, 'db' | 'write' | 'config'>

/** Mints a badge that was just completed, unless so many are due that a batch is cheaper. */
export async function mintUnlockedBadge(
  { db, write, config }: MintDeps,
  badge: OneBadge,
  now: Date,
): Promise<void> {
  if ((await listDueMints(db, now, MAX_SINGLE_MINTS + 1)).length > MAX_SINGLE_MINTS) return
  await write((tx) => enqueueBadgeMint(tx, { ...badge, ...settingsOf(config), now }))
}

/** Enqueues every due mint in batches. Guarantees the mint if the job of a badge was lost. */
export async function retryDueMints(
  { db, write, config }: MintDeps,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  const settings = settingsOf(config)
  let listed: number
  do {
    listed = 0
    await reconcile({
      name: 'badges.mint',
      listDue: async () => {
        const due = await listDueMints(db, now, MINTS_PER_READ)
        listed = due.length
        return groupMints(due)
      },
      process: (badges) =>
        write((tx) =>
          badges.length === 1
            ? enqueueBadgeMint(tx, { ...badges[0]!, ...settings, now })
            : enqueueBadgeBatch(tx, { badges, ...settings, now }),
        ),
      signal,
    })
    // A processed mint is not due any more, and a failed one throws.
  } while (listed === MINTS_PER_READ && !signal?.aborted)
}

function settingsOf({ publicUrl, badges }: Platform['config']) {
  return { publicUrl, dailyGas: badges.dailyGas }
}

/** Badges whose mint has failed are minted alone, all others in batches. */
function groupMints(due: Awaited<ReturnType<typeof listDueMints>>): OneBadge[][] {
  const batched = due.filter(({ hasFailed }) => !hasFailed)
  const groups: OneBadge[][] = due.filter(({ hasFailed }) => hasFailed).map((badge) => [badge])
  for (let first = 0; first < batched.length; first += BATCH_SIZE)
    groups.push(batched.slice(first, first + BATCH_SIZE))
  return groups
}
