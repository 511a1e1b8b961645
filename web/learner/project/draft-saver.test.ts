import { describe, expect, test } from 'bun:test'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type DraftBody, DraftSaver, type SaveState } from './draft-saver.ts'
import type { DraftFields, LocalDraft } from './local-draft.ts'

const EMPTY: DraftFields = { submissionType: 'GITHUB_REPO', repositoryUrl: '', url: '', notes: '' }

/** A device and a service in memory. `answers` are given to the requests in turn; then every one succeeds. */
function testbed(answers: (Promise<void> | Error)[] = []) {
  const device: { draft?: LocalDraft } = {}
  const sent: DraftBody[] = []
  const bases: (string | null)[] = []
  const conflicts: LocalDraft[] = []
  const states: SaveState[] = []
  let version = 0
  const saver = new DraftSaver(
    {
      store: (draft) => {
        device.draft = draft
        return true
      },
      forget: () => delete device.draft,
      send: async ({ baseUpdatedAt, ...body }) => {
        sent.push(body)
        bases.push(baseUpdatedAt)
        const answer = answers.shift()
        if (answer instanceof Error) throw answer
        await answer
        return `v${++version}`
      },
      changedDraftOf: (fault) =>
        fault instanceof LyceumError && fault.code === 'DRAFT_CHANGED'
          ? (fault.extra.draft as LocalDraft)
          : undefined,
      onConflict: (theirs) => conflicts.push(theirs),
      onState: (state) => states.push(state),
    },
    EMPTY,
    { base: null, isChanged: false },
  )
  return { saver, device, sent, bases, conflicts, states }
}

const refused = new LyceumError('REPOSITORY_URL_NOT_ALLOWED', 'No.', { status: 422 })
const unreachable = new LyceumError('UNREACHABLE', 'No answer.', { status: 0 })

const changedTo = (draft: LocalDraft) =>
  new LyceumError('DRAFT_CHANGED', 'No.', { status: 409, extra: { draft } })

describe('a draft that another device has saved', () => {
  test('every request names the version that it replaces', async () => {
    const { saver, bases } = testbed()
    for (const notes of ['a', 'b', 'c']) {
      saver.change({ ...EMPTY, notes })
      await saver.save()
    }
    expect(bases).toEqual([null, 'v1', 'v2'])
  })

  test('other words open the choice once, stay on the device, and nothing is sent before it', async () => {
    const theirs = { ...EMPTY, notes: 'theirs', basedOn: 'v9' }
    const { saver, device, sent, bases, conflicts, states } = testbed([changedTo(theirs)])
    saver.change({ ...EMPTY, repositoryUrl: 'https://example.org/a', notes: 'mine' })
    await saver.save()
    expect([conflicts, device.draft?.notes, states.at(-1)]).toEqual([[theirs], 'mine', 'device'])
    saver.change({ ...EMPTY, notes: 'mine again' })
    await saver.save()
    expect(sent).toHaveLength(1)
    saver.resume('v9')
    await saver.save()
    expect([sent.at(-1)?.notes, bases.at(-1), conflicts.length, device.draft]).toEqual([
      'mine again',
      'v9',
      1,
      undefined,
    ])
  })

  test('a version with the same words is replaced without a choice', async () => {
    // The response to a request was lost.
    const { saver, bases, conflicts, states } = testbed([
      changedTo({ ...EMPTY, notes: 'mine', basedOn: 'v9' }),
    ])
    saver.change({ ...EMPTY, notes: 'mine' })
    await saver.save()
    expect([bases, conflicts, states.at(-1)]).toEqual([[null, 'v9'], [], 'saved'])
  })

  test('a version with other files and the saved words is replaced without a choice', async () => {
    const uploaded = { ...EMPTY, submissionType: 'FILE_UPLOAD' as const }
    const { saver, bases, conflicts } = testbed([changedTo({ ...uploaded, basedOn: 'v9' })])
    saver.change({ ...uploaded, notes: 'typed during the upload' })
    await saver.save()
    expect([bases, conflicts]).toEqual([[null, 'v9'], []])
  })
})

describe('the draft of a project', () => {
  test('a key stroke is on the device before any request, and leaves it when the service has it', async () => {
    const { saver, device, sent, states } = testbed()
    saver.change({ ...EMPTY, notes: 'a' })
    expect([device.draft?.notes, sent.length]).toEqual(['a', 0])
    await saver.save()
    expect([device.draft, sent.length, states.at(-1)]).toEqual([undefined, 1, 'saved'])
  })

  test('words typed during a request stay on the device and are sent after it, never beside it', async () => {
    const first = Promise.withResolvers<void>()
    const { saver, device, sent } = testbed([first.promise])
    saver.change({ ...EMPTY, notes: 'one' })
    void saver.save()
    await Promise.resolve()
    saver.change({ ...EMPTY, notes: 'one two' })
    const second = saver.save()
    await Bun.sleep(1)
    expect(sent.map(({ notes }) => notes)).toEqual(['one'])
    first.resolve()
    await second
    expect(sent.map(({ notes }) => notes)).toEqual(['one', 'one two'])
    expect(device.draft).toBeUndefined()
  })

  test('without the service the words stay on the device', async () => {
    const { saver, device, states } = testbed([unreachable])
    saver.change({ ...EMPTY, notes: 'a' })
    await saver.save()
    expect([device.draft?.notes, states.at(-1)]).toEqual(['a', 'device'])
    await saver.save()
    expect([device.draft, states.at(-1)]).toEqual([undefined, 'saved'])
  })

  test('a refused address does not keep the notes from the service, and stays on the device', async () => {
    const { saver, device, sent } = testbed([refused])
    saver.change({ ...EMPTY, repositoryUrl: 'https://nowhere.example/a/b', notes: 'a' })
    await saver.save()
    expect(sent.at(-1)).toEqual({ submissionType: 'GITHUB_REPO', notes: 'a' })
    expect(device.draft).toMatchObject({ repositoryUrl: 'https://nowhere.example/a/b', basedOn: 'v1' })
  })

  test('half an address is not sent, and stays on the device', async () => {
    const { saver, device, sent } = testbed()
    saver.change({ ...EMPTY, repositoryUrl: 'https://gith' })
    await saver.save()
    expect(sent).toEqual([{ submissionType: 'GITHUB_REPO', notes: '' }])
    expect(device.draft?.repositoryUrl).toBe('https://gith')
  })

  test('nothing is sent while two versions wait for a decision or the project is submitted', async () => {
    const { saver, device, sent } = testbed()
    await saver.pause()
    saver.change({ ...EMPTY, notes: 'mine' })
    await saver.save()
    expect([sent.length, device.draft?.notes]).toEqual([0, 'mine'])
    saver.resume('v7')
    await saver.save()
    expect([sent.length, device.draft]).toEqual([1, undefined])
  })
})
