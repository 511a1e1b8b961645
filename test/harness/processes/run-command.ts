import { expect } from 'bun:test'
import { EXIT_CODES } from '../../../src/app/commands/exit-codes.ts'
import { sharedWebBuild } from '../shared-web-build.ts'
import { COMMAND_LINE } from './command-line.ts'

export interface CommandOutcome {
  code: number
  output: string
  errors: string
}

/** Runs a command of `bun lyceum` in its own process with only the given environment. */
export async function runCommand(
  words: string[],
  environment: Record<string, string> = {},
): Promise<CommandOutcome> {
  const child = Bun.spawn({
    cmd: [process.execPath, COMMAND_LINE, ...words],
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? '/tmp',
      LOG_LEVEL: 'warn',
      ...(words[0] === 'start' ? sharedWebBuild() : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, output, errors }
}

/** Asserts that it failed with a documented code and a readable message: it contains all `parts` and no stack trace. */
export function expectReadableError({ code, errors }: CommandOutcome, ...texts: string[]): void {
  expect(Object.values<number>(EXIT_CODES)).toContain(code)
  for (const part of texts) expect(errors).toContain(part)
  expect(errors).not.toMatch(/\n\s+at |\.ts:\d+|node_modules/)
}
