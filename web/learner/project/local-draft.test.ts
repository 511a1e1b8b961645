import { expect, test } from 'bun:test'
import { fieldsOf, isSame } from './local-draft.ts'

test('a draft without a type, or with one that the project no longer accepts, gets the first accepted type', () => {
  const empty = { submissionType: 'TEXT', repositoryUrl: '', url: '', notes: '' } as const
  expect(fieldsOf(undefined, ['TEXT', 'GITHUB_REPO'])).toEqual(empty)
  const old = { submissionType: 'VIDEO_URL', repositoryUrl: null, url: null, notes: 'x' } as const
  expect(fieldsOf(old, ['TEXT'])).toEqual({ ...empty, notes: 'x' })
})

test('drafts that differ only in outer spaces are the same, because the service trims them', () => {
  const draft = { submissionType: 'TEXT', repositoryUrl: '', url: '', notes: 'My work' } as const
  expect(isSame(draft, { ...draft, notes: ' My work\n' })).toBe(true)
  expect(isSame(draft, { ...draft, notes: 'My  work' })).toBe(false)
  expect(isSame(draft, { ...draft, submissionType: 'GITHUB_REPO' })).toBe(false)
})
