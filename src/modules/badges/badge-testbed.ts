import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import type { ApiAnswer } from '../../../test/harness/service.ts'
import { insertUser } from '../../../test/harness/users.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import { type Reactions, reactionTable, when } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { advanceBadges } from './advance-badges.ts'
import type { DefinitionDraft } from './definitions/definition.ts'
import { createDefinition, publishDefinition } from './definitions/edit-definition.ts'
import { announceBadges, heldDefinitions } from './definitions/held-definitions.ts'
import { badgeChanged } from './events.ts'
import { badgePages } from './pages.ts'
import { badgeRoutes } from './routes.ts'
import { HEARD_FACTS, type HeardData } from './rule-kind.ts'

const PUBLIC_URL = 'https://lyceum.example'

/** The module by itself: its reactions to facts that a test tells, and its routes. A token is the user's id. */
export interface BadgeTestbed {
  test: TestDatabase
  db: Db
  platform: TestPlatform
  /** Statements that were sent by reactions since the last look, but for those that read which badges there are. */
  statements: string[]
  /** How often reactions read which badges there are. */
  definitionReads: number
  /** How often transactions began; more often than `tell` was called when some had to begin again. */
  attempts: number
  register(): Promise<UserId>
  /** Tells facts in one transaction, and gives all that followed. */
  tell(...facts: Fact[]): Promise<Fact[]>
  /** The same by another process, when one is given. */
  tellIn(process: TestPlatform, ...facts: Fact[]): Promise<Fact[]>
  /** Another process on the same database. */
  openProcess(reactions?: (live: Live) => Reactions): Promise<TestPlatform>
  /** A published badge, of a type that nobody has used yet. */
  addBadge(draft: Partial<DefinitionDraft>): Promise<string>
  call(route: string, userId?: string): Promise<ApiAnswer>
  stop(): Promise<void>
}

let badgesAdded = 0

export async function openBadgeTestbed(): Promise<BadgeTestbed> {
  const test = await createTestDatabase()
  const opened: TestPlatform[] = []
  const openProcess: BadgeTestbed['openProcess'] = async (reactions = (live) => reactionsOn(live)) => {
    const settings = { PUBLIC_URL }
    const platform = await openTestPlatform(test, { settings, reactions: (_, live) => reactions(live) })
    opened.push(platform)
    return platform
  }
  const platform = await openProcess((live) =>
    reactionsOn(live, (react) => watching(react, (text) => note(bed, text))),
  )
  const { db } = platform
  const userExists = async (on: Db, userId: UserId) =>
    (await on`select 1 from user_account where id = ${userId} and deleted_at is null`).length > 0
  const server = serveModule({
    config: platform.config,
    db,
    endpoints: badgeRoutes({ platform, userExists }),
    plainRoutes: badgePages(),
  })
  const tellIn: BadgeTestbed['tellIn'] = async ({ write }, ...facts) => {
    const told = await write.telling(async (tx) => {
      bed.attempts++
      for (const fact of facts) tx.emit(fact)
    })
    return told.facts
  }
  const bed: BadgeTestbed = {
    test,
    db,
    platform,
    statements: [],
    definitionReads: 0,
    attempts: 0,
    register: () => insertUser(db),
    tell: (...facts) => tellIn(platform, ...facts),
    tellIn,
    openProcess,
    addBadge: async (given) => {
      const now = new Date()
      const draft: DefinitionDraft = {
        badgeType: `ADDED_${++badgesAdded}`,
        name: 'Added',
        description: 'Added by a test.',
        ruleKind: 'LESSONS_COMPLETED',
        requiredProgress: 3,
        ...given,
      }
      await platform.write((tx) => createDefinition(tx, { draft, now }))
      await platform.write((tx) => publishDefinition(tx, { type: draft.badgeType, now }))
      return draft.badgeType
    },
    call: server.call,
    stop: async () => {
      await server.stop()
      for (const process of opened) await process.close()
      await test.drop()
    },
  }
  return bed
}

/** All that badges hear, as one process hears it. */
function reactionsOn(
  live: Live,
  watch = (react: NowReaction<HeardData>): NowReaction<HeardData> => react,
): Reactions {
  const react = watch(advanceBadges(PUBLIC_URL, heldDefinitions(live)))
  return reactionTable([
    ...[...HEARD_FACTS].map((factName) => ({ factName, now: [react as never], later: [] })),
    when(badgeChanged, { now: [announceBadges(live)] }),
  ])
}

/** Tells of every statement that a reaction sends. */
function watching(react: NowReaction<HeardData>, hear: (text: string) => void): NowReaction<HeardData> {
  const heardIn = (tx: Tx): Tx => {
    const heard = (strings: TemplateStringsArray, ...values: unknown[]) => {
      hear(strings.join('?'))
      return tx(strings, ...values)
    }
    const { emit, enqueue, afterCommit } = tx
    return Object.assign(heard, { emit, enqueue, afterCommit }) as Tx
  }
  const watched: NowReaction<HeardData> = (tx, fact) => react(heardIn(tx), fact)
  watched.together = (tx, facts) => react.together!(heardIn(tx), facts)
  return watched
}

function note(bed: BadgeTestbed, text: string): void {
  if (text.includes('badge_definition_row')) bed.definitionReads++
  else bed.statements.push(text)
}

/** A fact of another module, as that module would tell it. */
export function factOf(name: string, data: HeardData & Record<string, unknown>): Fact {
  return { id: newId(), name, data }
}
