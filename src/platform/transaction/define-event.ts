import type { Id } from '../ids.ts'
import { newId } from '../ids.ts'

/** What happened in a module, published to the modules above it. Named in the past tense: `module.thing_happened`. */
export interface DomainEvent<Data = unknown> {
  id: Id<'Event'>
  name: string
  data: Data
}

export interface EventDefinition<Data> {
  (data: Data): DomainEvent<Data>
  readonly eventName: string
}

export function defineEvent<Data extends object>(eventName: `${string}.${string}`): EventDefinition<Data> {
  return Object.assign((data: Data): DomainEvent<Data> => ({ id: newId(), name: eventName, data }), {
    eventName,
  })
}
