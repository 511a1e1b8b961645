import { expect, test } from 'bun:test'
import { PendingAcks } from './pending-acks.ts'

test('an acknowledgement is sent when all inputs before it are committed, in order', () => {
  const acks = new PendingAcks()
  const sent: string[] = []
  const add = (name: string) => acks.add(() => void sent.push(name))
  add('without an input')
  expect(sent).toEqual(['without an input'])
  acks.onAppended()
  add('first')
  acks.onAppended()
  add('second')
  add('repeated')
  acks.onStored()
  expect(sent).toEqual(['without an input', 'first'])
  acks.onStored()
  expect(sent).toEqual(['without an input', 'first', 'second', 'repeated'])
  acks.onAppended()
  add('lost')
  acks.clear()
  acks.onStored()
  expect(sent).toHaveLength(4)
})
