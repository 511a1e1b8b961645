import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type CapstoneTestbed, createCapstoneTestbed, formOf } from './capstone-testbed.ts'

let testbed: CapstoneTestbed
beforeAll(async () => {
  testbed = await createCapstoneTestbed()
})
afterAll(() => testbed.stop())

const ODD_VALUES: unknown[] = [
  [7, -1.5, 2 ** 53 + 2, { a: 1 }, ['text'], [], true, null],
  ['', ' ', 'x'.repeat(10_000), '😀'.repeat(5_000), 'a\0b', 'a\ud800b', '\udc00', '\u202eabc', 'a\r\nb: c'],
  ["'; drop table project_submission; --", '%s%n{{7*7}}', '../../../etc/passwd', '<script>alert(1)</script>'],
].flat()

test('any value of a submission field is accepted or refused, never a server error', async () => {
  const { userId, courseId } = await testbed.addLearner()
  const statuses = new Set<number>()
  for (const path of ['draft', 'submit', 'submission/appeal']) {
    for (const field of ['submissionType', 'repositoryUrl', 'url', 'notes', 'reason', 'files']) {
      for (const value of ODD_VALUES) {
        const { status } = await testbed.call(`POST /course/${courseId}/project/${path}`, userId, {
          [field]: value,
        })
        statuses.add(status)
      }
    }
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
})

const DEEP = `{"nbformat": 4, "cells": [${'['.repeat(100_000)}`

test('a file of any name and content is accepted or refused, and its assessment does not fail', async () => {
  const { userId, courseId } = await testbed.addLearner()
  const names = ['', '.', '..', '/', '\\', 'a\0b', 'a\ud800b', 'x'.repeat(5_000), 'a"b\r\nX: y', '💾.txt']
  for (const name of names) {
    for (const content of ['text', new Uint8Array([0]), '{"nbformat": 4, "cells": ["', DEEP]) {
      const form = formOf({}, ['files', name, content])
      const { status } = await testbed.call(`POST /course/${courseId}/project/draft`, userId, form)
      expect([200, 415], name).toContain(status)
    }
  }
  const notebook = '{"nbformat": 4, "cells": [null, 7, {"source": 5}, {"source": [1, {}, "deposit"]}]}'
  const form = formOf(
    { submissionType: 'FILE_UPLOAD' },
    ['files', 'a.ipynb', notebook],
    ['files', 'b.ipynb', DEEP],
  )
  const { data } = (await testbed.call(`POST /course/${courseId}/project/submit`, userId, form)).body
  await testbed.assess(data.submissionId)
  const { body } = await testbed.call(`GET /course/${courseId}/project/submission`, userId)
  expect(body.data.status).toBe('NEEDS_REVISION')
})
