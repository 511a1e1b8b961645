import { describe, expect, test } from 'bun:test'
import { defineChildTask } from './child-task.ts'
import { ChildPool, ChildTaskFailed } from './run-in-child.ts'
import type { TestInput } from './test-task.ts'

type TestOutput = { pid: number; variables: string[] }
const taskWithLimit = (timeLimitMs: number) =>
  defineChildTask<TestInput, TestOutput>('src/platform/child-process/test-task.ts', { timeLimitMs })
const task = taskWithLimit(20_000)
const newPool = (options = {}) =>
  new ChildPool({ processes: 1, queueLimit: 1, waitLimitMs: 20_000, idleMs: 20_000, ...options })
const codeOf = (error: unknown) => (error as { code?: string }).code

describe('a task in a child process', () => {
  test('a task runs in another process, which sees no secret of the service and works again', async () => {
    process.env.TEST_SECRET = 'secret'
    const pool = newPool()
    const first = await pool.run(task, { does: 'describe' })
    const second = await pool.run(task, { does: 'describe' })
    expect(first.pid).not.toBe(process.pid)
    expect(second.pid).toBe(first.pid)
    expect(first.variables).not.toContain('TEST_SECRET')
    delete process.env.TEST_SECRET
  })

  test('an error of the task is reported, and the process works again', async () => {
    const pool = newPool()
    await expect(pool.run(task, { does: 'throw' })).rejects.toThrow('thrown by the task')
    expect((await pool.run(task, { does: 'describe' })).pid).toBeGreaterThan(0)
  })

  test('a task that exceeds its time limit is ended, and the next one runs in a new process', async () => {
    const pool = newPool()
    await expect(pool.run(taskWithLimit(300), { does: 'spin' })).rejects.toThrow('longer than 300 ms')
    expect((await pool.run(task, { does: 'describe' })).pid).toBeGreaterThan(0)
  })

  test('a process that dies fails its task only', async () => {
    const pool = newPool()
    await expect(pool.run(task, { does: 'exit' })).rejects.toBeInstanceOf(ChildTaskFailed)
    expect((await pool.run(task, { does: 'describe' })).pid).toBeGreaterThan(0)
  })

  test('a task ends when its client is gone, whether it runs or waits', async () => {
    const pool = newPool()
    const running = new AbortController()
    const waiting = new AbortController()
    const first = pool.run(task, { does: 'spin' }, { signal: running.signal })
    const second = pool.run(task, { does: 'spin' }, { signal: waiting.signal })
    waiting.abort()
    await expect(second).rejects.toThrow('client is gone')
    running.abort()
    await expect(first).rejects.toThrow('client is gone')
    expect((await pool.run(task, { does: 'describe' })).pid).toBeGreaterThan(0)
  })
})

describe('the limits of a pool of child processes', () => {
  test('a task is refused when the queue is full, and when it waits too long', async () => {
    const pool = newPool({ waitLimitMs: 200 })
    const first = pool.run(taskWithLimit(1_500), { does: 'spin' }).catch((error) => error)
    const second = pool.run(task, { does: 'describe' }).catch(codeOf)
    expect(await pool.run(task, { does: 'describe' }).catch(codeOf)).toBe('OVERLOADED')
    expect(await second).toBe('OVERLOADED')
    expect(await first).toBeInstanceOf(ChildTaskFailed)
  })

  test('a user has one task at a time, and may start another afterwards', async () => {
    const pool = newPool({ processes: 2 })
    const first = pool.run(task, { does: 'describe' }, { owner: 'ada' })
    expect(await pool.run(task, { does: 'describe' }, { owner: 'ada' }).catch(codeOf)).toBe('RATE_LIMITED')
    expect((await pool.run(task, { does: 'describe' }, { owner: 'ben' })).pid).toBeGreaterThan(0)
    await first
    expect((await pool.run(task, { does: 'describe' }, { owner: 'ada' })).pid).toBeGreaterThan(0)
  })
})
