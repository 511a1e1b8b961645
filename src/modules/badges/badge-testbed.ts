import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { badgeChanged } from '../../events/badges.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { PubSub } from '../../platform/pubsub/pubsub.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { on, type Reactions, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { badgeDefinitionCache, invalidateBadgeDefinitions } from './badge-definition-cache.ts'
import { BADGE_EVENTS, type BadgeEvent } from './badge-rules.ts'
import { badgeImageRoutes } from './image-routes.ts'
import { createBadgeEventHandler } from './on-badge-event.ts'
import type { BadgeDefinitionDraft } from './public/badge-definition.ts'
import { createDefinition, publishDefinition } from './public/edit-badge-definition.ts'
import { badgeRoutes } from './routes.ts'

const PUBLIC_URL = 'https://lyceum.example'

/** The module alone: its handlers of events that a test emits, and its routes. A token is the user's id. */
export interface BadgeTestbed {
  test: TestDatabase
  db: Db
  platform: TestPlatform
  /** Statements of the handlers, without those that read definitions. */
  statements: string[]
  /** How often the handlers read definitions. */
  definitionReads: number
  /** The number of transactions that began, with retries. */
  attempts: number
  register(): Promise<UserId>
  /** Emits events in one transaction; returns all events of the transaction. */
  emit(...events: DomainEvent[]): Promise<DomainEvent[]>
  /** The same in another process. */
  emitIn(process: TestPlatform, ...events: DomainEvent[]): Promise<DomainEvent[]>
  /** Another process on the same database. */
  openProcess(reactions?: (live: PubSub) => Reactions): Promise<TestPlatform>
  /** Publishes a badge of a new type. */
  addBadge(draft: Partial<BadgeDefinitionDraft>): Promise<string>
  call(route: string, userId?: string): Promise<ApiResponse>
  stop(): Promise<void>
}

let badgesAdded = 0

export async function createBadgeTestbed(): Promise<BadgeTestbed> {
  const test = await createTestDatabase()
  const processes: TestPlatform[] = []
  const openProcess: BadgeTestbed['openProcess'] = async (reactions = (live) => reactionsOn(live)) => {
    const settings = { PUBLIC_URL }
    const platform = await openTestPlatform(test, { settings, reactions: (_, live) => reactions(live) })
    processes.push(platform)
    return platform
  }
  const platform = await openProcess((live) =>
    reactionsOn(live, (react) => watching(react, (text) => recordStatement(testbed, text))),
  )
  const { db } = platform
  const server = serveModule({
    config: platform.config,
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    endpoints: badgeRoutes(platform),
    plainRoutes: badgeImageRoutes(),
  })
  const emitIn: BadgeTestbed['emitIn'] = async ({ write }, ...events) => {
    const result = await write.withEvents(async (tx) => {
      testbed.attempts++
      for (const event of events) tx.emit(event)
    })
    return result.events
  }
  const testbed: BadgeTestbed = {
    test,
    db,
    platform,
    statements: [],
    definitionReads: 0,
    attempts: 0,
    register: () => insertUser(db),
    emit: (...events) => emitIn(platform, ...events),
    emitIn,
    openProcess,
    addBadge: async (given) => {
      const now = new Date()
      const draft: BadgeDefinitionDraft = {
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
      for (const process of processes) await process.close()
      await test.drop()
    },
  }
  return testbed
}

/** The handlers of one process. */
function reactionsOn(
  live: PubSub,
  watch = (react: EventHandler<BadgeEvent>): EventHandler<BadgeEvent> => react,
): Reactions {
  const react = watch(createBadgeEventHandler(PUBLIC_URL, badgeDefinitionCache(live)))
  return reactionTable([
    ...[...BADGE_EVENTS].map((eventName) => ({
      eventName,
      inTransaction: [react as never],
      jobs: [],
      canShareTransaction: true,
    })),
    on(badgeChanged, { inTransaction: [invalidateBadgeDefinitions(live)] }),
  ])
}

/** Reports every statement of a handler. */
function watching(
  react: EventHandler<BadgeEvent>,
  onStatement: (text: string) => void,
): EventHandler<BadgeEvent> {
  const watchedTx = (tx: Tx): Tx => {
    const watchedStatement = (strings: TemplateStringsArray, ...values: unknown[]) => {
      onStatement(strings.join('?'))
      return tx(strings, ...values)
    }
    const { emit, enqueue, afterCommit } = tx
    return Object.assign(watchedStatement, { emit, enqueue, afterCommit }) as Tx
  }
  const watched: EventHandler<BadgeEvent> = (tx, event) => react(watchedTx(tx), event)
  watched.handleBatch = (tx, events) => react.handleBatch!(watchedTx(tx), events)
  return watched
}

function recordStatement(testbed: BadgeTestbed, text: string): void {
  if (text.includes('badge_definition_row')) testbed.definitionReads++
  else testbed.statements.push(text)
}

/** An event of another module. */
export function eventOf(name: string, data: BadgeEvent & Record<string, unknown>): DomainEvent {
  return { id: newId(), name, data }
}
