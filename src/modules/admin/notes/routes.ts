import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { IdParam } from '../../../platform/http/schemas.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { adminAction, adminList } from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../errors.ts'
import { UserParams } from '../users/user-read-routes.ts'
import { NOTE_EXAMPLE, NoteSchema } from './note-view.ts'
import { countNotes, deleteNote, insertNote, listNotes, lockNote, type NoteId } from './queries.ts'

const NoteParams = UserParams.extend({ noteId: IdParam })

export function noteRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/users/:id/notes', {
      summary: 'List the notes on a user',
      description: 'Newest first. `total` is at most 10,000.',
      params: UserParams,
      item: NoteSchema,
      example: NOTE_EXAMPLE,
      list: async ({ params: { id: userId } }, page) => {
        const [notes, total] = await Promise.all([
          listNotes(db, userId, page),
          countNotes(db, userId),
          getUserRecord(db, userId),
        ])
        return { items: notes.map(isoDates), total }
      },
    }),

    adminAction('POST /admin/users/:id/notes', {
      summary: 'Write a note on a user',
      description:
        'Other staff see the note. The user gets its text with the export of the account, without the author. It is deleted with the account. The audit log does not contain the text.',
      params: UserParams,
      body: z.object({ text: z.string().trim().min(1).max(2_000) }),
      bodyExample: { text: NOTE_EXAMPLE.text },
      response: { status: 201, data: NoteSchema, example: NOTE_EXAMPLE },
      perform: async (tx, { caller, params: { id: userId }, body: { text }, now }) => {
        await getUserRecord(tx, userId)
        const note = { id: newId<'UserNote'>(), userId, authorId: caller.userId, text, createdAt: now }
        await insertNote(tx, note)
        return {
          data: isoDates(note),
          act: {
            name: 'user.note_added',
            subject: { kind: 'user_note', id: note.id },
            userId,
            before: null,
            after: { characters: text.length },
          },
        }
      },
    }),

    adminAction('DELETE /admin/users/:id/notes/:noteId', {
      summary: 'Delete a note on a user',
      description: 'Support deletes only own notes; administrators delete all.',
      params: NoteParams,
      response: {
        data: z.object({ id: z.string(), isDeleted: z.literal(true) }),
        example: { id: NOTE_EXAMPLE.id, isDeleted: true },
      },
      refusals: [errors.note_not_found, errors.note_of_another],
      perform: async (tx, { caller, params }) => {
        const { id: userId } = params
        const noteId = params.noteId as NoteId
        const note = await lockNote(tx, { userId, noteId })
        if (!note) throw errors.note_not_found()
        if (note.authorId !== caller.userId && caller.role !== 'ADMIN') throw errors.note_of_another()
        await deleteNote(tx, noteId)
        return {
          data: { id: noteId, isDeleted: true as const },
          act: {
            name: 'user.note_deleted',
            subject: { kind: 'user_note', id: noteId },
            userId,
            before: { authorId: note.authorId },
            after: null,
          },
        }
      },
    }),
  ]
}
