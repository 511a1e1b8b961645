import type { RefusalFactory } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { BooleanQuery, PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import type { Editor } from '../authoring/public/editor.ts'
import { PUBLICATION_STATUSES } from '../authoring/public/question-draft.ts'
import type { RevisionAct } from '../content-history/public/revision.ts'
import {
  type ActionResult,
  type AdminRequest,
  adminAction,
  adminRead,
  withExample,
} from '../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../staff-access/public/audit-actions.ts'
import { changesBetween } from '../staff-access/public/record-audit-entry.ts'
import type { AdminRoute } from '../staff-access/public/role-access.ts'

/** The endpoints of one kind of content: list, create, read, update, and its transitions such as publish. */

export const StatusPaging = pagingQuery(50).extend({ status: z.enum(PUBLICATION_STATUSES).optional() })
export const SearchPaging = StatusPaging.extend({ search: z.string().trim().max(100).optional() })
export const OwnSearchPaging = SearchPaging.extend({
  mine: BooleanQuery.optional().openapi({ description: 'Only content that belongs to the caller' }),
})

/** Weak tags are accepted, because a proxy that compresses responses makes tags weak. */
export const IfMatch = z.object({
  'if-match': z
    .string()
    .regex(/^(\*|(W\/)?"\d{1,9}")$/, 'must be one ETag of this content, or *')
    .optional()
    .openapi({
      description:
        'The version that the edit is based on. Another version is 412 `VERSION_CHANGED`. Without it, or with `*`, the edit applies to any version.',
      example: '"3"',
    }),
})

/** The caller of an edit, with the version that it is based on. */
export function editorOf({ caller, headers }: { caller: Caller; headers: Record<string, string> }): Editor {
  const { userId, role } = caller
  const version = headers['if-match']?.match(/\d+/)?.[0]
  return { userId, role, version: version === undefined ? undefined : Number(version) }
}

type Shape = z.ZodObject | undefined
type Paging = z.ZodObject<ReturnType<typeof pagingQuery>['shape']>
type PathsOf<Method extends string> = AdminRoute extends infer Route
  ? Route extends `${Method} ${infer Path}`
    ? Path
    : never
  : never

/** A request with the caller as the editor: with the version that the edit is based on. */
type EditRequest<Params extends Shape, Body extends z.ZodType> = Pick<
  AdminRequest<Params, undefined, Body>,
  'caller' | 'params' | 'body' | 'now'
> & { editor: Editor }

interface Texts {
  summary: string
  description?: string
  refusals?: readonly RefusalFactory[]
}

interface Change<Item> {
  before: Item
  after: Item
}

/** How changes of a kind of content are written to the audit log. */
interface Audited<Item> {
  /** The subject of the entries, and the first part of their names: `course` of `course.updated`. */
  name:
    | 'course'
    | 'lesson'
    | 'question'
    | 'learning_path'
    | 'capstone'
    | 'contest'
    | 'contest_plan'
    | 'promotion'
    | 'badge'
  audit?: {
    /** The fields to compare and to write, with `id`. Default: all fields. */
    state?(item: Item): { id: string }
    /** Removes fields that readers of the audit log must not see. */
    redact?(fields: Record<string, unknown>): Record<string, unknown>
  }
}

/** An edit for the history. `before` is undefined for new content. */
export interface RecordedEdit<Item> {
  act: RevisionAct
  before?: Item
  after: Item
  authorId: UserId
  now: Date
}

const TRANSITIONS = {
  publish: 'published',
  'discard-changes': 'changes_discarded',
  archive: 'archived',
  cancel: 'cancelled',
} as const
/** Archiving changes no content. */
const REVISION_ACTS_BY_TRANSITION: { [Verb in keyof typeof TRANSITIONS]?: RevisionAct } = {
  publish: 'PUBLISHED',
  'discard-changes': 'DISCARDED',
}
const TRANSITION_EXAMPLES = {
  publish: { status: 'PUBLISHED' },
  'discard-changes': { status: 'PUBLISHED' },
  archive: { status: 'ARCHIVED' },
  cancel: {},
}

/** Which version of published content a read returns. */
export const VersionQuery = z.object({
  published: BooleanQuery.optional().openapi({
    description: 'The version that learners see, without unpublished changes',
  }),
})

export const versionOf = ({ published }: { published?: boolean | undefined }) =>
  published ? 'PUBLISHED' : 'EDITED'

export interface ContentKind<
  Item extends z.ZodType,
  Listed extends z.ZodType,
  Parent extends Shape,
  Params extends z.ZodObject,
  Query extends Paging,
  Draft extends z.ZodType,
  Patch extends z.ZodType,
  ReadQuery extends Shape,
> extends Audited<z.input<Item>> {
  /** The path of the list. */
  path: PathsOf<'GET'> & PathsOf<'POST'>
  /** The path of one item. */
  itemPath: PathsOf<'GET'> & PathsOf<'PATCH'>
  /** The parameters of `path`. */
  parentParams?: Parent
  /** The parameters of `itemPath`. */
  params: Params
  schema: Item
  example: object
  /** Responses have the version as their ETag, and edits take it as `If-Match`. */
  isVersioned?: true
  /** Runs a write. Content of the catalog locks the catalog and publishes the change. Default: runs it. */
  edit?<Result>(tx: Tx, change: () => Promise<Result>): Promise<Result>
  /** Writes the history of content that has one. */
  record?(tx: Tx, edit: RecordedEdit<z.input<Item>>): Promise<void>
  list: Texts & {
    query: Query
    /** Default: `schema` and `example`. */
    schema?: Listed
    example?: object
    find(
      request: AdminRequest<Parent, Query, undefined>,
    ): Promise<{ items: z.input<Listed>[]; total: number }>
  }
  create: Texts & {
    body: Draft
    example: object
    run(tx: Tx, request: EditRequest<Parent, Draft>): Promise<z.input<Item>>
  }
  read: Texts & {
    query?: ReadQuery
    find(request: AdminRequest<Params, ReadQuery, undefined>): Promise<z.input<Item>>
  }
  update: Texts & {
    body: Patch
    /** A patch, which is also shown in the example of the response. */
    example: object
    /** Checks before the transaction that may take long. */
    prepare?(request: AdminRequest<Params, undefined, Patch>): Promise<void>
    run(tx: Tx, request: EditRequest<Params, Patch>): Promise<Change<z.input<Item>>>
  }
  transitions: {
    [Name in keyof typeof TRANSITIONS]?: Texts & {
      /** The fields that the transition changes in the example of the response. */
      example?: object
      /** Optional fields of the request. */
      body?: z.ZodObject
      bodyExample?: object
      /** Checks before the transaction that may take long. */
      prepare?(request: AdminRequest<Params, undefined, z.ZodObject>): Promise<void>
      run(tx: Tx, request: EditRequest<Params, z.ZodObject>): Promise<Change<z.input<Item>>>
    }
  }
}

export function contentEndpoints<
  Item extends z.ZodType,
  Params extends z.ZodObject,
  Query extends Paging,
  Draft extends z.ZodType,
  Patch extends z.ZodType,
  Parent extends Shape = undefined,
  Listed extends z.ZodType = Item,
  ReadQuery extends Shape = undefined,
>(kind: ContentKind<Item, Listed, Parent, Params, Query, Draft, Patch, ReadQuery>): Endpoint[] {
  const { name, path, itemPath, params, parentParams, list, create, read, update } = kind
  const { isVersioned } = kind
  const response = {
    data: kind.schema,
    example: kind.example,
    ...(isVersioned ? { isVersioned } : {}),
  } as const
  const versioned = isVersioned ? { headers: IfMatch } : {}
  const common = parentParams ? { params: parentParams } : {}
  const { schema = kind.schema, example = kind.example } = list
  const runEdit = <Result>(
    { run }: { run(tx: Tx, request: never): Promise<Result> },
    tx: Tx,
    request: { caller: Caller; headers: Record<string, string> },
  ) => {
    const change = () => run(tx, { ...request, editor: editorOf(request) } as never)
    return kind.edit ? kind.edit(tx, change) : change()
  }
  return [
    adminRead(`GET ${path}` as const, {
      ...textsOf(list),
      ...common,
      query: list.query,
      response: { data: z.array(schema), meta: PagingMeta, example: [example] },
      handle: async (request) => {
        const { items, total } = await list.find(request as never)
        const { page, limit } = request.query as { page: number; limit: number }
        return new Reply(items as never, { meta: { total, page, limit } })
      },
    }),

    adminAction(`POST ${path}` as const, {
      ...textsOf(create),
      ...common,
      body: create.body,
      bodyExample: create.example,
      response: { ...response, status: 201 },
      perform: async (tx, request) => {
        const after = await runEdit(create, tx, request)
        await kind.record?.(tx, { act: 'CREATED', after, authorId: request.caller.userId, now: request.now })
        return createdContent(kind, after) as never
      },
    }),

    adminRead(`GET ${itemPath}` as const, {
      ...textsOf(read),
      ...(read.query ? { query: read.query } : {}),
      params,
      response,
      handle: (request) => read.find(request as never),
    }),

    adminAction(`PATCH ${itemPath}` as const, {
      ...textsOf(update, isVersioned),
      ...versioned,
      params,
      body: update.body,
      bodyExample: update.example,
      response: withExample(response, update.example),
      prepare: async (request) => update.prepare?.(request as never),
      perform: async (tx, request) => {
        const change = await runEdit(update, tx, request)
        await kind.record?.(tx, {
          act: 'EDITED',
          ...change,
          authorId: request.caller.userId,
          now: request.now,
        })
        return changedContent(kind, `${name}.updated`, change) as never
      },
    }),

    ...(Object.keys(kind.transitions) as (keyof typeof TRANSITIONS)[]).map((verb) => {
      const transition = kind.transitions[verb]!
      const { body, bodyExample, prepare } = transition
      return adminAction(`POST ${itemPath}/${verb}` as AdminRoute, {
        ...textsOf(transition, isVersioned),
        ...versioned,
        params,
        ...(body ? { body, bodyExample } : {}),
        response: withExample(response, transition.example ?? TRANSITION_EXAMPLES[verb]),
        ...(prepare ? { prepare: (request: unknown) => prepare(request as never) } : {}),
        perform: async (tx, request) => {
          const action = `${name}.${TRANSITIONS[verb]}` as AuditAction
          const change = await runEdit(transition, tx, request)
          const act = REVISION_ACTS_BY_TRANSITION[verb]
          const { caller, now } = request
          if (act) await kind.record?.(tx, { act, ...change, authorId: caller.userId, now })
          return changedContent(kind, action, change) as never
        },
      })
    }),
  ]
}

function textsOf({ summary, description, refusals = [] }: Texts, isVersioned?: true) {
  const all = isVersioned ? [...refusals, authoringErrors.version_changed] : refusals
  return { summary, ...(description === undefined ? {} : { description }), refusals: all }
}

export function createdContent<Item>({ name, audit }: Audited<Item>, item: Item): ActionResult<Item> {
  const { id, state } = auditedState(item, audit)
  const after = audit?.redact?.(state) ?? state
  return { data: item, act: { name: `${name}.created`, subject: { kind: name, id }, before: null, after } }
}

/** The content itself: a new `updatedAt` or `version` is not a change, and `canEdit` is about the caller. */
function auditedState<Item>(item: Item, audit: Audited<Item>['audit']) {
  const {
    id,
    updatedAt: _,
    canEdit: __,
    version: ___,
    ...state
  } = (audit?.state?.(item) ?? item) as {
    id: string
    updatedAt?: string
    canEdit?: boolean
    version?: number
  }
  return { id, state }
}

/** The result of a change. Without any changed field there is no audit entry. */
export function changedContent<Item>(
  { name, audit }: Audited<Item>,
  action: AuditAction,
  { before, after }: Change<Item>,
): ActionResult<Item> {
  const { id, state } = auditedState(after, audit)
  const changes = changesBetween(auditedState(before, audit).state, state)
  if (!changes) return { data: after, act: undefined }
  const redact = audit?.redact ?? ((fields) => fields)
  return {
    data: after,
    act: {
      name: action,
      subject: { kind: name, id },
      before: redact(changes.before),
      after: redact(changes.after),
    },
  }
}
